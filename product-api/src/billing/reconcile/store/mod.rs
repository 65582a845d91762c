//! Tables of the comparison with Stripe, and reads of the tables that it compares.

pub(super) mod claw_backs;
pub(super) mod findings;
pub(super) mod own_payments;
pub(super) mod own_records;
pub(super) mod own_subscriptions;
pub(super) mod own_topups;
pub(super) mod runs;
pub(super) mod schedule;
pub(super) mod unsettled;
