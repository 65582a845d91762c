//! `/v1/websites/{id}/sign-in-activity`: an owner sees what the website's clients asked lately, and what was wrong with it.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use crate::app::App;
use crate::caller::Websites;
use crate::problem::{Refused, documents};
use crate::schema::{Instant, Nullable, Tag, page_size};
use crate::users::Holder;
use crate::websites::activity::{Activity, Fix, Seen};
use crate::websites::read_activity::read_activity;

documents!(ActivityProblems: ClientNotAllowed, HolderInactive, NotFound);

/// What would let a request through.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "SignInFixKind", rename_all = "kebab-case")]
enum FixKind {
    /// Registering `value` as a redirect address of the client that asked: the website's own, or its public one.
    AllowRedirectUri,
    /// Registering `value` as an address of the client that asked which sign-out may send people back to.
    AllowPostLogoutRedirectUri,
}

/// What would let a request like it through.
#[derive(Object)]
#[oai(rename = "SignInFix")]
struct FixAnswer {
    /// What to do.
    kind: FixKind,
    /// With what.
    value: String,
}

/// A request of one of the website's clients to the identity provider, or of a browser that it sent.
#[derive(Object)]
#[oai(rename = "SignInRequest")]
struct RequestAnswer {
    /// The client that asked, or in whose name somebody did: the website's own, or its public one.
    client_id: String,
    /// When it came.
    at: Instant,
    /// `authorize`, `token`, `userinfo` or `end_session`.
    endpoint: String,
    /// The HTTP status of its answer; a refusal at `authorize` that the client is told of is a redirect.
    status: i32,
    /// The error code that was told, or `origin_not_allowed`; null where nothing was wrong.
    error: Nullable<String>,
    /// What it means here.
    error_description: Nullable<String>,
    /// The address that is not registered for the client; what stood behind its path is left out, and three dots tell so.
    redirect_uri: Nullable<String>,
    /// The origin of a page that may not read the answer.
    origin: Nullable<String>,
    /// The request's id in the identity provider's log.
    request_id: String,
    /// Whether an authorization request came with a PKCE challenge (RFC 7636); null for the other endpoints.
    uses_pkce: Nullable<bool>,
    /// What would let a request like it through, where that is known.
    fix: Nullable<FixAnswer>,
}

/// What a website's clients asked lately.
#[derive(Object)]
#[oai(rename = "SignInActivity", example)]
struct ActivityAnswer {
    /// The requests of both clients, the newest first: 50 of each in the last 14 days at most.
    items: Vec<RequestAnswer>,
    /// When somebody first signed in to the website by one of them; null before.
    first_sign_in_at: Nullable<Instant>,
}

impl From<Seen> for RequestAnswer {
    fn from(seen: Seen) -> Self {
        let fix = seen.fix().map(|fix| match fix {
            Fix::AllowRedirectUri(value) => FixAnswer {
                kind: FixKind::AllowRedirectUri,
                value,
            },
            Fix::AllowPostLogoutRedirectUri(value) => FixAnswer {
                kind: FixKind::AllowPostLogoutRedirectUri,
                value,
            },
        });
        Self {
            at: Instant(seen.at),
            client_id: seen.client_id,
            endpoint: seen.endpoint,
            status: seen.status,
            error: seen.error.into(),
            error_description: seen.error_description.into(),
            redirect_uri: seen.redirect_uri.into(),
            origin: seen.origin.into(),
            request_id: seen.request_id,
            uses_pkce: seen.uses_pkce.into(),
            fix: fix.into(),
        }
    }
}

impl From<Activity> for ActivityAnswer {
    fn from(activity: Activity) -> Self {
        Self {
            items: activity
                .requests
                .into_iter()
                .map(RequestAnswer::from)
                .collect(),
            first_sign_in_at: activity.first_sign_in_at.map(Instant).into(),
        }
    }
}

impl Example for ActivityAnswer {
    fn example() -> Self {
        let refused = Seen {
            client_id: "client_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            at: Timestamp::from_seconds(1_767_225_600),
            endpoint: "authorize".to_owned(),
            status: 400,
            error: Some("invalid_request".to_owned()),
            error_description: Some(
                "redirect_uri is not one that is registered for this client.".to_owned(),
            ),
            redirect_uri: Some("http://localhost:3000/auth/callback".to_owned()),
            origin: None,
            request_id: "req_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            uses_pkce: Some(true),
        };
        Self::from(Activity {
            requests: vec![refused],
            first_sign_in_at: None,
        })
    }
}

#[derive(ApiResponse)]
enum GetAnswer {
    /// What they asked.
    #[oai(status = 200)]
    Ok(Json<ActivityAnswer>),
}

/// The operation on what a website's clients asked.
pub(crate) struct SignInActivityApi;

#[OpenApi]
impl SignInActivityApi {
    /// List sign-in activity
    ///
    /// What the website's clients, or browsers that they sent, asked of the identity provider, with what was wrong. It is
    /// written down within a second, and as the client was named: anybody can send a request in its name.
    #[oai(
        path = "/v1/websites/:id/sign-in-activity",
        method = "get",
        operation_id = "get_sign_in_activity",
        tag = "Tag::Websites"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        holder: Holder<Websites>,
        /// The website's id.
        id: Path<String>,
        /// The most items, 1 to 100; 20 when absent.
        limit: Query<Option<i32>>,
    ) -> Result<GetAnswer, Refused<ActivityProblems>> {
        let limit = page_size(limit.0)?;
        let whose = (holder.user.id.as_str(), id.as_str());
        let activity = read_activity(&app, whose, limit).await?;
        Ok(GetAnswer::Ok(Json(activity.into())))
    }
}
