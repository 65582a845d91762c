//! The metrics of the idp: their families, and the figures that are read when they are asked for.

mod collectors;
mod families;

pub use collectors::collectors;
pub use families::FAMILIES;
