//! Verification of the books: runs, their queue, and wallets that they freeze.

pub(super) mod freeze;
pub(super) mod guard;
pub(super) mod run;
pub(super) mod run_queue;
pub(super) mod scope;
pub(super) mod verify;
