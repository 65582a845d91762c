//! Merges: two users that are proven to be one person are merged, and the merge can be undone for a week.

mod has_sign_in_method;
mod join;
mod list;
mod merge;
mod next_sequence;
mod offer;
pub(crate) mod store;
mod undo;

pub(crate) use has_sign_in_method::has_sign_in_method;
pub(crate) use join::{JoinOutcome, MergePreview, join, preview};
pub(crate) use list::{UndoableMerge, find, undoable};
pub(crate) use merge::{AddressEffect, MOVES_KEPT, Merge, MergeRefusal, UndoRefusal};
pub(crate) use next_sequence::next_sequence;
pub(crate) use offer::{MergeOffer, offer_by_account, offer_by_address};
pub(crate) use undo::{UndoOutcome, UndoRequester, undo};
