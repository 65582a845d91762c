//! Customers at Stripe: one for each owner of credits at each connection, under any race.

mod apply_customer;
mod ensure_customer;
mod links;
mod resolve_customer;
mod store;
mod stripe_customer;

pub(crate) use apply_customer::apply_customer;
pub(crate) use ensure_customer::{CustomerError, ensure_customer, find_customer, replace_customer};
pub(crate) use links::{
    CustomerLink, LinkState, find_link_state, find_owner, insert_link, is_before_link, linked_at,
};
pub(crate) use resolve_customer::{holder_inactive, resolve_customer};
