//! Registers a website with its client, API keys and webhook endpoint in one request, and lists a user's own websites.

mod api;
mod register;

pub(crate) use api::RegistrationsApi;
