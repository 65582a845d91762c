//! Sign-in: the API under `/api/auth`, whose routes and texts are fixed by existing client libraries.

mod action;
mod callback_url;
mod context;
mod cookie;
mod credentials;
pub(crate) mod csrf;
mod email;
mod email_attempt;
mod email_sign_in;
mod endpoint;
mod error_code;
mod fields;
mod guard;
mod methods;
mod oauth;
mod own_page;
mod page;
mod passkey;
mod provider_sign_in;
mod read_session;
mod record_failure;
mod requirements;
mod sign_out;
mod start_session;
mod step_up;

pub(crate) use callback_url::checked as own_address;
pub(crate) use context::CLAIM_PAGE;
pub(crate) use endpoint::serve;
pub(crate) use provider_sign_in::{ProviderSignInOutcome, complete_provider_sign_in};
pub(crate) use start_session::BrowserContext;
