//! `tollgate doctor`: looks whether a running server is well, and says what to do where it is not.

mod connections;
mod finding;
mod keys;
mod restored;
mod settings;
mod tell;
mod visit;

pub(crate) use tell::run;
