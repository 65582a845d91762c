//! The tables of the passwords room: the hashes, and the tries of late.

pub(super) mod hashes;
pub(crate) mod tries;
