//! The whole state of the double.

use std::collections::{BTreeMap, BTreeSet};

use foundation::{Clock, Random, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    AccountFacts, AccountScope, CallFault, CallFaultKind, DeliveryFaults, ModeData, ObjectKind,
    RequestOrigin,
};

/// Sources that the double was given: they are not part of its state.
#[derive(Clone, Debug)]
pub(crate) struct Tools {
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    /// Address under which browsers reach the pages, without a slash at its end.
    pub(crate) base_url: String,
}

/// Everything that survives a restart.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct DoubleState {
    /// Microseconds by which the double's clock is ahead of the host's.
    pub(crate) clock_offset: i64,
    /// Keys by their text.
    pub(crate) keys: BTreeMap<String, ApiKey>,
    /// Accounts by id and mode, such as `acct_pretend/test`.
    pub(crate) modes: BTreeMap<String, ModeData>,
    pub(crate) faults: Vec<CallFault>,
    /// Faults of deliveries in accounts that are created later.
    pub(crate) delivery_faults: DeliveryFaults,
}

/// An API key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ApiKey {
    pub(crate) account: String,
    pub(crate) is_live: bool,
    /// Permissions such as `rak_customer_write`; `None` for a secret key, which may do everything.
    pub(crate) permissions: Option<BTreeSet<String>>,
    pub(crate) is_revoked: bool,
}

/// Returns the name of an account in one mode.
pub(crate) fn mode_name(account: &str, is_live: bool) -> String {
    format!("{account}/{}", if is_live { "live" } else { "test" })
}

impl DoubleState {
    /// Returns the time of the double's clock.
    pub(crate) fn now(&self, clock: &Clock) -> Timestamp {
        Timestamp::from_micros(clock.now().micros().saturating_add(self.clock_offset))
    }

    /// Returns an account in one mode; creates it with the facts of its other mode.
    pub(crate) fn mode(&mut self, account: &str, is_live: bool) -> &mut ModeData {
        let other = self.modes.get(&mode_name(account, !is_live));
        let facts = other.map_or_else(|| AccountFacts::new(account), |data| data.account.clone());
        let name = mode_name(account, is_live);
        let faults = &self.delivery_faults;
        self.modes.entry(name).or_insert_with(|| {
            let mut data = ModeData::new(facts, is_live);
            data.delivery_faults.clone_from(faults);
            data
        })
    }

    /// Returns the account and mode with an object, as a scope for changes without a request.
    pub(crate) fn scope_of<'s>(
        &'s mut self,
        tools: &'s Tools,
        kind: ObjectKind,
        id: &str,
    ) -> Option<AccountScope<'s>> {
        let now = self.now(&tools.clock).seconds();
        let mut modes = self.modes.values_mut();
        let data = modes.find(|data| data.find(kind, id).is_some())?;
        Some(AccountScope::new(
            data,
            tools,
            now,
            RequestOrigin::default(),
        ))
    }

    /// Takes the first fault that fits a call such as `POST /v1/refunds`.
    pub(crate) fn take_fault(&mut self, call: &str) -> Option<CallFaultKind> {
        let index = self
            .faults
            .iter()
            .position(|fault| fault.times > 0 && call.starts_with(&fault.call))?;
        let fault = self.faults.get_mut(index)?;
        fault.times -= 1;
        let (kind, is_used_up) = (fault.kind, fault.times == 0);
        if is_used_up {
            self.faults.remove(index);
        }
        Some(kind)
    }

    /// Finds an object in all accounts.
    pub(crate) fn find(&self, kind: ObjectKind, id: &str) -> Option<&Value> {
        self.modes.values().find_map(|data| data.find(kind, id))
    }
}
