//! Tables of the passwords module: hashes, links that set passwords, and recent attempts.

pub(crate) mod attempts;
pub(crate) mod hashes;
pub(crate) mod links;
