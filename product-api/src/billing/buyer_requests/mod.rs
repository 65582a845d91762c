//! Parts that requests of buyers share: the seller, and the names of their idempotency keys.

mod find_seller;
mod keyed_of_user;

pub(crate) use find_seller::{AskedWebsite, find_seller};
pub(crate) use keyed_of_user::keyed_of_user;
