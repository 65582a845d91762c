//! Sign-in: the API under `/api/auth`, whose routes and texts are fixed by existing client libraries.

mod action;
mod start_session;
mod provider_sign_in;
mod email_attempt;
mod callback_url;
mod email_sign_in;
mod cookie;
mod credentials;
pub(crate) mod csrf;
mod email;
mod endpoint;
mod error_code;
mod context;
mod fields;
mod guard;
mod oauth;
mod own_page;
mod page;
mod passkey;
mod read_session;
mod sign_out;
mod step_up;
mod methods;
mod requirements;
mod record_failure;

pub(crate) use start_session::BrowserContext;
pub(crate) use provider_sign_in::{ProviderSignInOutcome, complete_provider_sign_in};
pub(crate) use callback_url::checked as own_address;
pub(crate) use endpoint::serve;
pub(crate) use context::CLAIM_PAGE;
