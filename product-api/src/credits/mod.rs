//! Credits: books, accounts, lots and the rules that move them; exactly once, in integers, by double entry.

mod api;
mod commands;
mod execution;
mod ledger;
mod merging;
mod queries;
mod store;
mod verification;

#[cfg(test)]
mod tests;

pub(crate) use api::{
    BalancesApi, BatchesApi, CheckApi, ExplainApi, HoldsApi, LedgerApi, Metadata, MovesApi,
    MyCreditsApi, PolicyApi, ReadsApi, ReversalsApi, checked_metadata,
};
#[cfg(test)]
pub(crate) use commands::claw_backs::TakenBack;
pub(crate) use commands::claw_backs::{
    LotExpiry, LotLeft, PurchaseCredits, expire_within, freeze_within, give_back_within,
    take_back_within,
};
pub(crate) use commands::grant_within::{
    GrantedLot, PurchaseGrant, PurchaseGrantError, grant_and_post, grant_within,
    post_billing_event, post_billing_events,
};
pub(crate) use commands::welcome_within::welcome_within;
pub(crate) use commands::{expiry_alerts::warn_of_expiry, settle_due::settle_due};
pub(crate) use execution::ledger::Ledger;
pub(crate) use execution::open_book::{open_platform_book, open_site_book};
pub(crate) use ledger::account::{Owner, WalletKey};
pub(crate) use ledger::book::{Book, CREDIT};
pub(crate) use ledger::claw_back::Shortfall;
pub(crate) use ledger::lot::LotKind;
pub(crate) use ledger::row_ids::IDS_PER_WRITER;
pub(crate) use merging::merge_wallets::{WalletMerge, merge_wallets};
pub(crate) use merging::undo_merge::{
    forget_undone_merge, list_pending_returns, make_pending_return, undo_merge,
};
#[cfg(test)]
pub(crate) use queries::left_in_lots::LotsLeft;
pub(crate) use queries::left_in_lots::left_in_lots;
pub(crate) use queries::spend_check::{SpendChecks, spend_checks};
pub(crate) use queries::topup_level::{TopUpLevel, read_topup_level};
pub(crate) use queries::wallet_lookup::{OwnWallets, wallets_of_customer, wallets_of_holder};
pub(crate) use queries::{
    balance::balances_of_user,
    books::{find_platform_book, find_site_book, forget_cached_books},
};
pub(crate) use store::books::{
    lock as lock_book, lock_all as lock_books, low_at, set_event_subscription, set_low_at,
};
pub(crate) use store::returns::PendingReturn;
pub(crate) use store::topups::set_topup_threshold;
pub use store::verifications::Finding;
pub(crate) use store::{rows::Balance, verifications::OLD_RUNS};
#[cfg(test)]
pub(crate) use tests::test_ledger::TestLedger;
pub use verification::verify::verify;
pub(crate) use verification::{
    freeze::count_frozen, guard::LedgerOperator, run::verify_again, run_queue::RunQueue,
};
