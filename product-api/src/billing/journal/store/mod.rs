//! Tables of the money journal.

mod lot_costs;
mod progress;
mod recognition;
mod transactions;

pub(super) use lot_costs::{
    add_expired_early, find_origin, insert_lot_costs, lock_lot, update_returned,
};
pub(super) use progress::{BookRun, Lease, advance, claim, due_books, finish, release, start_book};
pub(super) use recognition::{LotTimes, OpenLot, open_lots, update_lots};
pub(super) use transactions::{MoneyTimes, insert_entries, insert_transaction, is_recorded};
