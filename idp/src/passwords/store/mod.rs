//! The tables of the passwords room: the hashes, the links by which they are set, and the tries of late.

pub(crate) mod hashes;
pub(crate) mod links;
pub(crate) mod tries;
