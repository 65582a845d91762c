//! `/v1/webhook-endpoints`: a website says where it wants to hear of what happens to credits.

use std::sync::Arc;

use foundation::secret::{ExposeSecret, SecretString};
use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use super::forms::{EndpointAnswer, SecretAnswer, SigningName};
use crate::app::App;
use crate::caller::{Fresh, Mode, WebhooksManage};
use crate::problem::{Body, Refused, documents};
use crate::schema::{Nullable, Tag};
use crate::webhooks::add::{NewEndpoint, add};
use crate::webhooks::change::{self, Change, change};
use crate::webhooks::rotate::rotate;
use crate::websites::BySite;

documents!(ListProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    ChangeProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType, WebsiteSuspended
);

/// How long the secret of before signs as well, when nobody says otherwise.
const USUAL_OVERLAP_HOURS: u16 = 24;

/// An endpoint to add.
#[derive(Object)]
#[oai(
    rename = "WebhookEndpointRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct NewBody {
    /// Where it is: https, at a public address.
    #[oai(validator(min_length = 1, max_length = 2000))]
    url: String,
    /// The types of events to hear; all but `credits.spent`, when absent.
    #[oai(validator(min_items = 1, max_items = 50))]
    events: Option<Vec<String>>,
    /// Whose events: the mode of the call, when absent.
    mode: Option<Mode>,
    /// How the events are signed; `v1` when absent.
    signing: Option<SigningName>,
}

impl Example for NewBody {
    fn example() -> Self {
        Self {
            url: "https://pictures.example.com/hooks/tollgate".to_owned(),
            events: None,
            mode: None,
            signing: None,
        }
    }
}

/// How an endpoint is to stand.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "WebhookEndpointWish", rename_all = "lowercase")]
enum StatusBody {
    /// It is told.
    Active,
    /// It is not.
    Off,
}

/// What is to be changed; what is absent stays.
#[derive(Object)]
#[oai(
    rename = "WebhookEndpointChange",
    deny_unknown_fields,
    skip_serializing_if_is_none
)]
struct ChangeBody {
    /// Where it is.
    #[oai(validator(min_length = 1, max_length = 2000))]
    url: Option<String>,
    /// The types of events to hear.
    #[oai(validator(min_items = 1, max_items = 50))]
    events: Option<Vec<String>>,
    /// Whether it is told.
    status: Option<StatusBody>,
}

/// How a secret is rotated.
#[derive(Object)]
#[oai(
    rename = "WebhookSecretRotation",
    deny_unknown_fields,
    skip_serializing_if_is_none
)]
struct RotationBody {
    /// For how many hours the secret of before signs as well; 24, when absent. While one of before signs, only 0 is taken:
    /// the new one then signs alone.
    #[oai(validator(minimum(value = "0"), maximum(value = "168")))]
    overlap_hours: Option<u16>,
}

/// The endpoints of a website.
#[derive(Object)]
struct WebhookEndpointList {
    /// Oldest first.
    items: Vec<EndpointAnswer>,
}

#[derive(ApiResponse)]
enum ListResponse {
    /// The endpoints.
    #[oai(status = 200)]
    Ok(Json<WebhookEndpointList>),
}

#[derive(ApiResponse)]
enum AddedResponse {
    /// The endpoint, and its secret.
    #[oai(status = 201)]
    Created(Json<SecretAnswer>),
}

#[derive(ApiResponse)]
enum EndpointResponse {
    /// The endpoint.
    #[oai(status = 200)]
    Ok(Json<EndpointAnswer>),
}

#[derive(ApiResponse)]
enum RotatedResponse {
    /// The endpoint, and its new secret.
    #[oai(status = 200)]
    Ok(Json<SecretAnswer>),
}

#[derive(ApiResponse)]
enum DeletedResponse {
    /// The endpoint is gone.
    #[oai(status = 204)]
    Gone,
}

fn shown(secret: Option<SecretString>) -> Nullable<String> {
    secret
        .map(|secret| secret.expose_secret().to_owned())
        .into()
}

/// The operations on endpoints.
pub(crate) struct WebhookEndpointsApi;

