//! Clock that follows another clock: by readings of it, and by the monotonic clock in between.

mod follow;
#[cfg(test)]
mod tests;

pub(crate) use follow::Followed;
pub use follow::{Look, Taken};
