//! Tables of merges: the merges themselves, and the moved items of each.

mod merges;
pub(crate) mod moves;

pub(super) use merges::{
    come_back, find, insert, is_merged, leave, mark_undone, next_sequence, undoable,
};
