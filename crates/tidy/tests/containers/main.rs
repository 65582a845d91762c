//! Names in the container files, compared with the tree and the settings, without a container engine.
#![expect(
    clippy::expect_used,
    reason = "a test that cannot read what it checks has failed"
)]

mod compose;
mod dockerfile;
mod gateway;
mod postgres;
mod secrets;
mod text;
