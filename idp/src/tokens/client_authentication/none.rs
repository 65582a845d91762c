//! `none`: a public client says who it is, and proves itself by its code verifier or refresh token alone.

use super::presented::{Presented, Proof};
use crate::parameters::Parameters;

/// Reads the id of a client that presents nothing.
pub(super) fn read(parameters: &Parameters) -> Option<Presented> {
    Some(Presented {
        client_id: parameters.get("client_id")?.to_owned(),
        proof: Proof::Nothing,
    })
}
