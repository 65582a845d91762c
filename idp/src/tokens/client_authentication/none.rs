//! `none`: a public client states its id, and only its code verifier or refresh token proves it.

use super::presented::{Presented, Proof};
use crate::parameters::Parameters;

/// Reads the id of a client without a proof.
pub(super) fn read(parameters: &Parameters) -> Option<Presented> {
    Some(Presented {
        client_id: parameters.get("client_id")?.to_owned(),
        proof: Proof::Nothing,
    })
}
