//! Environment of the journeys: real processes of the binary, a headless browser, and doubles of external services.
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
pub mod installation;
mod installed;
pub mod mailbox;
pub mod mcp;
pub mod operator;
pub mod pgbouncer;
pub mod port;
pub mod postgres;
pub mod process;
pub mod relying_party;
pub mod schemathesis;
pub mod selling_website;
pub mod stripe_server;
pub mod users;
