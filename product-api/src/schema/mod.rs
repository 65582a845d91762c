//! What the documents of all operations share: members that may be null, instants, tags, cursors of lists.

mod cursor;
mod instant;
mod nullable;
mod tag;

pub(crate) use cursor::{Cursor, page_size};
pub(crate) use instant::Instant;
pub(crate) use nullable::Nullable;
pub(crate) use tag::Tag;
