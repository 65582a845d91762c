//! `/v1/alerts`: when a website is told that a customer's credits run low.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::caller::WebhooksManage;
use crate::problem::{Body, Refused, documents};
use crate::schema::{Nullable, Tag};
use crate::webhooks::alerts::{low_at, set_low_at};
use crate::websites::BySite;

documents!(GetProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    SetProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType, WebsiteSuspended
);

/// When a website is told that a customer's credits run low.
#[derive(Object)]
#[oai(rename = "Alerts")]
struct AlertsAnswer {
    /// `credits.low` is sent when what a customer can spend falls to this or below; null for never.
    low_credits: Nullable<i64>,
}

/// When to tell; what is absent or null is never told.
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
    /// The alerts, as they are now.
    #[oai(status = 200)]
    Ok(Json<AlertsAnswer>),
}

/// The operations on alerts.
pub(crate) struct AlertsApi;

#[OpenApi]
impl AlertsApi {
    /// Get the alerts
    ///
    /// When the website is told, in the mode of the call.
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
    ) -> Result<AlertsResponse, Refused<GetProblems>> {
        let low_credits = low_at(&app, &caller.0).await?.into();
        Ok(AlertsResponse::Ok(Json(AlertsAnswer { low_credits })))
    }

    /// Set the alerts
    ///
    /// An alert is told when a balance crosses the threshold downwards, by whatever takes it there, and again only after the
    /// balance was above it.
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
    ) -> Result<AlertsResponse, Refused<SetProblems>> {
        set_low_at(&app, &caller.0, body.0.low_credits).await?;
        let low_credits = body.0.low_credits.into();
        Ok(AlertsResponse::Ok(Json(AlertsAnswer { low_credits })))
    }
}
