//! Provides a running idp with its own clock, browsers, and emails.

mod authenticator;
mod browser;
mod crowd;
mod letter;
#[macro_use]
mod places;
mod redis;
mod statements;
mod world;

pub(crate) use authenticator::{Authenticator, SYNCED};
pub(crate) use browser::{Answer, Browser, hidden};
pub(crate) use crowd::{holds, patiently, spawn};
pub(crate) use letter::Letter;
pub(crate) use redis::OwnRedis;
pub(crate) use statements::{Asked, Statements};
pub(crate) use world::{Place, World};
