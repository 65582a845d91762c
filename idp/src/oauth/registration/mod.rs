//! Dynamic client registration: with an initial access token (RFC 7591), and management of the registration (RFC 7592).

pub(crate) mod endpoint;
mod guard;
mod initial_token;
mod issue_token;
mod list_tokens;
mod manage;
mod register;
mod response;
mod sector;
pub(crate) mod store;

pub(crate) use initial_token::InitialToken;
pub(crate) use issue_token::{NewInitialToken, issue_token, revoke_token};
pub(crate) use list_tokens::list_tokens;
