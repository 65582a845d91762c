//! Takes requests from the limits of API keys and customers. An exceeded limit answers 429 with a waiting time.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use foundation::{Clock, MonotonicTime};

use super::limiter::{Limiter, RateLimitState, WINDOW};
use crate::config::LimitsConfig;
use crate::problem::{Kind, Problem};

/// The state of a request's API key, for the response's header.
#[derive(Clone, Debug, Default)]
pub(crate) struct RateLimitSlot(Arc<OnceLock<String>>);

impl RateLimitSlot {
    /// Returns the value of the field `RateLimit`.
    pub(super) fn field_value(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}

/// The rate limits of this process.
#[derive(Debug)]
pub(crate) struct Limits {
    clock: Clock,
    since: MonotonicTime,
    keys: Option<Limiter>,
    customers: Option<Limiter>,
}

impl Limits {
    /// Creates the limits, with their whole quota.
    pub(crate) fn new(config: &LimitsConfig, clock: Clock) -> Self {
        Self {
            since: clock.monotonic(),
            clock,
            keys: Limiter::new(config.key_per_second),
            customers: Limiter::new(config.customer_per_second),
        }
    }

    /// Takes a request of an API key; 429 if none is left. The slot receives the state for the response's header.
    pub(crate) fn check_key(&self, id: &str, slot: Option<&RateLimitSlot>) -> Result<(), Problem> {
        let Some(limiter) = &self.keys else {
            return Ok(());
        };
        let state = limiter.take(id, 1, self.clock.monotonic().since(self.since));
        if let Some(slot) = slot {
            let _told_before = slot.0.set(field_value("key", state));
        }
        refuse_unless_allowed(state, "key", "of this API key")
    }

    /// Takes a request about a customer, by the customer's name in the request; 429 if none is left.
    pub(crate) fn check_customer(&self, name: impl FnOnce() -> String) -> Result<(), Problem> {
        let Some(limiter) = &self.customers else {
            return Ok(());
        };
        let state = limiter.take(&name(), 1, self.clock.monotonic().since(self.since));
        refuse_unless_allowed(state, "customer", "about this customer")
    }

    /// Takes requests about several customers, all or none; 429 if one customer has too few. A refused client that waits as
    /// long as `Retry-After` says finds its remaining quota unchanged.
    pub(crate) fn check_customers(
        &self,
        requested: impl FnOnce() -> BTreeMap<String, u64>,
    ) -> Result<(), Problem> {
        let Some(limiter) = &self.customers else {
            return Ok(());
        };
        let now = self.clock.monotonic().since(self.since);
        let requested = requested();
        let refused = requested.iter().enumerate().find_map(|(index, requested)| {
            let state = limiter.take(requested.0, *requested.1, now);
            (!state.is_allowed).then_some((index, state))
        });
        let Some((index, state)) = refused else {
            return Ok(());
        };
        for (name, requests) in requested.iter().take(index) {
            limiter.give_back(name, *requests);
        }
        refuse_unless_allowed(state, "customer", "about this customer")
    }

    /// Returns the value of the field `RateLimit-Policy`; none without limits.
    pub(super) fn policy(&self) -> Option<String> {
        let named = [("key", &self.keys), ("customer", &self.customers)];
        let policies: Vec<String> = named
            .into_iter()
            .filter_map(|(name, limiter)| {
                let quota = limiter.as_ref()?.quota();
                Some(format!("\"{name}\";q={quota};w={}", WINDOW.as_secs()))
            })
            .collect();
        (!policies.is_empty()).then(|| policies.join(", "))
    }
}

fn refuse_unless_allowed(state: RateLimitState, name: &str, whose: &str) -> Result<(), Problem> {
    if state.is_allowed {
        return Ok(());
    }
    let seconds = state.retry.max(1);
    let detail = format!(
        "There were too many requests {whose}. Nothing was done. Send the same request again in {seconds} seconds, with \
         the same idempotency key."
    );
    let problem = Problem::new(Kind::RateLimited, detail);
    let problem = problem.retry_after(u32::try_from(seconds).unwrap_or(u32::MAX));
    Err(problem.rate_limit(field_value(name, state)))
}

/// Formats a state by draft-ietf-httpapi-ratelimit-headers: `r` is the remaining quota, `t` the seconds until all is available.
fn field_value(name: &str, state: RateLimitState) -> String {
    format!("\"{name}\";r={};t={}", state.left, state.resets)
}
