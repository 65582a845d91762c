//! What the containers name, held against the tree and the settings: no container engine is needed for it.
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
