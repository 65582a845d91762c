//! Operations on users' sessions, for callers with the scope `idp.users`.

use poem::http::StatusCode;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::caller::{AdminProblem, Caller, problem, safe_id};
use super::users::{UsersTag, UsersToken, unknown};
use crate::admin::admin_api::end_session::{UserSession, end_session};
use crate::admin::admin_api::end_sessions::end_sessions;
use crate::admin::admin_api::find_sessions::find_sessions;
use crate::session::sessions::Session;

/// A browser in which a user is signed in.
#[derive(Object)]
#[oai(rename = "Session", skip_serializing_if_is_none)]
struct SignedInBrowser {
    /// The `sid` of the tokens of the session.
    id: String,
    /// The authentication methods: names of RFC 8176 if there is one.
    amr: Vec<String>,
    /// The browser's `User-Agent` header.
    user_agent: Option<String>,
    /// The network in which the session started: an IPv4 address or an IPv6 /64.
    network: Option<String>,
    /// When the user last authenticated; ISO 8601.
    auth_time: String,
    /// ISO 8601.
    created_at: String,
    /// When the session started or was last extended, which happens at most once a day; ISO 8601.
    last_seen_at: String,
    /// When the session ends unless it is extended; ISO 8601.
    expires_at: String,
}

/// All sessions of a user, the most recently seen first.
#[derive(Object)]
struct SessionList {
    sessions: Vec<SignedInBrowser>,
}

#[derive(ApiResponse)]
enum ListSessionsResponse {
    /// The sessions.
    #[oai(status = 200)]
    Found(Json<SessionList>),
    /// There is no such user.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

#[derive(ApiResponse)]
enum EndSessionResponse {
    /// The sessions have ended.
    #[oai(status = 204)]
    Ended,
    /// There is no such user, or the user has no such session.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

/// Operations on sessions.
pub(crate) struct SessionsApi;

#[OpenApi]
impl SessionsApi {
    /// List the sessions of a user.
    #[oai(
        path = "/users/:user_id/sessions",
        method = "get",
        operation_id = "list_user_sessions",
        tag = "UsersTag::Users"
    )]
    async fn list_sessions(
        &self,
        caller: UsersToken,
        user_id: Path<String>,
    ) -> poem::Result<ListSessionsResponse> {
        let caller = caller.0;
        let Some(found) = find_sessions(&caller.app, safe_id(&user_id)).await? else {
            return Ok(ListSessionsResponse::Unknown(Json(unknown(&caller))));
        };
        let sessions = found.into_iter().map(SignedInBrowser::from).collect();
        Ok(ListSessionsResponse::Found(Json(SessionList { sessions })))
    }

    /// End all sessions of a user.
    #[oai(
        path = "/users/:user_id/sessions",
        method = "delete",
        operation_id = "delete_user_sessions",
        tag = "UsersTag::Users"
    )]
    async fn delete_sessions(
        &self,
        caller: UsersToken,
        user_id: Path<String>,
    ) -> poem::Result<EndSessionResponse> {
        let caller = caller.0;
        let is_known = end_sessions(&caller.app, &caller.client_id, safe_id(&user_id)).await?;
        Ok(if is_known {
            EndSessionResponse::Ended
        } else {
            EndSessionResponse::Unknown(Json(unknown(&caller)))
        })
    }

    /// End one session of a user and its grants.
    #[oai(
        path = "/users/:user_id/sessions/:session_id",
        method = "delete",
        operation_id = "delete_user_session",
        tag = "UsersTag::Users"
    )]
    async fn delete_session(
        &self,
        caller: UsersToken,
        user_id: Path<String>,
        session_id: Path<String>,
    ) -> poem::Result<EndSessionResponse> {
        let caller = caller.0;
        let named = UserSession {
            user_id: safe_id(&user_id),
            sid: safe_id(&session_id),
        };
        let ended = end_session(&caller.app, &caller.client_id, named).await?;
        Ok(if ended {
            EndSessionResponse::Ended
        } else {
            EndSessionResponse::Unknown(Json(no_such_session(&caller)))
        })
    }
}

fn no_such_session(caller: &Caller) -> AdminProblem {
    let detail = "No user of this id has a session of this id.".to_owned();
    problem(caller, StatusCode::NOT_FOUND, detail)
}

impl From<Session> for SignedInBrowser {
    fn from(session: Session) -> Self {
        Self {
            id: session.sid,
            amr: session.amr,
            user_agent: session.user_agent,
            network: session.network,
            auth_time: session.auth_time.to_iso8601(),
            created_at: session.created_at.to_iso8601(),
            last_seen_at: session.last_seen_at.to_iso8601(),
            expires_at: session.expires_at.to_iso8601(),
        }
    }
}
