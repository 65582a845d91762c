//! `/v1/api-keys`: a website's keys.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{
    CapsBody, ChangeBody, KeyDto, KeyPage, KeyStatusDto, NewBody, RotationBody, SecretDto,
};
use crate::api_keys::add::add;
use crate::api_keys::change::{KeyChange, change};
use crate::api_keys::find;
use crate::api_keys::revoke::revoke;
use crate::api_keys::rotate::rotate;
use crate::app::App;
use crate::caller::{KeysManage, Mode, StepUp};
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::{AdmitOwner, BySite};

documents!(ReadProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    AddProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType, WebsiteSuspended
);
documents!(
    ChangeProblems: ApiKeyEnded, ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType,
        WebsiteSuspended
);

/// Seconds for which the previous secret stays valid by default: a day.
const USUAL_OVERLAP_SECONDS: u32 = 86_400;

#[derive(ApiResponse)]
enum KeysResponse {
    /// A page of keys.
    #[oai(status = 200)]
    Ok(Json<KeyPage>),
}

#[derive(ApiResponse)]
enum AddedResponse {
    /// The key, with its secret.
    #[oai(status = 201)]
    Created(Json<SecretDto>),
}

#[derive(ApiResponse)]
enum KeyResponse {
    /// The key after the change.
    #[oai(status = 200)]
    Ok(Json<KeyDto>),
}

#[derive(ApiResponse)]
enum RotatedResponse {
    /// The key, with its new secret.
    #[oai(status = 200)]
    Ok(Json<SecretDto>),
}

fn respond(app: &App, key: crate::api_keys::api_key::ApiKey) -> Json<KeyDto> {
    Json(KeyDto::new(key, app.clock.now()))
}

/// The operations on keys.
pub(crate) struct ApiKeysApi;

