//! `tollgate doctor`: checks a running server, and names a fix for each problem.

mod connections;
mod finding;
mod keys;
mod remote_checks;
mod report;
mod restored;
mod settings;

pub(crate) use report::run;
