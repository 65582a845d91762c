//! Tables of merges: the merges themselves, and the moved items of each.

mod merges;
pub(crate) mod moves;

pub(super) use merges::{
    deactivate_merged, find, insert, is_merged, mark_undone, next_sequence, reactivate, undoable,
};
