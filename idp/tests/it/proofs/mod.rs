//! How clients prove themselves and their keys at the endpoints that only they use.

pub(crate) mod assertions;
mod audiences;
pub(crate) mod dpop;
pub(crate) mod key;
mod nameless;
mod secrets;
