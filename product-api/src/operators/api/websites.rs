//! `GET /v1/operator/websites` and `POST …/{id}/hand-over`: all websites of this installation and their owners.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use crate::app::App;
use crate::caller::StepUp;
use crate::operators::find_websites::{OperatorWebsite, find_websites};
use crate::operators::hand_over_website::hand_over_website;
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::{Instant, Nullable, PageParams, Tag, trimmed_reason};
use crate::users::Operator;
use crate::websites::HandOver;

documents!(SitesProblems: ClientNotAllowed, HolderInactive);
documents!(
    HandOverProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, SubscriptionExists, UnsupportedMediaType
);

/// The status of a website.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "OperatorWebsiteStatus", rename_all = "lowercase")]
enum SiteStatusDto {
    /// The website works without limits.
    Active,
    /// The website completes open holds and similar work only.
    Suspended,
}

/// The owner of a website.
#[derive(Object)]
#[oai(rename = "WebsiteOwner", example)]
struct OwnerDto {
    /// The user's id.
    id: String,
    /// The name in the user's last token.
    name: Nullable<String>,
    /// The email address in the user's last token.
    email: Nullable<String>,
    /// True if the account was deleted; the website is then suspended until it is handed over.
    is_deleted: bool,
}

impl Example for OwnerDto {
    fn example() -> Self {
        Self {
            id: "usr_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: Some("Ada".to_owned()).into(),
            email: Some("ada@example.com".to_owned()).into(),
            is_deleted: false,
        }
    }
}

/// A website, as the operator sees it.
#[derive(Object)]
#[oai(rename = "OperatorWebsite", example)]
struct SiteDto {
    /// The website's id.
    id: String,
    /// The website's name.
    name: String,
    /// The home page.
    url: String,
    /// The owner.
    owner: OwnerDto,
    /// The status of the website.
    status: SiteStatusDto,
    /// The number of live customers; counted up to 10000.
    customers: i64,
    /// The time of registration.
    created_at: Instant,
}

impl From<OperatorWebsite> for SiteDto {
    fn from(site: OperatorWebsite) -> Self {
        let owner = site.owner;
        Self {
            id: site.id,
            name: site.name,
            url: site.url,
            owner: OwnerDto {
                id: owner.id,
                name: owner.name.into(),
                email: owner.email.into(),
                is_deleted: owner.is_deleted,
            },
            status: if site.is_active {
                SiteStatusDto::Active
            } else {
                SiteStatusDto::Suspended
            },
            customers: site.customers,
            created_at: Instant(site.created_at),
        }
    }
}

impl Example for SiteDto {
    fn example() -> Self {
        Self {
            id: "web_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: "Picture Shop".to_owned(),
            url: "https://pictures.example.com".to_owned(),
            owner: OwnerDto::example(),
            status: SiteStatusDto::Active,
            customers: 1_204,
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// One page of websites, newest first.
#[derive(Object)]
#[oai(rename = "OperatorWebsitePage", example)]
struct WebsitesPageDto {
    /// The websites.
    items: Vec<SiteDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl Example for WebsitesPageDto {
    fn example() -> Self {
        Self {
            items: vec![SiteDto::example()],
            next_cursor: None.into(),
        }
    }
}

#[derive(ApiResponse)]
enum WebsitesPageResponse {
    /// A page of websites.
    #[oai(status = 200)]
    Ok(Json<WebsitesPageDto>),
}

/// The new owner of a website.
#[derive(Object)]
#[oai(
    rename = "WebsiteHandOver",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct HandOverBody {
    /// The user's id. The user must be active and have been here before.
    #[oai(validator(min_length = 1, max_length = 255))]
    user_id: String,
    /// The reason. The audit log stores it unchanged, so it should contain no secret.
    #[oai(validator(max_length = 200))]
    reason: Option<String>,
    /// True if the website is handed over although subscriptions are live; false if absent. Stripe bills them through the
    /// account of the previous owner until they are canceled there.
    force: Option<bool>,
}

impl Example for HandOverBody {
    fn example() -> Self {
        Self {
            user_id: "usr_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            reason: Some("She takes the shop over, ticket 4712".to_owned()),
            force: None,
        }
    }
}

#[derive(ApiResponse)]
enum HandOverResponse {
    /// The user owns the website.
    #[oai(status = 204)]
    Done,
}

/// The operator's operations on websites.
pub(crate) struct OperatorWebsitesApi;

#[OpenApi]
impl OperatorWebsitesApi {
    /// List all websites
    ///
    /// Lists the websites of this installation with their owners, newest first. Only the operator of this installation may
    /// call it.
    #[oai(
        path = "/v1/operator/websites",
        method = "get",
        operation_id = "list_all_websites",
        tag = "Tag::Operator"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn websites(
        &self,
        app: Data<&Arc<App>>,
        _operator: Operator,
        /// A part of the name, the home page or the owner's email address; or the id of the website or its owner.
        q: Query<Option<String>>,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// The `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<WebsitesPageResponse, ProblemResponse<SitesProblems>> {
        let typed = q.0.unwrap_or_default();
        let page = PageParams {
            limit: limit.0,
            cursor: cursor.0.as_deref(),
        };
        let (sites, next_cursor) = find_websites(&app, typed.trim(), page).await?;
        Ok(WebsitesPageResponse::Ok(Json(WebsitesPageDto {
            items: sites.into_iter().map(SiteDto::from).collect(),
            next_cursor: next_cursor.into(),
        })))
    }

    /// Hand a website over
    ///
    /// Makes another user the owner of the website. Its customers, credits, keys and clients stay as they are: the new
    /// owner should create new secrets. Its links to Stripe accounts end; while a subscription of it is live, the request is
    /// refused (`subscription-exists`), unless it says `force`. A website suspended by the deletion of its owner's account stays
    /// suspended until the new owner resumes it. Idempotent. Only the operator of this installation may call it.
    #[oai(
        path = "/v1/operator/websites/:id/hand-over",
        method = "post",
        operation_id = "hand_over_website",
        tag = "Tag::Operator"
    )]
    async fn hand_over(
        &self,
        app: Data<&Arc<App>>,
        operator: StepUp<Operator>,
        /// The website's id.
        id: Path<String>,
        body: Body<HandOverBody>,
    ) -> Result<HandOverResponse, ProblemResponse<HandOverProblems>> {
        let is_forced = body.0.force.unwrap_or_default();
        let reason = trimmed_reason(body.0.reason);
        let request = HandOver {
            website_id: &id,
            user_id: &body.0.user_id,
            reason: reason.as_deref(),
        };
        hand_over_website(&app, &operator, request, is_forced).await?;
        Ok(HandOverResponse::Done)
    }
}
