//! Operations on the signing keys, for callers with the scope `idp.keys`.

use foundation::Timestamp;
use poem::Request;
use poem::http::StatusCode;
use poem_openapi::auth::Bearer;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi, SecurityScheme, Tags};

use super::caller::{self, AdminProblem, Caller, open_cursor, problem, seal_cursor};
use crate::admin::admin_api::reseal_secrets::reseal_secrets;
use crate::http::errors::{ErrorCode, OAuthError};
use crate::protocol::keys::{self, KeyInfo, Rotation, SigningKeyState};

const SCOPE: &str = "idp.keys";
const MISSING_SCOPE: OAuthError = OAuthError::new(
    ErrorCode::InsufficientScope,
    "The access token lacks the scope idp.keys. Request one with it; its client must be registered for the scope.",
);
/// The name of the re-encryption in its cursors.
const RESEAL_LIST: &str = "reseal";

/// An access token of the idp with the scope `idp.keys`.
#[derive(SecurityScheme)]
#[oai(
    rename = "IdpKeysToken",
    ty = "bearer",
    bearer_format = "JWT",
    checker = "check"
)]
pub(crate) struct KeysToken(Caller);

async fn check(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    caller::check(request, bearer, SCOPE, MISSING_SCOPE).await
}

#[derive(Tags)]
enum KeysTag {
    /// Signing keys.
    Keys,
}

/// State of a signing key.
#[derive(Enum, Clone, Copy)]
#[oai(rename_all = "lowercase")]
enum KeyState {
    /// Published, but not signing yet.
    Announced,
    /// Signing.
    Active,
    /// Published for the tokens that it signed, but no longer signing.
    Retired,
}

/// A signing key, without its private part.
#[derive(Object)]
#[oai(rename = "SigningKey", skip_serializing_if_is_none)]
struct SigningKeyView {
    /// The key's id in tokens and in the published JWK set.
    kid: String,
    /// `ES256`, `RS256` or `EdDSA`.
    alg: String,
    state: KeyState,
    /// When the key was published, ISO 8601.
    created_at: String,
    /// When an announced key starts signing, ISO 8601.
    signs_at: Option<String>,
    /// When the key started signing, ISO 8601.
    activated_at: Option<String>,
    /// When the key stopped signing, ISO 8601; it stays published for the maximum lifetime of a session and one day.
    retired_at: Option<String>,
}

/// All keys, the oldest first.
#[derive(Object)]
#[oai(rename = "SigningKeyList")]
struct KeyList {
    keys: Vec<SigningKeyView>,
}

/// Progress of the re-encryption.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct Resealing {
    /// The number of values that this request encrypted again.
    resealed: u64,
    /// The cursor of the next request; absent when only values that expire are still encrypted with a previous secret.
    next_cursor: Option<String>,
}

#[derive(ApiResponse)]
enum KeysResponse {
    /// The keys.
    #[oai(status = 200)]
    Found(Json<KeyList>),
}

#[derive(ApiResponse)]
enum RotationResponse {
    /// The keys; each algorithm has an announced one.
    #[oai(status = 200)]
    Announced(Json<KeyList>),
    /// There are too many keys.
    #[oai(status = 409, content_type = "application/problem+json")]
    TooMany(Json<AdminProblem>),
}

