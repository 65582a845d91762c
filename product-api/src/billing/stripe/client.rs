//! The client of Stripe's API. All connections share it; each has its own circuit and its own calls per second.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use foundation::secret::SecretString;
use foundation::{Clock, Failure, Random, outbound};
use url::Url;

use super::account::StripeAccount;
use super::call_timing::CallTiming;
use super::circuit::CircuitState;
use super::clock_skew::ClockSkew;
use super::connection_state::ConnectionState;
use super::priority::Priority;
use crate::caller::Mode;
use crate::config::StripeConfig;

/// Calls per second of a connection unless a setting says otherwise. Stripe allows 100 and 25.
const LIVE_PER_SECOND: u16 = 20;
const TEST_PER_SECOND: u16 = 10;
/// Number of connections from which idle states are removed; they are those of connections that were refused or removed.
const MAX_IDLE_STATES: usize = 1_024;

/// The client of Stripe's API.
pub(crate) struct StripeClient {
    pub(super) http: reqwest::Client,
    pub(super) api_base: Url,
    pub(super) clock: Clock,
    pub(super) random: Random,
    pub(super) timing: CallTiming,
    pub(super) skew: ClockSkew,
    requests_per_second: Option<u16>,
    states: Mutex<HashMap<String, Arc<ConnectionState>>>,
}

impl StripeClient {
    /// Creates the client; it sends nothing. Fails if the machine has no TLS.
    pub(crate) fn new(
        config: &StripeConfig,
        clock: Clock,
        random: Random,
    ) -> Result<Self, Failure> {
        Self::with_timing(config, clock, random, CallTiming::PRODUCT)
    }

    /// Creates a client with other time limits.
    pub(super) fn with_timing(
        config: &StripeConfig,
        clock: Clock,
        random: Random,
        timing: CallTiming,
    ) -> Result<Self, Failure> {
        Ok(Self {
            http: outbound::client()?,
            api_base: config.api_base.clone(),
            clock,
            random,
            timing,
            skew: ClockSkew::default(),
            requests_per_second: config.requests_per_second,
            states: Mutex::default(),
        })
    }

    /// Returns the account of a connection for calls with its key.
    pub(crate) fn account<'a>(
        &'a self,
        connection_id: &'a str,
        key: SecretString,
        mode: Mode,
        priority: Priority,
    ) -> StripeAccount<'a> {
        StripeAccount {
            client: self,
            state: self.state(connection_id, mode),
            connection_id,
            key,
            priority,
        }
    }

    /// Returns the state of a connection's circuit in this server.
    pub(crate) fn circuit_state(&self, connection_id: &str) -> CircuitState {
        let states = self.states();
        let state = states.get(connection_id);
        state.map_or(CircuitState::Closed, |state| state.circuit_state())
    }

    /// Returns the time for which a connection's circuit has not been closed in this server.
    pub(crate) fn circuit_open_time(&self, connection_id: &str) -> Option<Duration> {
        self.states().get(connection_id)?.open_time()
    }

    /// Returns the seconds by which this server's clock is ahead of Stripe's; negative if it is behind. The last response
    /// decides; before the first they are 0.
    pub(crate) fn clock_skew(&self) -> i64 {
        self.skew.seconds()
    }

    fn state(&self, connection_id: &str, mode: Mode) -> Arc<ConnectionState> {
        let mut states = self.states();
        if let Some(state) = states.get(connection_id) {
            return Arc::clone(state);
        }
        if states.len() >= MAX_IDLE_STATES {
            states.retain(|_, state| Arc::strong_count(state) > 1 || !state.is_idle());
        }
        let usual = match mode {
            Mode::Live => LIVE_PER_SECOND,
            Mode::Test => TEST_PER_SECOND,
        };
        let per_second = self.requests_per_second.unwrap_or(usual);
        let state = Arc::new(ConnectionState::new(&self.clock, per_second));
        states.insert(connection_id.to_owned(), Arc::clone(&state));
        state
    }

    fn states(&self) -> MutexGuard<'_, HashMap<String, Arc<ConnectionState>>> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for StripeClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StripeClient")
            .field("api_base", &self.api_base.as_str())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::*;

    #[test]
    fn states_of_idle_connections_are_removed() {
        let config = StripeConfig {
            api_base: Url::parse("http://127.0.0.1:1").unwrap(),
            requests_per_second: None,
            poll_seconds: 10,
            reconcile_hours: 0,
        };
        let clock = Clock::fixed(Timestamp::from_seconds(1_700_000_000));
        let client = StripeClient::new(&config, clock, Random::seeded(7)).unwrap();
        let account = |id: &str| {
            let key = "rk_test_1".to_owned().into();
            let account = client.account(id, key, Mode::Test, Priority::Buyer);
            Arc::clone(&account.state)
        };
        let (used, broken) = (account("used"), account("broken"));
        for _ in 0..5 {
            broken.permit().unwrap().fail();
        }
        drop(broken);
        for number in 0..3 * MAX_IDLE_STATES {
            account(&format!("scn_{number}"));
        }
        assert!(client.states().len() <= MAX_IDLE_STATES + 1);
        assert!(Arc::ptr_eq(&used, &account("used")));
        assert_eq!(client.circuit_state("broken"), CircuitState::Open);
        assert_eq!(client.circuit_open_time("broken"), Some(Duration::ZERO));
        assert_eq!(client.circuit_state("unknown"), CircuitState::Closed);
        assert_eq!(client.circuit_open_time("unknown"), None);
        assert!(format!("{client:?}").contains("127.0.0.1"));
    }
}
