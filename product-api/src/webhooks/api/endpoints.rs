//! `/v1/webhook-endpoints`: a website manages the endpoints that receive events of its credits.

use std::sync::Arc;

use foundation::secret::{ExposeSecret, SecretString};
use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use super::forms::{EndpointDto, SecretDto, SigningName};
use crate::app::App;
use crate::caller::{Mode, StepUp, WebhooksManage};
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::{Nullable, Tag};
use crate::webhooks::add::{NewEndpoint, add};
use crate::webhooks::change::{self, EndpointChange, change};
use crate::webhooks::rotate::rotate;
use crate::websites::BySite;

documents!(ListProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    ChangeProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType, WebsiteSuspended
);

/// Hours for which the previous secret also signs by default.
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
    /// The endpoint's URL: https, at a public address.
    #[oai(validator(min_length = 1, max_length = 2000))]
    url: String,
    /// The types of events to receive; all except `credits.spent` if absent.
    #[oai(validator(min_items = 1, max_items = 50))]
    events: Option<Vec<String>>,
    /// The mode of the events; the mode of the request if absent.
    mode: Option<Mode>,
    /// The signature scheme of the events; `v1` if absent.
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

/// The status to set.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "WebhookEndpointWish", rename_all = "lowercase")]
enum StatusBody {
    /// The endpoint receives events.
    Active,
    /// The endpoint receives no events.
    Off,
}

/// Changes of an endpoint; a member that is absent stays unchanged.
#[derive(Object)]
#[oai(
    rename = "WebhookEndpointChange",
    deny_unknown_fields,
    skip_serializing_if_is_none
)]
struct ChangeBody {
    /// The endpoint's URL.
    #[oai(validator(min_length = 1, max_length = 2000))]
    url: Option<String>,
    /// The types of events to receive.
    #[oai(validator(min_items = 1, max_items = 50))]
    events: Option<Vec<String>>,
    /// The status of the endpoint.
    status: Option<StatusBody>,
}

/// Options of the rotation of a secret.
#[derive(Object)]
#[oai(
    rename = "WebhookSecretRotation",
    deny_unknown_fields,
    skip_serializing_if_is_none
)]
struct RotationBody {
    /// The hours for which the previous secret also signs: 24 if absent, at most 168 (a week). With 0 the new secret signs
    /// alone.
    #[oai(validator(minimum(value = "0"), maximum(value = "168")))]
    overlap_hours: Option<u16>,
}

/// The endpoints of a website.
#[derive(Object)]
struct WebhookEndpointList {
    /// The endpoints, oldest first.
    items: Vec<EndpointDto>,
}

#[derive(ApiResponse)]
enum ListResponse {
    /// The endpoints.
    #[oai(status = 200)]
    Ok(Json<WebhookEndpointList>),
}

#[derive(ApiResponse)]
enum AddedResponse {
    /// The endpoint, with its secret.
    #[oai(status = 201)]
    Created(Json<SecretDto>),
}

#[derive(ApiResponse)]
enum EndpointResponse {
    /// The endpoint.
    #[oai(status = 200)]
    Ok(Json<EndpointDto>),
}

#[derive(ApiResponse)]
enum RotatedResponse {
    /// The endpoint, with its new secret.
    #[oai(status = 200)]
    Ok(Json<SecretDto>),
}

