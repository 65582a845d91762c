//! Provides a running idp with its own clock, browsers, and emails.

mod authenticator;
mod browser;
mod crowd;
mod received_email;
#[macro_use]
mod stores;
mod redis;
mod statements;
mod test_installation;

pub(crate) use authenticator::{Authenticator, SYNCED};
pub(crate) use browser::{Browser, BrowserResponse, hidden};
pub(crate) use crowd::{holds, retry_while_busy, spawn};
pub(crate) use received_email::ReceivedEmail;
pub(crate) use redis::PrivateRedis;
pub(crate) use statements::{RecordedStatements, Statements};
pub(crate) use stores::TestBackend;
pub(crate) use test_installation::TestInstallation;
