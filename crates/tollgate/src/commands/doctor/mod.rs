//! `tollgate doctor`: checks a running server, and names a fix for each problem.

mod connections;
mod finding;
mod keys;
mod restored;
mod settings;
mod tell;
mod visit;

pub(crate) use tell::run;
