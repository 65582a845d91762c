//! Commands that change wallets and the terms of books.

pub(super) mod claw_backs;
pub(super) mod expiry_alerts;
pub(super) mod grant;
pub(super) mod grant_within;
pub(super) mod holds;
pub(super) mod overdraft;
pub(super) mod policy;
pub(super) mod reverse;
pub(super) mod settle_due;
pub(super) mod spend;
pub(super) mod spend_batch;
pub(super) mod spend_limit;
pub(super) mod welcome_within;
