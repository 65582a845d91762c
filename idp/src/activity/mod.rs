//! Recent requests of clients at the sign-in endpoints, with their errors, for the developer who sets a client up.

mod flush;
mod gathered;
mod guard;
mod note;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub(crate) use flush::{flush, keep_flushing};
pub(crate) use gathered::{ActivityRecorder, RecordedEndpoint};
pub(crate) use guard::noted;
pub(crate) use note::{
    ErrorCause, asked_by, offended, record_cause, record_pkce, refused, settled, signed_in,
};
