//! Browser headers: cookies of the idp, the origin of a request, and signs of a page opened by a user.

mod cookie;
mod opening;
mod origin;
mod percent;
mod pieces;
#[cfg(test)]
mod tests;

pub(crate) use cookie::{CookieName, Lifetime, read, read_attempts, write, write_attempt};
pub(crate) use opening::opens_a_page;
pub(crate) use origin::RequestOrigin;
pub(crate) use percent::encode as percent_encode;
pub(crate) use pieces::{PiecedCookie, read_pieces, write_pieces};
