//! `/v1/websites/{id}`: an owner sees a website, changes, suspends and resumes it.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use super::forms::{ChangeBody, DetailAnswer};
use crate::app::App;
use crate::caller::{Fresh, Websites};
use crate::problem::{Body, OptionalBody, Refused, documents};
use crate::schema::{Instant, Nullable, ReasonBody, Tag, reason_of};
use crate::users::Holder;
use crate::websites::change::{change, read_own};
use crate::websites::guard::Keeper;
use crate::websites::suspend::{Wish, switch};
use crate::websites::website::{Status, SuspendedBy, Website};

documents!(SwitchProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType, WebsiteSuspended);
documents!(GetProblems: ClientNotAllowed, HolderInactive, NotFound);
documents!(ChangeProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType);

/// What a website may do.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "WebsiteStatus", rename_all = "lowercase")]
enum StatusAnswer {
    /// Everything.
    Active,
    /// Only what ends what was begun, until it is resumed.
    Suspended,
}

/// Who, or what, has suspended a website.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "WebsiteSuspendedBy", rename_all = "lowercase")]
enum SuspendedByAnswer {
    /// Its owner, who can resume it.
    Owner,
    /// The operator of this installation; only the operator can resume it.
    Operator,
    /// Nobody in person: its owner's account was deleted. The operator can hand it over.
    Deletion,
}

impl From<SuspendedBy> for SuspendedByAnswer {
    fn from(by: SuspendedBy) -> Self {
        match by {
            SuspendedBy::Owner => Self::Owner,
            SuspendedBy::Operator => Self::Operator,
            SuspendedBy::Deletion => Self::Deletion,
        }
    }
}

/// A registered site.
#[derive(Object)]
#[oai(rename = "Website", example)]
pub(crate) struct WebsiteAnswer {
    /// The website's id.
    id: String,
    /// The name that people see.
    name: String,
    /// The home page.
    url: String,
    /// The OAuth client at the identity provider.
    client_id: String,
    /// What it may do.
    status: StatusAnswer,
    /// Who has suspended it; null while it is active.
    suspended_by: Nullable<SuspendedByAnswer>,
    /// When it was registered.
    created_at: Instant,
    /// Decimal places for display, 0 to 6; amounts are whole numbers of the smallest unit everywhere.
    scale: i16,
}

impl From<Website> for WebsiteAnswer {
    fn from(website: Website) -> Self {
        Self {
            id: website.id,
            name: website.name,
            url: website.url,
            client_id: website.client_id,
            status: match website.status {
                Status::Active | Status::Registering => StatusAnswer::Active,
                Status::Suspended => StatusAnswer::Suspended,
            },
            suspended_by: website.suspended_by.map(SuspendedByAnswer::from).into(),
            created_at: Instant(website.created_at),
            scale: website.scale,
        }
    }
}

impl Example for WebsiteAnswer {
    fn example() -> Self {
        Self {
            id: "web_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: "Picture Shop".to_owned(),
            url: "https://pictures.example.com".to_owned(),
            client_id: "client_0192f0c4a1b27c3d8e9f001122334466".to_owned(),
            status: StatusAnswer::Active,
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
    Ok(Json<DetailAnswer>),
}

#[derive(ApiResponse)]
enum GetAnswer {
    /// The website.
    #[oai(status = 200)]
    Ok(Json<WebsiteAnswer>),
}

/// The operations of this room.
pub(crate) struct WebsitesApi;

#[OpenApi]
impl WebsitesApi {
    /// Get a website
    ///
    /// One of the caller's own websites.
    #[oai(
        path = "/v1/websites/:id",
        method = "get",
        operation_id = "get_website",
        tag = "Tag::Websites"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        holder: Holder<Websites>,
        /// The website's id.
        id: Path<String>,
    ) -> Result<DetailResponse, Refused<GetProblems>> {
        let detail = read_own(&app, &holder.user.id, &id).await?;
        let answer = DetailAnswer::new(&app.config.issuer.issuer, detail);
        Ok(DetailResponse::Ok(Json(answer)))
    }

    /// Change a website
    ///
    /// What is absent stays; a list replaces the one there was. The website's client at the identity provider follows: when
    /// that does not answer, nothing is changed yet, and the change is made as soon as it does; changes that wait are made
    /// in their order, and one that is refused takes no other along. Doing it again changes nothing more.
    #[oai(
        path = "/v1/websites/:id",
        method = "patch",
        operation_id = "change_website",
        tag = "Tag::Websites"
    )]
    async fn change(
        &self,
        app: Data<&Arc<App>>,
        holder: Fresh<Holder<Websites>>,
        /// The website's id.
        id: Path<String>,
        body: Body<ChangeBody>,
    ) -> Result<DetailResponse, Refused<ChangeProblems>> {
        let who = (holder.user.id.as_str(), &holder.session);
        let detail = change(&app, who, &id, body.0.into()).await?;
        let answer = DetailAnswer::new(&app.config.issuer.issuer, detail);
        Ok(DetailResponse::Ok(Json(answer)))
    }

    /// Suspend a website
    ///
    /// From now on its keys spend, hold and grant nothing, checks answer `allowed: false`, and nobody signs in with its
    /// client; captures, voids, reversals and expiries still run, so that what was begun comes to its end. When the
    /// identity provider does not answer, it is told within minutes of its return. Doing it again changes nothing. By the
    /// website's owner, or by the operator of this installation, about any website.
    #[oai(
        path = "/v1/websites/:id/suspend",
        method = "post",
        operation_id = "suspend_website",
        tag = "Tag::Websites"
    )]
    async fn suspend(
        &self,
        app: Data<&Arc<App>>,
        keeper: Fresh<Keeper>,
        /// The website's id.
        id: Path<String>,
        body: OptionalBody<ReasonBody>,
    ) -> Result<GetAnswer, Refused<SwitchProblems>> {
        set(&app, &keeper, (&id, true), body).await
    }

    /// Resume a website
    ///
    /// Lifts a suspension: its keys and its client work again. Sessions and refresh tokens that ended stay ended. What the
    /// operator has suspended only the operator resumes, and nobody what stands still because its owner's account was deleted:
    /// the operator hands that over first.
    #[oai(
        path = "/v1/websites/:id/resume",
        method = "post",
        operation_id = "resume_website",
        tag = "Tag::Websites"
    )]
    async fn resume(
        &self,
        app: Data<&Arc<App>>,
        keeper: Fresh<Keeper>,
        /// The website's id.
        id: Path<String>,
        body: OptionalBody<ReasonBody>,
    ) -> Result<GetAnswer, Refused<SwitchProblems>> {
        set(&app, &keeper, (&id, false), body).await
    }
}

async fn set(
    app: &App,
    keeper: &Keeper,
    (website_id, is_suspended): (&str, bool),
    body: OptionalBody<ReasonBody>,
) -> Result<GetAnswer, Refused<SwitchProblems>> {
    let reason = reason_of(body);
    let wish = Wish {
        actor: &keeper.user_id,
        session: &keeper.session,
        by: keeper.by,
        website_id,
        is_suspended,
        reason: reason.as_deref(),
    };
    let website = switch(app, wish).await?;
    Ok(GetAnswer::Ok(Json(website.into())))
}
