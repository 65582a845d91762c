//! Subscriptions: plans that buyers pay again and again, the allowances of credits that they bring, and who is subscribed.

mod allowance;
mod invoice_facts;
mod invoice_grants;
mod period;
mod rollover;
mod standing;
#[cfg(test)]
mod tests;
