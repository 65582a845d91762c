//! What clients asked lately at the endpoints of sign-in, and what was wrong with it: for who sets a client up.

mod flush;
mod gathered;
mod guard;
mod note;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub(crate) use flush::{flush, keep_flushing};
pub(crate) use gathered::{Activity, Place};
pub(crate) use guard::noted;
pub(crate) use note::{
    Cause, asked_by, offended, record_cause, record_pkce, refused, settled, signed_in,
};
