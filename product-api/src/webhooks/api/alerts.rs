//! `/v1/alerts`: alerts for a website when a customer's credits run low.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::caller::WebhooksManage;
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::{Nullable, Tag};
use crate::webhooks::alerts::{low_at, set_low_at};
use crate::websites::BySite;

documents!(GetProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    SetProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType, WebsiteSuspended
);

/// Alerts of a website when a customer's credits run low.
#[derive(Object)]
#[oai(rename = "Alerts")]
struct AlertsDto {
    /// The threshold: `credits.low` is sent when a customer's spendable credits fall to it or below; null if it is off.
    low_credits: Nullable<i64>,
}

/// The alerts to set; a member that is absent or null switches its alert off.
#[derive(Object)]
#[oai(
    rename = "AlertsRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none
)]
struct AlertsBody {
    /// The threshold of `credits.low`.
    #[oai(validator(minimum(value = "1"), maximum(value = "9007199254740991")))]
    low_credits: Option<i64>,
}

#[derive(ApiResponse)]
enum AlertsResponse {
    /// The alerts after the change.
    #[oai(status = 200)]
    Ok(Json<AlertsDto>),
}

/// The operations on alerts.
pub(crate) struct AlertsApi;

#[OpenApi]
impl AlertsApi {
    /// Get the alerts
    ///
    /// Returns the alerts of the website in the mode of the request.
    #[oai(
        path = "/v1/alerts",
        method = "get",
        operation_id = "get_alerts",
        tag = "Tag::Webhooks"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<WebhooksManage>,
    ) -> Result<AlertsResponse, ProblemResponse<GetProblems>> {
        let low_credits = low_at(&app, &caller.0).await?.into();
        Ok(AlertsResponse::Ok(Json(AlertsDto { low_credits })))
    }

    /// Set the alerts
    ///
    /// Replaces the alerts. An alert is sent when a balance crosses the threshold downwards, for any reason, and again only
    /// after the balance was above it.
    #[oai(
        path = "/v1/alerts",
        method = "put",
        operation_id = "set_alerts",
        tag = "Tag::Webhooks"
    )]
    async fn set(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<WebhooksManage>,
        body: Body<AlertsBody>,
    ) -> Result<AlertsResponse, ProblemResponse<SetProblems>> {
        set_low_at(&app, &caller.0, body.0.low_credits).await?;
        let low_credits = body.0.low_credits.into();
        Ok(AlertsResponse::Ok(Json(AlertsDto { low_credits })))
    }
}
