//! Metrics of the idp: recorded families, and gauges that are read when metrics are requested.

mod collectors;
mod families;

pub use collectors::collectors;
pub use families::FAMILIES;
