//! Spend caps of API keys in a commit batch. Caps per day are locked before any customer or wallet, in the order of key ids, so
//! that they count exactly although several servers spend by one key.

use std::collections::{BTreeSet, HashMap, HashSet};

use foundation::{Connection, Failure, Timestamp};

use super::pending::PendingOperation;
use super::refusal;
use super::request::LedgerCommand;
use crate::caller::{SpendAmount, SpendCap};
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::store::caps as store;
use crate::problem::Problem;
use crate::websites::Actor;

/// Spend caps of the API keys in a commit batch.
#[derive(Debug, Default)]
pub(crate) struct KeyCaps {
    /// Locked caps, by the ids of their keys.
    locked: HashMap<String, SpendCap>,
    /// Keys whose counters changed.
    counted: HashSet<String>,
}

impl LedgerCommand {
    /// Returns true if the command may count against a cap per day.
    fn is_counted(&self) -> bool {
        match self {
            Self::Spend(_) | Self::Capture(..) => true,
            Self::Hold(_, terms) => terms.on_expiry == OnExpiry::Capture,
            Self::Grant { .. }
            | Self::Void(_)
            | Self::Extend(..)
            | Self::Reverse(_)
            | Self::VoidGrant(_) => false,
        }
    }
}

/// Returns the id of the operation's API key, if the operation counts against a cap per day.
fn counting(pending: &PendingOperation) -> Option<&str> {
    let cap = pending.call.access.cap?;
    let is_counted = pending
        .request
        .command
        .as_ref()
        .is_some_and(LedgerCommand::is_counted);
    match &pending.call.access.actor {
        Actor::Key(id) if cap.per_day.is_some() && is_counted => Some(id),
        Actor::Key(_) | Actor::Owner(_) => None,
    }
}

impl KeyCaps {
    /// Locks and reads the caps per day in one statement; none if no key has one.
    pub(crate) async fn load(
        db: &mut Connection<'_>,
        pending_operations: &[Option<&PendingOperation>],
    ) -> Result<Self, Failure> {
        let keys: BTreeSet<&str> = pending_operations
            .iter()
            .flatten()
            .filter_map(|pending| counting(pending))
            .collect();
        let keys: Vec<&str> = keys.into_iter().collect();
        Ok(Self {
            locked: store::lock(db, &keys).await?,
            counted: HashSet::new(),
        })
    }

    /// Refuses an operation that exceeds a cap of its API key.
    pub(crate) fn check(
        &self,
        pending: &PendingOperation,
        draw: SpendAmount,
        now: Timestamp,
    ) -> Result<(), Problem> {
        let locked = counting(pending).and_then(|key| self.locked.get(key));
        let Some(cap) = locked.or(pending.call.access.cap.as_ref()) else {
            return Ok(());
        };
        cap.allows(draw, now).map_err(refusal::cap_reached)
    }

    /// Counts an executed operation.
    pub(crate) fn count(&mut self, pending: &PendingOperation, draw: SpendAmount, now: Timestamp) {
        let Some(key) = counting(pending) else { return };
        if let Some(cap) = self.locked.get_mut(key)
            && cap.count(draw, now)
        {
            self.counted.insert(key.to_owned());
        }
    }

    /// Writes the changed counters in one statement, or nothing if none changed.
    pub(crate) async fn save(&self, db: &mut Connection<'_>) -> Result<(), Failure> {
        let changes: Vec<(&str, &SpendCap)> = self
            .locked
            .iter()
            .filter(|(key, _)| self.counted.contains(*key))
            .map(|(key, cap)| (key.as_str(), cap))
            .collect();
        store::save(db, &changes).await
    }
}
