//! Merges of wallets, and their undo.

pub(super) mod merge_wallets;
pub(super) mod undo_merge;
