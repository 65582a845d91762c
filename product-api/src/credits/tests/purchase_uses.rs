//! Spends and holds of bought credits, for tests of billing.

use std::time::Duration;

use super::test_ledger::{TestLedger, hold_of, status};
use crate::credits::ledger::hold::OnExpiry;

impl TestLedger {
    /// Spends credits; false if there are too few.
    pub(crate) async fn use_up(&self, key: &str, customer: &str, amount: i64) -> bool {
        let spent = status(&self.spend(key, customer, amount).await);
        assert!([200, 402].contains(&spent), "{spent}");
        spent == 200
    }

    /// Holds credits for an hour and returns the hold's id; none if there are too few.
    pub(crate) async fn reserve(&self, key: &str, customer: &str, amount: i64) -> Option<String> {
        let end = (Duration::from_hours(1), OnExpiry::Release);
        let held = self.hold(key, customer, amount, end).await;
        (status(&held) == 200).then(|| hold_of(&held))
    }

    /// Ends a hold.
    pub(crate) async fn release(&self, key: &str, hold: &str) {
        assert_eq!(status(&self.void(key, hold).await), 200);
    }
}
