//! Notices: problems that owners of websites have to solve.

mod api;
mod list_notices;
mod notice;

pub(crate) use api::NoticesApi;
