//! Ended grants: the identity provider's list is followed here, so that access tokens of a grant are refused within seconds of
//! its end. Nothing is stored: the list has every grant whose tokens may be in use, and a server reads it when it starts.

mod poll;
mod run;

pub use poll::once;
pub(crate) use run::{FollowedGrants, in_a_word, start};
