//! Tests subscriptions over HTTP, with a double of Stripe whose clock is that of the test.

mod buying;
mod canceling;
mod changing;
mod comparing;
mod counting;
mod linking;
mod paying;
mod racing;
mod renewing;
mod subscriber;
mod trying;
mod unlinking;
