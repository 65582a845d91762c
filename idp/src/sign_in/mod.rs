//! Sign-in: the API under `/api/auth`, whose routes and texts are fixed by existing client libraries.

mod action;
mod admit;
mod arrive;
mod attempt;
mod callback_url;
mod complete;
mod cookie;
mod credentials;
pub(crate) mod csrf;
mod email;
mod endpoint;
mod error_code;
mod exchange;
mod fields;
mod guard;
mod oauth;
mod own_page;
mod page;
mod passkey;
mod read_session;
mod sign_out;
mod step_up;
mod ways;
mod wish;
mod write_failure;

pub(crate) use admit::BrowserContext;
pub(crate) use arrive::{ProviderSignInOutcome, complete_provider_sign_in};
pub(crate) use callback_url::checked as own_address;
pub(crate) use endpoint::serve;
pub(crate) use exchange::CLAIM_PAGE;
