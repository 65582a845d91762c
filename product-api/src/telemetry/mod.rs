//! The metrics of product-api: their families, and the gauges that are read at each request.

mod collectors;
mod families;

pub use collectors::collectors;
pub use families::FAMILIES;
