//! Strict reader of external JSON (RFC 8259). It refuses an object with a repeated member, because parsers differ in
//! which one they use, and a text that is nested too deeply.

mod object;
mod reader;
#[cfg(test)]
mod tests;

pub use object::{ObjectError, parse_object, read_object};
pub use reader::{from_slice, from_stored, parse};
