//! What a browser says of itself in headers: our cookies, read strictly and written the one way, its origin, and whether a person looks.

mod cookie;
mod opening;
mod origin;
mod percent;
mod pieces;
#[cfg(test)]
mod tests;

pub(crate) use cookie::{CookieName, Lifetime, read, read_attempts, write, write_attempt};
pub(crate) use opening::opens_a_page;
pub(crate) use origin::Origin;
pub(crate) use percent::encode as percent_encode;
pub(crate) use pieces::{Pieced, read_pieces, write_pieces};
