//! Reads of balances, transactions and holds. They write nothing.

pub(super) mod balance;
pub(super) mod balance_at;
pub(super) mod books;
pub(super) mod explain;
pub(super) mod holds;
pub(super) mod left_in_lots;
pub(super) mod read_accounts;
pub(super) mod read_more;
pub(super) mod settled_wallets;
pub(super) mod spend_check;
pub(super) mod topup_level;
pub(super) mod transactions;
pub(super) mod wallet_lookup;
pub(super) mod website_transactions;
