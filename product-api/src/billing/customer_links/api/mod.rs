//! The operation that links a customer.

mod forms;
mod stripe_customers;

pub(crate) use stripe_customers::StripeCustomersApi;
