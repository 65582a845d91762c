//! Merges: two users that are proven to be one person are merged, and the merge can be undone for a week.

mod has_way_in;
mod join;
mod list;
mod merge;
mod number_change;
mod offer;
pub(crate) mod store;
mod undo;

pub(crate) use has_way_in::has_way_in;
pub(crate) use join::{Joined, Preview, join, preview};
pub(crate) use list::{Undoable, find, undoable};
pub(crate) use merge::{AddressFate, MOVES_KEPT, Merge, NoUndo, Refusal};
pub(crate) use number_change::next_sequence;
pub(crate) use offer::{Offer, offer_by_account, offer_by_address};
pub(crate) use undo::{Asker, Undone, undo};
