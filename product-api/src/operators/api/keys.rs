//! `/v1/operator/signing-keys`: the keys that sign tokens, and their rotation.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::caller::StepUp;
use crate::idp::IdpSigningKey;
use crate::operators::signing_keys::{list, rotate};
use crate::problem::{ProblemResponse, documents};
use crate::schema::{Nullable, Tag};
use crate::users::Operator;

documents!(KeysProblems: ClientNotAllowed, HolderInactive);
documents!(RotateProblems: ClientNotAllowed, Conflict, HolderInactive);

/// A key that signs tokens, without its private part.
#[derive(Object)]
#[oai(rename = "OperatorSigningKey", example)]
struct KeyDto {
    /// The key's id in tokens.
    kid: String,
    /// The algorithm: `ES256`, `RS256` or `EdDSA`.
    alg: String,
    /// The state: `announced`, `active` or `retired`.
    state: String,
    /// The time of publication.
    created_at: String,
    /// The time from which it signs or signed; null if it is not decided.
    signs_from: Nullable<String>,
    /// The time at which it stopped signing; null before.
    retires_at: Nullable<String>,
}

impl From<IdpSigningKey> for KeyDto {
    fn from(key: IdpSigningKey) -> Self {
        Self {
            kid: key.kid,
            alg: key.alg,
            state: key.state,
            created_at: key.created_at,
            signs_from: key.activated_at.or(key.signs_at).into(),
            retires_at: key.retired_at.into(),
        }
    }
}

impl Example for KeyDto {
    fn example() -> Self {
        Self {
            kid: "k1".to_owned(),
            alg: "ES256".to_owned(),
            state: "active".to_owned(),
            created_at: "2026-01-01T00:00:00.000Z".to_owned(),
            signs_from: Some("2026-01-02T00:00:00.000Z".to_owned()).into(),
            retires_at: None.into(),
        }
    }
}

/// All keys, oldest first.
#[derive(Object)]
#[oai(rename = "OperatorSigningKeys", example)]
struct KeysDto {
    /// The keys.
    items: Vec<KeyDto>,
}

impl KeysDto {
    fn new(keys: Vec<IdpSigningKey>) -> Json<Self> {
        let items = keys.into_iter().map(KeyDto::from).collect();
        Json(Self { items })
    }
}

impl Example for KeysDto {
    fn example() -> Self {
        Self {
            items: vec![KeyDto::example()],
        }
    }
}

#[derive(ApiResponse)]
enum ListResponse {
    /// The keys.
    #[oai(status = 200)]
    Ok(Json<KeysDto>),
}

#[derive(ApiResponse)]
enum RotateResponse {
    /// The keys, including the next ones, which are announced now and sign later.
    #[oai(status = 201)]
    Announced(Json<KeysDto>),
}

/// The operations on signing keys.
pub(crate) struct SigningKeysApi;

#[OpenApi]
impl SigningKeysApi {
    /// List the signing keys
    ///
    /// Lists the keys with which the identity provider signs tokens, oldest first. Only the operator of this installation
    /// may call it.
    #[oai(
        path = "/v1/operator/signing-keys",
        method = "get",
        operation_id = "list_signing_keys",
        tag = "Tag::Operator"
    )]
    async fn keys(
        &self,
        app: Data<&Arc<App>>,
        _operator: Operator,
    ) -> Result<ListResponse, ProblemResponse<KeysProblems>> {
        Ok(ListResponse::Ok(KeysDto::new(list(&app).await?)))
    }

    /// Rotate the signing keys
    ///
    /// Announces the next keys. They start to sign after every server that verifies tokens has had the time to load them;
    /// until then nothing changes. Only the operator of this installation may call it.
    #[oai(
        path = "/v1/operator/signing-keys/rotate",
        method = "post",
        operation_id = "rotate_signing_keys",
        tag = "Tag::Operator"
    )]
    async fn rotate(
        &self,
        app: Data<&Arc<App>>,
        operator: StepUp<Operator>,
    ) -> Result<RotateResponse, ProblemResponse<RotateProblems>> {
        let keys = rotate(&app, &operator).await?;
        Ok(RotateResponse::Announced(KeysDto::new(keys)))
    }
}
