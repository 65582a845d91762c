//! `GET /v1/operator/webhook-deliveries`: webhook deliveries of all websites.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::operators::find_deliveries::{OperatorDelivery, find_deliveries};
use crate::problem::{ProblemResponse, documents};
use crate::schema::{Instant, Nullable, PageParams, Tag};
use crate::users::Operator;

documents!(SentProblems: ClientNotAllowed, HolderInactive);

/// A delivery of a webhook, as the operator sees it: without its body.
#[derive(Object)]
#[oai(rename = "OperatorDelivery", example)]
struct OperatorDeliveryDto {
    /// The event's id.
    event_id: String,
    /// The event's type.
    #[oai(rename = "type")]
    kind: String,
    /// The id of the endpoint.
    endpoint_id: String,
    /// The endpoint's URL.
    url: String,
    /// The endpoint's website.
    website_id: String,
    /// The mode: `live` or `test`.
    mode: String,
    /// The state: `waiting`, `delivered` or `failed`.
    state: String,
    /// The number of attempts.
    attempts: i64,
    /// The time of the last attempt; null before.
    last_at: Nullable<Instant>,
    /// The HTTP status of the endpoint's last response.
    last_status: Nullable<i16>,
    /// The error of the last attempt.
    last_error: Nullable<String>,
    /// The time of the event.
    created_at: Instant,
}

impl From<OperatorDelivery> for OperatorDeliveryDto {
    fn from(sent: OperatorDelivery) -> Self {
        Self {
            event_id: format!("evt_{}", sent.event_id),
            kind: sent.kind,
            endpoint_id: sent.endpoint_id,
            url: sent.url,
            website_id: sent.website_id,
            mode: sent.mode,
            state: sent.state,
            attempts: sent.attempts,
            last_at: sent.last_at.map(Instant).into(),
            last_status: sent.last_status.into(),
            last_error: sent.last_error.into(),
            created_at: Instant(sent.created_at),
        }
    }
}

impl Example for OperatorDeliveryDto {
    fn example() -> Self {
        Self {
            event_id: "evt_4398046511105".to_owned(),
            kind: "credits.low".to_owned(),
            endpoint_id: "whe_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            url: "https://pictures.example.com/hooks".to_owned(),
            website_id: "web_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            mode: "live".to_owned(),
            state: "failed".to_owned(),
            attempts: 12,
            last_at: Some(Instant(Timestamp::from_seconds(1_767_225_600))).into(),
            last_status: Some(503).into(),
            last_error: None.into(),
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// One page of deliveries, newest first.
#[derive(Object)]
#[oai(rename = "OperatorDeliveryPage", example)]
struct DeliveriesPageDto {
    /// The deliveries.
    items: Vec<OperatorDeliveryDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl Example for DeliveriesPageDto {
    fn example() -> Self {
        Self {
            items: vec![OperatorDeliveryDto::example()],
            next_cursor: None.into(),
        }
    }
}

#[derive(ApiResponse)]
enum DeliveriesPageResponse {
    /// A page of deliveries.
    #[oai(status = 200)]
    Ok(Json<DeliveriesPageDto>),
}

/// The operation on deliveries.
pub(crate) struct OperatorDeliveriesApi;

#[OpenApi]
impl OperatorDeliveriesApi {
    /// List all deliveries of webhooks
    ///
    /// Lists the deliveries to the endpoints of all websites, newest first, without their bodies. Only the operator of this
    /// installation may call it.
    #[oai(
        path = "/v1/operator/webhook-deliveries",
        method = "get",
        operation_id = "list_all_webhook_deliveries",
        tag = "Tag::Operator"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn deliveries(
        &self,
        app: Data<&Arc<App>>,
        _operator: Operator,
        /// Only deliveries in this state: `waiting`, `delivered` or `failed`.
        state: Query<Option<String>>,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// The `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<DeliveriesPageResponse, ProblemResponse<SentProblems>> {
        let state = state.0.unwrap_or_default();
        let page = PageParams {
            limit: limit.0,
            cursor: cursor.0.as_deref(),
        };
        let (sent, next_cursor) = find_deliveries(&app, &state, page).await?;
        Ok(DeliveriesPageResponse::Ok(Json(DeliveriesPageDto {
            items: sent.into_iter().map(OperatorDeliveryDto::from).collect(),
            next_cursor: next_cursor.into(),
        })))
    }
}
