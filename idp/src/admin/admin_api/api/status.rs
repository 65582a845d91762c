//! The state of this server, for callers with the scope `idp.status`.

use poem::Request;
use poem_openapi::auth::Bearer;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, SecurityScheme, Tags};

use super::caller::{self, Caller};
use crate::admin::admin_api::read_status::{ServerStatus, read_status};
use crate::http::errors::{ErrorCode, OAuthError};
use crate::identity::mail::MailServerStatus;

const SCOPE: &str = "idp.status";
const MISSING_SCOPE: OAuthError = OAuthError::new(
    ErrorCode::InsufficientScope,
    "The access token lacks the scope idp.status. Request one with it; its client must be registered for the scope.",
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
    caller::check(request, bearer, SCOPE, MISSING_SCOPE).await
}

#[derive(Tags)]
enum StatusTag {
    /// State of the server.
    Status,
}

/// A dependency of the server.
#[derive(Object)]
struct UpstreamHealth {
    /// The kind of dependency: `sqlite` or `postgres`; `sql`, `redis` or `cookie`.
    kind: String,
    /// True if the dependency responds.
    ready: bool,
}

/// Outgoing email.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct MailState {
    /// `smtp` or `directory`.
    route: String,
    /// True if the mail server or the folder accepts emails.
    ready: bool,
    /// The reason if it accepts none.
    problem: Option<String>,
    /// The number of waiting emails; not counted beyond 1000.
    waiting: Option<i64>,
    /// The number of waiting emails that had a failed attempt.
    tried: Option<i64>,
}

/// The state of this server.
#[derive(Object)]
#[oai(rename = "Status", skip_serializing_if_is_none)]
struct ServerState {
    version: String,
    issuer: String,
    /// The server's time, ISO 8601: the database's clock on PostgreSQL, the machine's on SQLite.
    time: String,
    /// The time in milliseconds by which the machine's clock is ahead of the database's; present on PostgreSQL.
    host_ahead_ms: Option<i64>,
    database: UpstreamHealth,
    sessions: UpstreamHealth,
    mail: MailState,
}

#[derive(ApiResponse)]
enum ServerStatusResponse {
    /// The state.
    #[oai(status = 200)]
    Ready(Json<ServerState>),
}

/// Operation on the server's state.
pub(crate) struct StatusApi;

#[OpenApi]
impl StatusApi {
    /// Get the state of this server.
    ///
    /// The server checks its database, the session store and the mail server, which may take some seconds.
    #[oai(
        path = "/status",
        method = "get",
        operation_id = "get_status",
        tag = "StatusTag::Status"
    )]
    async fn get_status(&self, caller: StatusToken) -> poem::Result<ServerStatusResponse> {
        let app = caller.0.app;
        let status = read_status(&app).await;
        Ok(ServerStatusResponse::Ready(Json(ServerState {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            issuer: app.config.base.issuer.clone(),
            time: status.now.to_iso8601(),
            host_ahead_ms: status.host_ahead_ms,
            database: upstream_health(status.database.0, status.database.1),
            sessions: upstream_health(status.sessions.0, status.sessions.1),
            mail: mail(status),
        })))
    }
}

fn upstream_health(kind: &str, ready: bool) -> UpstreamHealth {
    UpstreamHealth {
        kind: kind.to_owned(),
        ready,
    }
}

fn mail(status: ServerStatus) -> MailState {
    let problem = match status.mail {
        MailServerStatus::Accepts => None,
        MailServerStatus::Fails(why) => Some(why),
    };
    MailState {
        route: status.mail_route.to_owned(),
        ready: problem.is_none(),
        problem,
        waiting: status.queue.map(|queue| queue.waiting),
        tried: status.queue.map(|queue| queue.retried),
    }
}
