//! The state of this server, for callers with the scope `idp.status`.

use poem::Request;
use poem_openapi::auth::Bearer;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, SecurityScheme, Tags};

use super::caller::{self, Caller};
use crate::admin::read_status::{Status, read_status};
use crate::errors::{ErrorCode, OAuthError};
use crate::mail::Reach;

const SCOPE: &str = "idp.status";
const TOO_NARROW: OAuthError = OAuthError::new(
    ErrorCode::InsufficientScope,
    "The access token lacks the scope idp.status.",
);

/// An access token of the idp with the scope `idp.status`.
#[derive(SecurityScheme)]
#[oai(
    rename = "IdpStatusToken",
    ty = "bearer",
    bearer_format = "JWT",
    checker = "check"
)]
pub(crate) struct StatusToken(Caller);

async fn check(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    caller::check(request, bearer, SCOPE, TOO_NARROW).await
}

#[derive(Tags)]
enum Tag {
    /// How the server is.
    Status,
}

/// Something that the server leans on.
#[derive(Object)]
struct Neighbour {
    /// Which one it is: `sqlite` or `postgres`; `sql`, `redis` or `cookie`.
    kind: String,
    /// Whether it answers.
    ready: bool,
}

/// Outgoing mail.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct MailState {
    /// `smtp` or `directory`.
    route: String,
    /// Whether the mail server, or the folder, takes mail.
    ready: bool,
    /// Why not.
    problem: Option<String>,
    /// How many letters wait; not counted beyond a thousand.
    waiting: Option<i64>,
    /// How many of them were tried before, in vain.
    tried: Option<i64>,
}

/// How this server is.
#[derive(Object)]
#[oai(rename = "Status", skip_serializing_if_is_none)]
struct ServerState {
    version: String,
    issuer: String,
    /// Its time, ISO 8601: the database's on PostgreSQL, the machine's own on SQLite.
    time: String,
    /// By how many milliseconds the machine's own clock is ahead of the database's; told on PostgreSQL.
    host_ahead_ms: Option<i64>,
    database: Neighbour,
    sessions: Neighbour,
    mail: MailState,
}

#[derive(ApiResponse)]
enum StatusAnswer {
    /// How it is.
    #[oai(status = 200)]
    Told(Json<ServerState>),
}

/// The operations on the server's state.
pub(crate) struct StatusApi;

#[OpenApi]
impl StatusApi {
    /// Ask how this server is.
    ///
    /// It asks its database, the place of sessions and the mail server, which may take some seconds.
    #[oai(
        path = "/status",
        method = "get",
        operation_id = "get_status",
        tag = "Tag::Status"
    )]
    async fn get_status(&self, caller: StatusToken) -> poem::Result<StatusAnswer> {
        let app = caller.0.app;
        let status = read_status(&app).await;
        Ok(StatusAnswer::Told(Json(ServerState {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            issuer: app.config.base.issuer.clone(),
            time: status.now.to_iso8601(),
            host_ahead_ms: status.host_ahead_ms,
            database: neighbour(status.database),
            sessions: neighbour(status.sessions),
            mail: mail(status),
        })))
    }
}

fn neighbour((kind, ready): (&str, bool)) -> Neighbour {
    Neighbour {
        kind: kind.to_owned(),
        ready,
    }
}

fn mail(status: Status) -> MailState {
    let problem = match status.mail {
        Reach::Takes => None,
        Reach::Refuses(why) => Some(why),
    };
    MailState {
        route: status.mail_route.to_owned(),
        ready: problem.is_none(),
        problem,
        waiting: status.queue.map(|queue| queue.waiting),
        tried: status.queue.map(|queue| queue.tried),
    }
}
