//! Merges: two users that are proven to be one person are merged, and the merge can be undone for a week.

mod has_way_in;
mod join;
mod list;
mod merge;
mod number_change;
mod offer;
pub(crate) mod store;
mod undo;

pub(crate) use has_way_in::has_sign_in_method;
pub(crate) use join::{JoinOutcome, MergePreview, join, preview};
pub(crate) use list::{UndoableMerge, find, undoable};
pub(crate) use merge::{AddressEffect, MOVES_KEPT, Merge, MergeRefusal, UndoRefusal};
pub(crate) use number_change::next_sequence;
pub(crate) use offer::{MergeOffer, offer_by_account, offer_by_address};
pub(crate) use undo::{UndoOutcome, UndoRequester, undo};
