//! `/v1/webhook-endpoints/{id}/deliveries`: lists deliveries of events, and sends events again.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::forms::{DeliveryDto, DeliveryState, EventDto, event_dto};
use crate::app::App;
use crate::caller::WebhooksManage;
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::webhooks::log::{self, DeliveryPageRequest};
use crate::webhooks::resend::{Range, resend, resend_range};
use crate::webhooks::send_test::send_test;
use crate::websites::BySite;

documents!(LogProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    RangeProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType, WebsiteSuspended
);

/// One page of deliveries.
#[derive(Object)]
struct WebhookDeliveryPage {
    /// The deliveries, newest events first.
    items: Vec<DeliveryDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

/// A delivery with its event.
#[derive(Object)]
struct WebhookDeliveryDetail {
    /// The delivery.
    delivery: DeliveryDto,
    /// The event that is sent; null if it is no longer stored.
    event: Nullable<EventDto>,
}

/// The events to send again.
#[derive(Object)]
#[oai(
    rename = "WebhookTimeRange",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct RangeBody {
    /// The start of the range, included.
    from: Instant,
    /// The end of the range, excluded.
    to: Instant,
    /// The `next_cursor` of the previous request with the same range.
    #[oai(validator(max_length = 1024))]
    cursor: Option<String>,
}

impl Example for RangeBody {
    fn example() -> Self {
        Self {
            from: Instant(Timestamp::from_seconds(1_767_225_600)),
            to: Instant(Timestamp::from_seconds(1_767_229_200)),
            cursor: None,
        }
    }
}

/// The events that were queued.
#[derive(Object)]
struct WebhookQueued {
    /// The number of queued events.
    queued: i32,
    /// Send it as `cursor` for the rest of the range; null if there is none.
    next_cursor: Nullable<String>,
}

#[derive(ApiResponse)]
enum DeliveriesResponse {
    /// A page of deliveries.
    #[oai(status = 200)]
    Ok(Json<WebhookDeliveryPage>),
}

#[derive(ApiResponse)]
enum DetailResponse {
    /// The delivery.
    #[oai(status = 200)]
    Ok(Json<WebhookDeliveryDetail>),
}

#[derive(ApiResponse)]
enum QueuedResponse {
    /// The events are queued.
    #[oai(status = 200)]
    Ok(Json<WebhookQueued>),
}

/// A queued test event.
#[derive(Object)]
struct WebhookTest {
    /// The event's id; its delivery shows the result.
    event_id: String,
}

#[derive(ApiResponse)]
enum TestResponse {
    /// The test event is queued.
    #[oai(status = 202)]
    Queued(Json<WebhookTest>),
}

/// The operations on deliveries.
pub(crate) struct DeliveriesApi;

#[OpenApi]
impl DeliveriesApi {
    /// List webhook deliveries
    ///
    /// Lists the deliveries of events to an endpoint, newest first. They are stored for thirty days.
    #[oai(
        path = "/v1/webhook-endpoints/:id/deliveries",
        method = "get",
        operation_id = "list_webhook_deliveries",
        tag = "Tag::Webhooks"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<WebhooksManage>,
        /// The endpoint's id.
        id: Path<String>,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// The `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// Only deliveries in this state.
        state: Query<Option<DeliveryState>>,
    ) -> Result<DeliveriesResponse, ProblemResponse<LogProblems>> {
        let request = DeliveryPageRequest {
            limit: limit.0,
            cursor: cursor.0,
            state: state.0.map(DeliveryState::word).unwrap_or_default(),
        };
        let page = log::page(&app, &caller.0, &id, request).await?;
        Ok(DeliveriesResponse::Ok(Json(WebhookDeliveryPage {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        })))
    }

    /// Get a webhook delivery
    ///
    /// Returns the delivery of one event to an endpoint, with the body that is sent.
    #[oai(
        path = "/v1/webhook-endpoints/:id/deliveries/:event_id",
        method = "get",
        operation_id = "get_webhook_delivery",
        tag = "Tag::Webhooks"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<WebhooksManage>,
        /// The endpoint's id.
        id: Path<String>,
        /// The event's id.
        event_id: Path<String>,
    ) -> Result<DetailResponse, ProblemResponse<LogProblems>> {
        let (delivery, event) = log::find_delivery(&app, &caller.0, &id, &event_id).await?;
        Ok(DetailResponse::Ok(Json(WebhookDeliveryDetail {
            delivery: delivery.into(),
            event: event.as_ref().and_then(event_dto).into(),
        })))
    }

    /// Send an event again
    ///
    /// Queues the event for this endpoint as if it were new, in any state of its delivery. The endpoint must be active.
    #[oai(
        path = "/v1/webhook-endpoints/:id/deliveries/:event_id/resend",
        method = "post",
        operation_id = "resend_webhook_delivery",
        tag = "Tag::Webhooks"
    )]
    async fn resend(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<WebhooksManage>,
        /// The endpoint's id.
        id: Path<String>,
        /// The event's id.
        event_id: Path<String>,
    ) -> Result<DetailResponse, ProblemResponse<LogProblems>> {
        let (delivery, event) = resend(&app, &caller.0, &id, &event_id).await?;
        Ok(DetailResponse::Ok(Json(WebhookDeliveryDetail {
            delivery: delivery.into(),
            event: event.as_ref().and_then(event_dto).into(),
        })))
    }

    /// Send a test event
    ///
    /// Queues an event of the type `webhook.test` for this endpoint only, which must be active, independent of its event
    /// types. The event is signed, sent and logged like any other, and concerns no credits. Its delivery shows the response
    /// of the endpoint.
    #[oai(
        path = "/v1/webhook-endpoints/:id/test",
        method = "post",
        operation_id = "test_webhook_endpoint",
        tag = "Tag::Webhooks"
    )]
    async fn test(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<WebhooksManage>,
        /// The endpoint's id.
        id: Path<String>,
    ) -> Result<TestResponse, ProblemResponse<LogProblems>> {
        let event_id = send_test(&app, &caller.0, &id).await?;
        Ok(TestResponse::Queued(Json(WebhookTest { event_id })))
    }

    /// Send the events of a time range again
    ///
    /// Queues the events of the range whose types the endpoint receives, oldest first, at most 500 a request. This includes
    /// events from before it was added and while it was off. The endpoint must be active. Events are stored for thirty
    /// days. Two types are not always recorded: `credits.spent` only while an active endpoint receives it (for spends in
    /// between use `GET /v1/transactions`), and `credits.expiring` only while an endpoint of the mode is active.
    #[oai(
        path = "/v1/webhook-endpoints/:id/resend",
        method = "post",
        operation_id = "resend_webhook_range",
        tag = "Tag::Webhooks"
    )]
    async fn resend_range(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<WebhooksManage>,
        /// The endpoint's id.
        id: Path<String>,
        body: Body<RangeBody>,
    ) -> Result<QueuedResponse, ProblemResponse<RangeProblems>> {
        let range = Range {
            from: body.0.from.0,
            to: body.0.to.0,
            cursor: body.0.cursor,
        };
        let queued = resend_range(&app, &caller.0, &id, range).await?;
        Ok(QueuedResponse::Ok(Json(WebhookQueued {
            queued: i32::try_from(queued.count).unwrap_or(i32::MAX),
            next_cursor: queued.next_cursor.into(),
        })))
    }
}
