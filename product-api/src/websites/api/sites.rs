//! `/v1/websites/{id}`: an owner reads, changes, suspends and resumes a website.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use super::forms::{ChangeBody, DetailDto};
use crate::app::App;
use crate::caller::{StepUp, Websites};
use crate::problem::{Body, OptionalBody, ProblemResponse, documents};
use crate::schema::{Instant, Nullable, ReasonBody, Tag, reason_of};
use crate::users::AuthenticatedUser;
use crate::websites::change::{change, read_own};
use crate::websites::guard::WebsiteManager;
use crate::websites::suspend::{SuspensionRequest, switch};
use crate::websites::website::{Status, SuspendedBy, Website};

documents!(SwitchProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType, WebsiteSuspended);
documents!(GetProblems: ClientNotAllowed, HolderInactive, NotFound);
documents!(ChangeProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType);

/// The status of a website.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "WebsiteStatus", rename_all = "lowercase")]
enum WebsiteStatusDto {
    /// The website works without limits.
    Active,
    /// The website completes open holds and similar work only, until it is resumed.
    Suspended,
}

/// The actor that suspended a website.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "WebsiteSuspendedBy", rename_all = "lowercase")]
enum SuspendedByDto {
    /// Its owner, who can resume it.
    Owner,
    /// The operator of this installation; only the operator can resume it.
    Operator,
    /// The deletion of its owner's account. The operator can hand the website over to another user.
    Deletion,
}

impl From<SuspendedBy> for SuspendedByDto {
    fn from(by: SuspendedBy) -> Self {
        match by {
            SuspendedBy::Owner => Self::Owner,
            SuspendedBy::Operator => Self::Operator,
            SuspendedBy::Deletion => Self::Deletion,
        }
    }
}

/// A registered website.
#[derive(Object)]
#[oai(rename = "Website", example)]
pub(crate) struct WebsiteDto {
    /// The website's id.
    id: String,
    /// The name that users see.
    name: String,
    /// The home page.
    url: String,
    /// The OAuth client at the identity provider.
    client_id: String,
    /// The status of the website.
    status: WebsiteStatusDto,
    /// The actor that suspended it; null while it is active.
    suspended_by: Nullable<SuspendedByDto>,
    /// The time of registration.
    created_at: Instant,
    /// Decimal places for display, 0 to 6; all amounts are whole numbers of the smallest unit.
    scale: i16,
}

impl From<Website> for WebsiteDto {
    fn from(website: Website) -> Self {
        Self {
            id: website.id,
            name: website.name,
            url: website.url,
            client_id: website.client_id,
            status: match website.status {
                Status::Active | Status::Registering => WebsiteStatusDto::Active,
                Status::Suspended => WebsiteStatusDto::Suspended,
            },
            suspended_by: website.suspended_by.map(SuspendedByDto::from).into(),
            created_at: Instant(website.created_at),
            scale: website.scale,
        }
    }
}

impl Example for WebsiteDto {
    fn example() -> Self {
        Self {
            id: "web_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: "Picture Shop".to_owned(),
            url: "https://pictures.example.com".to_owned(),
            client_id: "client_0192f0c4a1b27c3d8e9f001122334466".to_owned(),
            status: WebsiteStatusDto::Active,
            suspended_by: None.into(),
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
            scale: 0,
        }
    }
}

#[derive(ApiResponse)]
enum DetailResponse {
    /// The website.
    #[oai(status = 200)]
    Ok(Json<DetailDto>),
}

#[derive(ApiResponse)]
enum WebsiteResponse {
    /// The website.
    #[oai(status = 200)]
    Ok(Json<WebsiteDto>),
}

/// The operations on a website.
pub(crate) struct WebsitesApi;

#[OpenApi]
impl WebsitesApi {
    /// Get a website
    ///
    /// Returns one of the caller's own websites.
    #[oai(
        path = "/v1/websites/:id",
        method = "get",
        operation_id = "get_website",
        tag = "Tag::Websites"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<Websites>,
        /// The website's id.
        id: Path<String>,
    ) -> Result<DetailResponse, ProblemResponse<GetProblems>> {
        let detail = read_own(&app, &holder.user.id, &id).await?;
        let response = DetailDto::new(&app.config.issuer.issuer, detail);
        Ok(DetailResponse::Ok(Json(response)))
    }

    /// Change a website
    ///
    /// Changes the members that are present; a list replaces the previous list. The identity provider gets the changes of
    /// the website's client. If it does not respond, nothing is changed yet, and the change is applied as soon as it
    /// responds again. Waiting changes are applied in order, and one that is refused does not affect the others.
    /// Idempotent.
    #[oai(
        path = "/v1/websites/:id",
        method = "patch",
        operation_id = "change_website",
        tag = "Tag::Websites"
    )]
    async fn change(
        &self,
        app: Data<&Arc<App>>,
        holder: StepUp<AuthenticatedUser<Websites>>,
        /// The website's id.
        id: Path<String>,
        body: Body<ChangeBody>,
    ) -> Result<DetailResponse, ProblemResponse<ChangeProblems>> {
        let detail = change(&app, holder.actor(), &id, body.0.into()).await?;
        let response = DetailDto::new(&app.config.issuer.issuer, detail);
        Ok(DetailResponse::Ok(Json(response)))
    }

    /// Suspend a website
    ///
    /// Stops the website: its keys cannot spend, hold or grant, checks answer `allowed: false`, and users cannot sign in
    /// with its client. Captures, voids, reversals and expiries still run, so that open holds can be completed. If the
    /// identity provider does not respond, sign-in stops within minutes of its return. Idempotent. The website's owner may
    /// call this, and the operator of this installation for any website.
    #[oai(
        path = "/v1/websites/:id/suspend",
        method = "post",
        operation_id = "suspend_website",
        tag = "Tag::Websites"
    )]
    async fn suspend(
        &self,
        app: Data<&Arc<App>>,
        keeper: StepUp<WebsiteManager>,
        /// The website's id.
        id: Path<String>,
        body: OptionalBody<ReasonBody>,
    ) -> Result<WebsiteResponse, ProblemResponse<SwitchProblems>> {
        set(&app, &keeper, &id, true, body).await
    }

    /// Resume a website
    ///
    /// Ends a suspension: its keys and its client work again. Sessions and refresh tokens that ended stay ended. Only the
    /// operator can resume a website that the operator suspended. A website whose owner's account was deleted cannot be
    /// resumed until the operator hands it over.
    #[oai(
        path = "/v1/websites/:id/resume",
        method = "post",
        operation_id = "resume_website",
        tag = "Tag::Websites"
    )]
    async fn resume(
        &self,
        app: Data<&Arc<App>>,
        keeper: StepUp<WebsiteManager>,
        /// The website's id.
        id: Path<String>,
        body: OptionalBody<ReasonBody>,
    ) -> Result<WebsiteResponse, ProblemResponse<SwitchProblems>> {
        set(&app, &keeper, &id, false, body).await
    }
}

async fn set(
    app: &App,
    keeper: &WebsiteManager,
    website_id: &str,
    is_suspended: bool,
    body: OptionalBody<ReasonBody>,
) -> Result<WebsiteResponse, ProblemResponse<SwitchProblems>> {
    let reason = reason_of(body);
    let request = SuspensionRequest {
        actor: &keeper.user_id,
        session: &keeper.session,
        by: keeper.by,
        website_id,
        is_suspended,
        reason: reason.as_deref(),
    };
    let website = switch(app, request).await?;
    Ok(WebsiteResponse::Ok(Json(website.into())))
}
