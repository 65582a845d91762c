//! Merges of wallets, and their undo.

pub(super) mod merge_wallets;
mod record_transfer;
pub(super) mod undo_merge;