#[OpenApi]
impl WebhookEndpointsApi {
    /// Add a webhook endpoint
    ///
    /// From now on the website's events are sent there, signed by Standard Webhooks 1.x, at least once each: drop those
    /// whose `webhook-id` you have seen. What is not taken is sent again for three days. A website has at most twenty
    /// endpoints of each mode.
    #[oai(
        path = "/v1/webhook-endpoints",
        method = "post",
        operation_id = "add_webhook_endpoint",
        tag = "Tag::Webhooks"
    )]
    async fn add(
        &self,
        app: Data<&Arc<App>>,
        caller: Fresh<BySite<WebhooksManage>>,
        body: Body<NewBody>,
    ) -> Result<AddedResponse, Refused<ChangeProblems>> {
        let asked = NewEndpoint {
            url: body.0.url,
            events: body.0.events,
            mode: body.0.mode,
            signing: body.0.signing.unwrap_or(SigningName::V1).into(),
        };
        let (endpoint, secret) = add(&app, &caller.0, asked).await?;
        Ok(AddedResponse::Created(Json(SecretAnswer {
            endpoint: endpoint.into(),
            secret: shown(secret),
        })))
    }

    /// List webhook endpoints
    ///
    /// Those of the API key's mode; of both modes for the website's owner, unless one is asked for.
    #[oai(
        path = "/v1/webhook-endpoints",
        method = "get",
        operation_id = "list_webhook_endpoints",
        tag = "Tag::Webhooks"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<WebhooksManage>,
        /// Only endpoints of this mode.
        mode: Query<Option<Mode>>,
    ) -> Result<ListResponse, Refused<ListProblems>> {
        let endpoints = change::list(&app, &caller.0, mode.0).await?;
        Ok(ListResponse::Ok(Json(WebhookEndpointList {
            items: endpoints.into_iter().map(Into::into).collect(),
        })))
    }

    /// Get a webhook endpoint
    ///
    /// One endpoint, with how it stands.
    #[oai(
        path = "/v1/webhook-endpoints/:id",
        method = "get",
        operation_id = "get_webhook_endpoint",
        tag = "Tag::Webhooks"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<WebhooksManage>,
        /// The endpoint's id.
        id: Path<String>,
    ) -> Result<EndpointResponse, Refused<ListProblems>> {
        let endpoint = change::find(&app, &caller.0, &id).await?;
        Ok(EndpointResponse::Ok(Json(endpoint.into())))
    }

    /// Change a webhook endpoint
    ///
    /// What is absent stays. While an endpoint is off, nothing waits for it: send a time range again once it is on, but
    /// for `credits.spent`, which is not written while nobody hears it, and `credits.expiring`, which is not while no endpoint
    /// of the mode is active.
    /// Switching on one that was disabled lets it begin anew.
    #[oai(
        path = "/v1/webhook-endpoints/:id",
        method = "patch",
        operation_id = "change_webhook_endpoint",
        tag = "Tag::Webhooks"
    )]
    async fn change(
        &self,
        app: Data<&Arc<App>>,
        caller: Fresh<BySite<WebhooksManage>>,
        /// The endpoint's id.
        id: Path<String>,
        body: Body<ChangeBody>,
    ) -> Result<EndpointResponse, Refused<ChangeProblems>> {
        let wish = Change {
            url: body.0.url,
            events: body.0.events,
            is_active: body.0.status.map(|status| status == StatusBody::Active),
        };
        let endpoint = change(&app, &caller.0, &id, wish).await?;
        Ok(EndpointResponse::Ok(Json(endpoint.into())))
    }

    /// Rotate a webhook secret
    ///
    /// Makes a new secret, which is shown this once, or a new key, of which `public_key` is the public half. For
    /// `overlap_hours` every event carries two signatures, of the new one and of the one before.
    #[oai(
        path = "/v1/webhook-endpoints/:id/rotate-secret",
        method = "post",
        operation_id = "rotate_webhook_secret",
        tag = "Tag::Webhooks"
    )]
    async fn rotate(
        &self,
        app: Data<&Arc<App>>,
        caller: Fresh<BySite<WebhooksManage>>,
        /// The endpoint's id.
        id: Path<String>,
        body: Body<RotationBody>,
    ) -> Result<RotatedResponse, Refused<ChangeProblems>> {
        let overlap = body.0.overlap_hours.unwrap_or(USUAL_OVERLAP_HOURS);
        let (endpoint, secret) = rotate(&app, &caller.0, &id, overlap).await?;
        Ok(RotatedResponse::Ok(Json(SecretAnswer {
            endpoint: endpoint.into(),
            secret: shown(secret),
        })))
    }

    /// Delete a webhook endpoint
    ///
    /// Nothing more is sent there, not even what waits.
    #[oai(
        path = "/v1/webhook-endpoints/:id",
        method = "delete",
        operation_id = "delete_webhook_endpoint",
        tag = "Tag::Webhooks"
    )]
    async fn delete(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<WebhooksManage>,
        /// The endpoint's id.
        id: Path<String>,
    ) -> Result<DeletedResponse, Refused<ListProblems>> {
        change::delete(&app, &caller.0, &id).await?;
        Ok(DeletedResponse::Gone)
    }
}
