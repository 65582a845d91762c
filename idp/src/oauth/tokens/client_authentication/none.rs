//! `none`: a public client states its id, and only its code verifier or refresh token proves it.

use super::credentials::{ClientCredentials, ClientProof};
use crate::http::parameters::Parameters;

/// Reads the id of a client without a proof.
pub(super) fn read(parameters: &Parameters) -> Option<ClientCredentials> {
    Some(ClientCredentials {
        client_id: parameters.get("client_id")?.to_owned(),
        proof: ClientProof::Nothing,
    })
}
