//! Types that the schemas of all operations share: nullable members, timestamps, tags, cursors of lists, reasons.

mod cursor;
mod instant;
mod nullable;
mod reason;
mod tag;

pub(crate) use cursor::{Cursor, PageParams, page_size};
pub(crate) use instant::Instant;
pub(crate) use nullable::Nullable;
pub(crate) use reason::{ReasonBody, reason_of, trimmed_reason};
pub(crate) use tag::Tag;
