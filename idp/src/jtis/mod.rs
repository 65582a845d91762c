//! Ids of signed statements that count once: those that clients prove themselves by, and those that prove their keys.

pub(crate) mod store;
#[cfg(test)]
mod tests;
mod use_once;

pub(crate) use use_once::use_once;
