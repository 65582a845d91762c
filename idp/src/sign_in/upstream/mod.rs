//! External providers for sign-in: GitHub, Google, and any OpenID Connect provider.

mod attempt;
mod attempt_cookie;
mod callback;
mod client;
mod endpoints;
mod freshness;
mod github;
mod issuer;
mod openid;
mod profile;
mod provider;
mod refusal;
mod start;
pub(crate) mod store;
mod token;
mod unverified;
mod userinfo;

pub(crate) use attempt::AttemptPurpose;
pub(crate) use callback::{CallbackParameters, complete_attempt};
pub(crate) use freshness::{Freshness, NewAttempt};
pub(crate) use profile::{
    claim as clean_claim, id as subject, image as clean_image, name as clean_name,
};
pub(crate) use provider::{
    Provider, Upstream, breakers, name_of, providers, providers_that_prove_time,
};
pub(crate) use start::start_attempt;
