//! Links of owners to customers that existed at Stripe before, and the time from which they count.

mod link_state;
mod store;

pub(crate) use link_state::{LinkState, is_before_link};
pub(crate) use store::{CustomerLink, find_link_state, find_owner, insert_link, linked_at};
