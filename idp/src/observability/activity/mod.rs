//! Recent requests of clients at the sign-in endpoints, with their errors, for the developer who sets a client up.

mod flush;
mod guard;
mod note;
mod recorder;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub(crate) use flush::{flush, keep_flushing};
pub(crate) use guard::with_activity;
pub(crate) use note::{
    ErrorCause, record_cause, record_client, record_final_response, record_pkce,
    record_redirect_uri, record_sign_in, refused,
};
pub(crate) use recorder::{ActivityRecorder, RecordedEndpoint};
