//! Parts that requests of buyers share: the seller, the names of their idempotency keys, and problems of those keys.

mod find_seller;
mod key_problems;
mod keyed_of_user;

pub(crate) use find_seller::{AskedWebsite, find_seller};
pub(crate) use key_problems::{in_flight, reused};
pub(crate) use keyed_of_user::keyed_of_user;
