//! The world of the journeys: real processes of the one binary, a browser without a screen, and doubles of the neighbours.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    reason = "a journey that cannot go on stops and says where"
)]

pub mod authlib_site;
pub mod browser;
pub mod gateway;
pub mod mailbox;
pub mod mcp;
pub mod operator;
pub mod people;
pub mod port;
pub mod postgres;
pub mod process;
pub mod relying_party;
pub mod schemathesis;
pub mod world;
