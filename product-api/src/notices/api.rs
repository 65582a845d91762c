//! `GET /v1/me/notices`: problems that an owner of websites has to solve.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::list_notices::list_notices;
use super::notice::Notice;
use crate::app::App;
use crate::caller::{Mode, Websites};
use crate::problem::{ProblemResponse, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::users::AuthenticatedUser;

documents!(NoticeProblems: ClientNotAllowed, HolderInactive);

/// A problem that an owner has to solve.
#[derive(Object)]
#[oai(rename = "Notice", example)]
struct NoticeDto {
    /// The kind of problem. Later versions add kinds.
    ///
    /// - `webhook-endpoint-disabled`: the endpoint receives no events, because it failed for five days or responded 410; switch it
    ///   on again, or delete it.
    /// - `payment-disputed`: a bank asks about a payment or has withdrawn it; answer in the Stripe dashboard.
    /// - `payment-fraud-warning`: a bank believes that a payment is fraudulent; a refund can still prevent a dispute.
    /// - `payment-review`: a payment is paid and no credits were granted; accept or refund it.
    /// - `stripe-connection-degraded`: a part of the connection to Stripe does not work; check it in the billing settings.
    /// - `stripe-connection-revoked`: Stripe refuses the connection's key, and nothing is sold; enter a new key.
    /// - `stripe-dead-letters`: objects at Stripe could not be applied; remove the cause, and apply them again.
    kind: String,
    /// The website's id.
    website_id: String,
    /// The website's name.
    website_name: String,
    /// The mode: live or test credits.
    mode: Mode,
    /// The id of the item concerned: of the endpoint, the dispute, the payment or the connection.
    subject: String,
    /// The endpoint's URL; for other kinds the page in this installation's app on which the owner acts.
    url: String,
    /// The cause, as a text.
    reason: String,
    /// The time since when; null if it is unknown.
    since: Nullable<Instant>,
}

impl From<Notice> for NoticeDto {
    fn from(notice: Notice) -> Self {
        Self {
            kind: notice.kind.word().to_owned(),
            website_id: notice.website_id,
            website_name: notice.website_name,
            mode: notice.mode,
            subject: notice.subject,
            url: notice.url,
            reason: notice.reason,
            since: notice.since.map(Instant).into(),
        }
    }
}

impl Example for NoticeDto {
    fn example() -> Self {
        Self {
            kind: "webhook-endpoint-disabled".to_owned(),
            website_id: "web_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            website_name: "Pictures".to_owned(),
            mode: Mode::Live,
            subject: "whe_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            url: "https://pictures.example.com/hooks/tollgate".to_owned(),
            reason: "it failed for five days".to_owned(),
            since: Some(Instant(Timestamp::from_seconds(1_767_225_600))).into(),
        }
    }
}

/// The problems that an owner has to solve.
#[derive(Object)]
struct NoticeList {
    /// The notices, newest first, at most a hundred.
    items: Vec<NoticeDto>,
}

#[derive(ApiResponse)]
enum ListResponse {
    /// The notices.
    #[oai(status = 200)]
    Ok(Json<NoticeList>),
}

/// The operation on notices.
pub(crate) struct NoticesApi;

#[OpenApi]
impl NoticesApi {
    /// List my notices
    ///
    /// Lists problems that the owner of websites has to solve, such as a disabled endpoint or a disputed payment. A notice
    /// disappears with its cause: there is no need to mark it as read.
    #[oai(
        path = "/v1/me/notices",
        method = "get",
        operation_id = "list_my_notices",
        tag = "Tag::Me"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<Websites>,
    ) -> Result<ListResponse, ProblemResponse<NoticeProblems>> {
        let notices = list_notices(&app, &holder.user.id).await?;
        Ok(ListResponse::Ok(Json(NoticeList {
            items: notices.into_iter().map(Into::into).collect(),
        })))
    }
}
