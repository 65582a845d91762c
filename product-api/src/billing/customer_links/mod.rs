//! Links of a website's customers to customers that existed at its Stripe account before, for subscribers of an earlier system.

mod api;
mod fetch_customer;
mod found_subscription;
mod link_customer;
mod store_link;

pub(crate) use api::StripeCustomersApi;
