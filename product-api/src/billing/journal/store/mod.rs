//! Tables of the money journal.

mod lot_costs;
mod transactions;

pub(super) use lot_costs::{find_origin, insert_lot_cost, lock_lot, update_returned};
pub(super) use transactions::{MoneyTimes, insert_entries, insert_transaction};