#[derive(ApiResponse)]
enum WithdrawalResponse {
    /// The remaining keys.
    #[oai(status = 200)]
    Withdrawn(Json<KeyList>),
    /// The operation needs a caller that is registered for all scopes of this API.
    #[oai(status = 403, content_type = "application/problem+json")]
    Forbidden(Json<AdminProblem>),
    /// There is no such key.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

#[derive(ApiResponse)]
enum ResealingResponse {
    /// The step is done.
    #[oai(status = 200)]
    Done(Json<Resealing>),
    /// The operation needs a caller that is registered for all scopes of this API.
    #[oai(status = 403, content_type = "application/problem+json")]
    Forbidden(Json<AdminProblem>),
    /// The cursor is not valid.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
}

/// Operations on keys.
pub(crate) struct KeysApi;

#[OpenApi]
impl KeysApi {
    /// List the signing keys.
    #[oai(
        path = "/keys",
        method = "get",
        operation_id = "list_keys",
        tag = "KeysTag::Keys"
    )]
    async fn list_keys(&self, caller: KeysToken) -> poem::Result<KeysResponse> {
        let found = keys::list(&caller.0.app).await?;
        Ok(KeysResponse::Found(Json(list(found))))
    }

    /// Rotate the signing keys.
    ///
    /// A successor of each key is published at once, and signs after `IDP_KEY_ANNOUNCE_HOURS`. The previous key stays
    /// published for the tokens that it signed. Repeating the request before that changes nothing more.
    #[oai(
        path = "/keys/rotate",
        method = "post",
        operation_id = "rotate_keys",
        tag = "KeysTag::Keys"
    )]
    async fn rotate_keys(&self, caller: KeysToken) -> poem::Result<RotationResponse> {
        let caller = caller.0;
        Ok(match keys::rotate(&caller.app, &caller.client_id).await? {
            Rotation::Announced(found) => RotationResponse::Announced(Json(list(found))),
            Rotation::TooMany => {
                let detail =
                    "There are sixteen keys of one algorithm: wait until the oldest are forgotten.";
                let response = problem(&caller, StatusCode::CONFLICT, detail.to_owned());
                RotationResponse::TooMany(Json(response))
            }
        })
    }

    /// Withdraw a signing key.
    ///
    /// Use this for a key that may be stolen. The key is no longer published, and its signatures are refused at once by
    /// this server, and within a minute by the other replicas. If the key was signing, its announced successor or a new
    /// key signs from now on. Other verifiers accept the key until they fetch the JWK set again, within an hour. Needs
    /// a caller that is registered for all scopes of this API.
    #[oai(
        path = "/keys/:kid",
        method = "delete",
        operation_id = "withdraw_key",
        tag = "KeysTag::Keys"
    )]
    async fn withdraw_key(
        &self,
        caller: KeysToken,
        kid: Path<String>,
    ) -> poem::Result<WithdrawalResponse> {
        let caller = caller.0;
        if let Some(response) = forbidden(&caller) {
            return Ok(WithdrawalResponse::Forbidden(response));
        }
        let left = keys::withdraw(&caller.app, &caller.client_id, &kid.0).await?;
        if let Some(left) = left {
            return Ok(WithdrawalResponse::Withdrawn(Json(list(left))));
        }
        let detail = "There is no such key: list them with GET of /admin/v1/keys.";
        let response = problem(&caller, StatusCode::NOT_FOUND, detail.to_owned());
        Ok(WithdrawalResponse::Unknown(Json(response)))
    }

    /// Encrypt stored values again with the current master secret.
    ///
    /// Each request handles a limited part; repeat it with `next_cursor` until that is absent. After that only values
    /// that expire within a day, such as queued emails, may need a secret of `IDP_SECRET_PREVIOUS`. Needs a caller that
    /// is registered for all scopes of this API.
    #[oai(
        path = "/keys/reseal",
        method = "post",
        operation_id = "reseal_secrets",
        tag = "KeysTag::Keys"
    )]
    async fn reseal(
        &self,
        caller: KeysToken,
        cursor: Query<Option<String>>,
    ) -> poem::Result<ResealingResponse> {
        let caller = caller.0;
        if let Some(response) = forbidden(&caller) {
            return Ok(ResealingResponse::Forbidden(response));
        }
        let after = match open_cursor(&caller, RESEAL_LIST, cursor.0.as_deref()) {
            Ok(after) => after.map(|(_, id)| id),
            Err(wrong) => {
                let response = problem(&caller, StatusCode::BAD_REQUEST, wrong.to_owned());
                return Ok(ResealingResponse::Wrong(Json(response)));
            }
        };
        let actor = &caller.client_id;
        let progress = reseal_secrets(&caller.app, actor, after.as_deref()).await?;
        let next = progress.next.as_deref();
        let next_cursor = next
            .map(|id| seal_cursor(&caller, RESEAL_LIST, Timestamp::default(), id))
            .transpose()?;
        Ok(ResealingResponse::Done(Json(Resealing {
            resealed: progress.resealed,
            next_cursor,
        })))
    }
}

/// Returns the refusal of a caller that may only list and rotate keys.
fn forbidden(caller: &Caller) -> Option<Json<AdminProblem>> {
    let why = caller.permissions().reason_against_keys()?;
    Some(Json(problem(caller, StatusCode::FORBIDDEN, why)))
}

fn list(found: Vec<KeyInfo>) -> KeyList {
    KeyList {
        keys: found.into_iter().map(SigningKeyView::from).collect(),
    }
}

impl From<KeyInfo> for SigningKeyView {
    fn from(key: KeyInfo) -> Self {
        Self {
            kid: key.kid,
            alg: key.algorithm,
            state: match key.state {
                SigningKeyState::Announced => KeyState::Announced,
                SigningKeyState::Active => KeyState::Active,
                SigningKeyState::Retired => KeyState::Retired,
            },
            created_at: key.created_at.to_iso8601(),
            signs_at: key.signs_at.map(Timestamp::to_iso8601),
            activated_at: key.activated_at.map(Timestamp::to_iso8601),
            retired_at: key.retired_at.map(Timestamp::to_iso8601),
        }
    }
}
