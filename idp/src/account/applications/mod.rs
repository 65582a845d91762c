//! The page where a person sees which applications may act for them, and takes that back.

mod page;

pub(crate) use page::{revoke, show_applications};
