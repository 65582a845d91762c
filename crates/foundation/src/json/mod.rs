//! The reader of JSON from outside (RFC 8259). It refuses an object that names a member twice, because readers do not agree
//! on which one counts, and a text that is nested very deeply.

mod object;
mod reader;
#[cfg(test)]
mod tests;

pub use object::{ObjectError, parse_object, read_object};
pub use reader::{from_slice, from_stored, parse};
