//! `GET /v1/me/notices`: problems that an owner of websites has to solve.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::caller::{Mode, Websites};
use crate::problem::{ProblemResponse, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::users::AuthenticatedUser;
use crate::webhooks::notices::{self, Notice};

documents!(NoticeProblems: ClientNotAllowed, HolderInactive);

/// A problem that an owner has to solve.
#[derive(Object)]
#[oai(rename = "Notice", example)]
struct NoticeAnswer {
    /// The kind of problem: `webhook-endpoint-disabled` (the endpoint receives no events, because it failed for five days
    /// or responded 410; switch it on again, or delete it). Later versions add kinds.
    kind: String,
    /// The website's id.
    website_id: String,
    /// The website's name.
    website_name: String,
    /// The mode: live or test credits.
    mode: Mode,
    /// The id of the item concerned: of the endpoint.
    subject: String,
    /// The endpoint's URL.
    url: String,
    /// The cause, as a text.
    reason: String,
    /// The time since when; null if it is unknown.
    since: Nullable<Instant>,
}

impl From<Notice> for NoticeAnswer {
    fn from(notice: Notice) -> Self {
        Self {
            kind: "webhook-endpoint-disabled".to_owned(),
            website_id: notice.website_id,
            website_name: notice.website_name,
            mode: notice.mode,
            subject: notice.endpoint_id,
            url: notice.url,
            reason: notice.reason,
            since: notice.since.map(Instant).into(),
        }
    }
}

impl Example for NoticeAnswer {
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
    items: Vec<NoticeAnswer>,
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
    /// Lists problems that the owner of websites has to solve, such as a disabled endpoint. A notice disappears with its
    /// cause: there is no need to mark it as read.
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
        let notices = notices::for_owner(&app, &holder.user.id).await?;
        Ok(ListResponse::Ok(Json(NoticeList {
            items: notices.into_iter().map(Into::into).collect(),
        })))
    }
}
