//! Shapes of objects by API version, and their expansion.

mod blank;
mod expand;
mod render;
mod version;

pub(crate) use blank::filled;
pub(crate) use expand::{Expansion, expand};
pub(crate) use render::render;
pub use version::ApiVersion;
