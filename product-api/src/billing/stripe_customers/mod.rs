//! Customers at Stripe: one for each owner of credits at each connection, under any race.

mod apply_customer;
mod ensure_customer;
mod resolve_customer;
mod store;
mod stripe_customer;

pub(crate) use apply_customer::apply_customer;
pub(crate) use ensure_customer::{CustomerError, ensure_customer, find_customer, replace_customer};
pub(crate) use resolve_customer::resolve_customer;
