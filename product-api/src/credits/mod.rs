//! Credits: books, accounts, lots and the rules that move them; exactly once, in integers, by double entry.

mod account;
mod amount;
mod api;
mod balance;
mod balance_at;
mod batch;
mod book;
mod book_list;
mod booking;
mod caps;
mod charge;
mod coalescer;
mod do_job;
mod due;
mod execute;
mod explain;
mod freeze;
mod grant;
mod guard;
mod hand_back;
mod hand_over;
mod hold;
mod hold_list;
mod hold_view;
mod holding;
mod inherited;
mod job;
mod keys;
mod lane;
mod ledger;
mod limit_spending;
mod load;
mod lot;
mod lots;
mod offers;
mod open;
mod operation;
mod original;
mod originals;
mod overdraft;
mod pinning;
mod policy;
mod posting;
mod reach;
mod read_more;
mod refusal;
mod rerun;
mod reversal;
mod reverse;
mod save;
mod set_aside;
mod settle;
mod settled;
mod spend;
mod spend_check;
mod spend_limit;
mod statement;
mod store;
mod taken;
mod target;
mod terms;
mod told;
mod transfer;
mod turns;
mod txn_kind;
mod under_way;
mod verification;
mod verify;
mod wallets_of;
mod warn;
mod wave;
mod welcome;

#[cfg(test)]
mod tests;

pub(crate) use account::Owner;
pub(crate) use api::{
    BalancesApi, BatchesApi, CheckApi, ExplainApi, HoldsApi, LedgerApi, MovesApi, MyCreditsApi,
    PolicyApi, ReadsApi, ReversalsApi,
};
pub(crate) use balance::{Balance, balances_of_user};
pub(crate) use book::{Book, CREDIT};
pub(crate) use freeze::count_frozen;
pub(crate) use hand_back::{Left, forget_undone, hand_back, left_to_return, return_left};
pub(crate) use hand_over::{HandOver, hand_over};
pub(crate) use keys::KEYS_OF_A_WRITER;
pub(crate) use open::{Ledger, book_of, known_book};
pub(crate) use settle::settle_due;
pub(crate) use spend_check::{SpendChecks, spend_checks};
pub(crate) use store::books::{
    lock as lock_book, lock_all as lock_books, low_at, set_heard, set_low_at,
};
pub(crate) use store::verifications::OLD_RUNS;
pub(crate) use verification::verify_again;
pub use verify::{Finding, verify};
pub(crate) use wallets_of::{OwnWallets, wallets_of_customer, wallets_of_holder};
pub(crate) use warn::warn_of_expiry;