#[OpenApi]
impl ApiKeysApi {
    /// Create an API key
    ///
    /// Creates a key and returns its secret only this once. The caller is the website's owner with the header
    /// `Tollgate-Website`, or an API key with the scope `keys`. Such a key can only give scopes that it has itself, no
    /// spending scope if it has a cap, and no key that outlives it. A website has at most 100 keys in each mode that are
    /// neither revoked nor expired.
    #[oai(
        path = "/v1/api-keys",
        method = "post",
        operation_id = "create_api_key",
        tag = "Tag::Keys"
    )]
    async fn add(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<KeysManage, AdmitOwner>>,
        body: Body<NewBody>,
    ) -> Result<AddedResponse, ProblemResponse<AddProblems>> {
        let (key, new) = add(&app, &caller.0, &body.0.read()).await?;
        Ok(AddedResponse::Created(Json(SecretDto {
            api_key: KeyDto::new(key, app.clock.now()),
            key: new.reveal().to_owned(),
        })))
    }

    /// List API keys
    ///
    /// Lists keys, newest first, including expired and revoked ones unless `status` selects others: those of the API key's
    /// mode, or for the website's owner those of both modes unless `mode` selects one.
    #[oai(
        path = "/v1/api-keys",
        method = "get",
        operation_id = "list_api_keys",
        tag = "Tag::Keys"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<KeysManage, AdmitOwner>,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// The `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// Only keys of this mode.
        mode: Query<Option<Mode>>,
        /// Only keys with this status.
        status: Query<Option<KeyStatusDto>>,
    ) -> Result<KeysResponse, ProblemResponse<ReadProblems>> {
        let request = find::KeyPageRequest {
            limit: limit.0,
            cursor: cursor.0,
            mode: mode.0,
            state: status.0.map(Into::into),
        };
        let page = find::page(&app, &caller.0, request).await?;
        let now = app.clock.now();
        let items = page.items.into_iter().map(|key| KeyDto::new(key, now));
        Ok(KeysResponse::Ok(Json(KeyPage {
            items: items.collect(),
            next_cursor: page.next_cursor.into(),
        })))
    }

    /// Get an API key
    ///
    /// Returns one key with its scopes, its caps and its last use; never its secret.
    #[oai(
        path = "/v1/api-keys/:id",
        method = "get",
        operation_id = "get_api_key",
        tag = "Tag::Keys"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<KeysManage, AdmitOwner>,
        /// The key's id.
        id: Path<String>,
    ) -> Result<KeyResponse, ProblemResponse<ReadProblems>> {
        let key = find::find(&app, &caller.0, &id).await?;
        Ok(KeyResponse::Ok(respond(&app, key)))
    }

    /// Change an API key
    ///
    /// Changes its name or its scopes, if they are present. The change applies from the next request on.
    #[oai(
        path = "/v1/api-keys/:id",
        method = "patch",
        operation_id = "change_api_key",
        tag = "Tag::Keys"
    )]
    async fn change(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<KeysManage, AdmitOwner>>,
        /// The key's id.
        id: Path<String>,
        body: Body<ChangeBody>,
    ) -> Result<KeyResponse, ProblemResponse<ChangeProblems>> {
        let changes = KeyChange {
            name: body.0.name,
            scopes: body.0.scopes,
            caps: None,
        };
        let key = change(&app, &caller.0, &id, changes).await?;
        Ok(KeyResponse::Ok(respond(&app, key)))
    }

    /// Set an API key's caps
    ///
    /// Sets the maximum of credits of one operation and of one day (UTC); a member that is absent or null means no cap. The
    /// cap per day counts from the time at which it is set: spends, captures, and holds with `on_expiry: capture` when they
    /// are opened. Credits given back later are not subtracted. An operation that exceeds a cap is refused with 403
    /// `key-spend-cap-reached`.
    #[oai(
        path = "/v1/api-keys/:id/caps",
        method = "put",
        operation_id = "set_api_key_caps",
        tag = "Tag::Keys"
    )]
    async fn set_caps(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<KeysManage, AdmitOwner>>,
        /// The key's id.
        id: Path<String>,
        body: Body<CapsBody>,
    ) -> Result<KeyResponse, ProblemResponse<ChangeProblems>> {
        let changes = KeyChange {
            caps: Some(body.0.into()),
            ..KeyChange::default()
        };
        let key = change(&app, &caller.0, &id, changes).await?;
        Ok(KeyResponse::Ok(respond(&app, key)))
    }

    /// Rotate an API key
    ///
    /// Gives the key a new secret and returns it only this once. The previous secret stays valid for `overlap_seconds`, so
    /// that back ends can switch over. Secrets of earlier rotations stay valid until their own end, so if a response is lost,
    /// rotate again. A key has at most ten previous secrets at a time.
    #[oai(
        path = "/v1/api-keys/:id/rotate",
        method = "post",
        operation_id = "rotate_api_key",
        tag = "Tag::Keys"
    )]
    async fn rotate(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<KeysManage, AdmitOwner>>,
        /// The key's id.
        id: Path<String>,
        body: Body<RotationBody>,
    ) -> Result<RotatedResponse, ProblemResponse<ChangeProblems>> {
        let overlap = body.0.overlap_seconds.unwrap_or(USUAL_OVERLAP_SECONDS);
        let (key, secret) = rotate(&app, &caller.0, &id, overlap).await?;
        Ok(RotatedResponse::Ok(Json(SecretDto {
            api_key: KeyDto::new(key, app.clock.now()),
            key: secret.reveal().to_owned(),
        })))
    }

    /// Revoke an API key
    ///
    /// Ends the key: all further requests with any of its secrets are refused. Idempotent; it cannot be undone.
    #[oai(
        path = "/v1/api-keys/:id/revoke",
        method = "post",
        operation_id = "revoke_api_key",
        tag = "Tag::Keys"
    )]
    async fn revoke(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<KeysManage, AdmitOwner>,
        /// The key's id.
        id: Path<String>,
    ) -> Result<KeyResponse, ProblemResponse<ReadProblems>> {
        let key = revoke(&app, &caller.0, &id).await?;
        Ok(KeyResponse::Ok(respond(&app, key)))
    }
}
