//! A clock that follows another's time: by looks at it now and then, and by the monotonic clock in between.

mod follow;
#[cfg(test)]
mod tests;

pub(crate) use follow::Followed;
pub use follow::{Look, Taken};
