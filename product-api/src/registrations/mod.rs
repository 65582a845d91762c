//! Registering a website in one call, and listing one's own: all that its back end needs, from the rooms that each part belongs to.

mod api;
mod register;

pub(crate) use api::RegistrationsApi;
