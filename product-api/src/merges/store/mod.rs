//! Merges in the database: the cursor, what is known of each, and what each has moved.

mod movable;
mod moves;
mod sequence;

pub(super) use moves::{
    OfUser, book_of, customers_of, fold, meet, merged_into, move_websites, moved_by, name_back,
    note, platform_books_of, rename, return_website, twin,
};
pub(super) use sequence::{advance, left_behind, lock, sequence, some_on, state, write};

pub(super) use super::moved::{Moved, What};
