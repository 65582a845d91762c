//! Tables of user changes: the cursor, the merges and the objects that they moved, and the deleted users.

mod cursor;
mod deleted_users;
mod movable;
mod moves;
mod rewind;

/// Composed statements, for tests of query plans.
#[cfg(test)]
pub(crate) const TEXTS: [&str; 2] = [cursor::TEXT, moves::TEXT];

pub(super) use cursor::{advance, identify, left_behind, lock, progress, some_on, state, write};
pub(super) use deleted_users::{
    end_subscriptions, erase, linked_still, linked_to, turn_off_topups, unlink,
};
pub(super) use moves::{
    OfUser, book_of, customers_of, find_counterpart, fold, meet, merged_into, move_websites,
    moved_by, name_back, note, platform_books_of, rename, return_website, show_subscribed,
};
pub(super) use rewind::{end_reading_again, forget_moves, forgotten, rewind};

pub(super) use super::moved::{MovedItem, MovedKind};
