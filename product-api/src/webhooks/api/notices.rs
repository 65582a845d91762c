//! `GET /v1/me/notices`: what an owner of websites has to see to.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::caller::{Mode, Websites};
use crate::problem::{Refused, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::users::Holder;
use crate::webhooks::notices::{self, Notice};

documents!(NoticeProblems: ClientNotAllowed, HolderInactive);

/// Something that an owner has to see to.
#[derive(Object)]
#[oai(rename = "Notice", example)]
struct NoticeAnswer {
    /// What it is about: `webhook-endpoint-disabled` (we tell an endpoint nothing any more, because it failed for five days or
    /// said that it is gone; switch it on again, or delete it); more kinds will come.
    kind: String,
    /// The website's id.
    website_id: String,
    /// The name that people see.
    website_name: String,
    /// Real or play credits.
    mode: Mode,
    /// The id of what it is about: of the endpoint.
    subject: String,
    /// Where the endpoint is.
    url: String,
    /// What happened, in words.
    reason: String,
    /// Since when; null where that is not known.
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

/// What an owner has to see to.
#[derive(Object)]
struct NoticeList {
    /// The newest first, at most a hundred.
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
    /// What the owner of websites has to see to, such as an endpoint that was disabled. A notice goes away with its reason:
    /// nothing has to be marked as read.
    #[oai(
        path = "/v1/me/notices",
        method = "get",
        operation_id = "list_my_notices",
        tag = "Tag::Me"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        holder: Holder<Websites>,
    ) -> Result<ListResponse, Refused<NoticeProblems>> {
        let notices = notices::of_owner(&app, &holder.user.id).await?;
        Ok(ListResponse::Ok(Json(NoticeList {
            items: notices.into_iter().map(Into::into).collect(),
        })))
    }
}