#[derive(ApiResponse)]
enum DeletedResponse {
    /// The endpoint is deleted.
    #[oai(status = 204)]
    Deleted,
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
    /// Registers a URL that receives the website's events from now on, signed as Standard Webhooks 1.x. Each event is sent
    /// at least once: ignore an event whose `webhook-id` you have processed. A failed delivery is retried for three days. A
    /// website has at most twenty endpoints in each mode.
    #[oai(
        path = "/v1/webhook-endpoints",
        method = "post",
        operation_id = "add_webhook_endpoint",
        tag = "Tag::Webhooks"
    )]
    async fn add(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<WebhooksManage>>,
        body: Body<NewBody>,
    ) -> Result<AddedResponse, ProblemResponse<ChangeProblems>> {
        let asked = NewEndpoint {
            url: body.0.url,
            events: body.0.events,
            mode: body.0.mode,
            signing: body.0.signing.unwrap_or(SigningName::V1).into(),
        };
        let (endpoint, secret) = add(&app, &caller.0, asked).await?;
        Ok(AddedResponse::Created(Json(SecretDto {
            endpoint: EndpointDto::new(endpoint, app.clock.now()),
            secret: shown(secret),
        })))
    }

    /// List webhook endpoints
    ///
    /// Lists the endpoints of the API key's mode. The website's owner sees those of both modes, unless `mode` selects one.
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
    ) -> Result<ListResponse, ProblemResponse<ListProblems>> {
        let endpoints = change::list(&app, &caller.0, mode.0).await?;
        let now = app.clock.now();
        let to_dto = |endpoint| EndpointDto::new(endpoint, now);
        Ok(ListResponse::Ok(Json(WebhookEndpointList {
            items: endpoints.into_iter().map(to_dto).collect(),
        })))
    }

    /// Get a webhook endpoint
    ///
    /// Returns one endpoint with its status.
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
    ) -> Result<EndpointResponse, ProblemResponse<ListProblems>> {
        let endpoint = change::find(&app, &caller.0, &id).await?;
        let response = EndpointDto::new(endpoint, app.clock.now());
        Ok(EndpointResponse::Ok(Json(response)))
    }

    /// Change a webhook endpoint
    ///
    /// Changes the members that are present. No event is queued for an endpoint that is off: send the time range again
    /// after it is on. The range may lack `credits.spent`, which is recorded only while an active endpoint receives it, and
    /// `credits.expiring`, recorded only while an endpoint of the mode is active. Switching on a disabled endpoint clears
    /// its failures.
    #[oai(
        path = "/v1/webhook-endpoints/:id",
        method = "patch",
        operation_id = "change_webhook_endpoint",
        tag = "Tag::Webhooks"
    )]
    async fn change(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<WebhooksManage>>,
        /// The endpoint's id.
        id: Path<String>,
        body: Body<ChangeBody>,
    ) -> Result<EndpointResponse, ProblemResponse<ChangeProblems>> {
        let changes = EndpointChange {
            url: body.0.url,
            events: body.0.events,
            is_active: body.0.status.map(|status| status == StatusBody::Active),
        };
        let endpoint = change(&app, &caller.0, &id, changes).await?;
        let response = EndpointDto::new(endpoint, app.clock.now());
        Ok(EndpointResponse::Ok(Json(response)))
    }

    /// Rotate a webhook secret
    ///
    /// Creates a new secret, which is returned only this once, or a new key, whose public half is `public_key`. For
    /// `overlap_hours` every event carries a signature by the previous secret, too. Secrets of earlier rotations sign until
    /// their own end, so if a response is lost, rotate again. An endpoint has at most ten previous secrets at a time.
    #[oai(
        path = "/v1/webhook-endpoints/:id/rotate-secret",
        method = "post",
        operation_id = "rotate_webhook_secret",
        tag = "Tag::Webhooks"
    )]
    async fn rotate(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<WebhooksManage>>,
        /// The endpoint's id.
        id: Path<String>,
        body: Body<RotationBody>,
    ) -> Result<RotatedResponse, ProblemResponse<ChangeProblems>> {
        let overlap = body.0.overlap_hours.unwrap_or(USUAL_OVERLAP_HOURS);
        let (endpoint, secret) = rotate(&app, &caller.0, &id, overlap).await?;
        Ok(RotatedResponse::Ok(Json(SecretDto {
            endpoint: EndpointDto::new(endpoint, app.clock.now()),
            secret: shown(secret),
        })))
    }

    /// Delete a webhook endpoint
    ///
    /// Stops all deliveries to it, including those that are queued.
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
    ) -> Result<DeletedResponse, ProblemResponse<ListProblems>> {
        change::delete(&app, &caller.0, &id).await?;
        Ok(DeletedResponse::Deleted)
    }
}
