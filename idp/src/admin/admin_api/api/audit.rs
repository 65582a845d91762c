//! Operations on the audit log, for callers with the scope `idp.audit`.

use foundation::Timestamp;
use foundation::text::strict_json;
use poem::Request;
use poem::http::StatusCode;
use poem_openapi::auth::Bearer;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::types::Any;
use poem_openapi::{ApiResponse, Object, OpenApi, SecurityScheme, Tags};
use serde_json::Value;

use super::caller::{self, AdminProblem, Caller, open_cursor, page_length, problem, seal_cursor};
use crate::admin::admin_api::read_audit::read_audit;
use crate::http::errors::{ErrorCode, OAuthError};
use crate::observability::audit::{AuditFilter, StoredEvent};

const SCOPE: &str = "idp.audit";
const MISSING_SCOPE: OAuthError = OAuthError::new(
    ErrorCode::InsufficientScope,
    "The access token lacks the scope idp.audit. Request one with it; its client must be registered for the scope.",
);
/// The name of the list in its cursors.
const LIST: &str = "audit";

/// An access token of the idp with the scope `idp.audit`.
#[derive(SecurityScheme)]
#[oai(
    rename = "IdpAuditToken",
    ty = "bearer",
    bearer_format = "JWT",
    checker = "check"
)]
pub(crate) struct AuditToken(Caller);

async fn check(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    caller::check(request, bearer, SCOPE, MISSING_SCOPE).await
}

#[derive(Tags)]
enum AuditTag {
    /// Events of the audit log.
    Audit,
}

/// An event of the audit log.
#[derive(Object)]
#[oai(rename = "AuditEvent", skip_serializing_if_is_none)]
struct AuditEventView {
    id: String,
    /// ISO 8601.
    at: String,
    /// The id of the user or client that acted; `anonymous` before the user is known, `idp` for actions of the service itself.
    actor: String,
    /// The action, such as `sign_in.succeeded`.
    action: String,
    /// The id of the object of the action.
    subject: String,
    /// The network of the request: an IPv4 address or an IPv6 /64.
    network: Option<String>,
    /// The client that acted for the user.
    client_id: Option<String>,
    /// Further details; never a secret.
    details: Any<Value>,
}

/// A page of events, the newest first.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct AuditList {
    events: Vec<AuditEventView>,
    /// The cursor of the next page; absent on the last.
    next_cursor: Option<String>,
}

#[derive(ApiResponse)]
enum AuditResponse {
    /// A page of the audit log.
    #[oai(status = 200)]
    Found(Json<AuditList>),
    /// A parameter is not valid.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
}

/// Operations on the audit log.
pub(crate) struct AuditApi;

#[OpenApi]
impl AuditApi {
    /// List audit events, the newest first.
    ///
    /// All given parameters must match; `from` (inclusive) and `to` (exclusive) are ISO 8601.
    #[oai(
        path = "/audit",
        method = "get",
        operation_id = "list_audit",
        tag = "AuditTag::Audit"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "each is a parameter of the query"
    )]
    async fn list_audit(
        &self,
        caller: AuditToken,
        actor: Query<Option<String>>,
        action: Query<Option<String>>,
        subject: Query<Option<String>>,
        client_id: Query<Option<String>>,
        network: Query<Option<String>>,
        from: Query<Option<String>>,
        to: Query<Option<String>>,
        limit: Query<Option<u32>>,
        cursor: Query<Option<String>>,
    ) -> poem::Result<AuditResponse> {
        let caller = caller.0;
        let read = || {
            Ok(AuditFilter {
                actor: actor.0.unwrap_or_default(),
                action: action.0.unwrap_or_default(),
                subject: subject.0.unwrap_or_default(),
                client_id: client_id.0.unwrap_or_default(),
                network: network.0.unwrap_or_default(),
                from: parse_time(from.0.as_deref(), "from: must be an ISO 8601 instant")?,
                to: parse_time(to.0.as_deref(), "to: must be an ISO 8601 instant")?,
                before: open_cursor(&caller, LIST, cursor.0.as_deref())?,
                length: page_length(limit.0),
            })
        };
        let filter = match read() {
            Ok(filter) => filter,
            Err(wrong) => return Ok(wrong_parameter(&caller, wrong)),
        };
        let (events, is_more) = read_audit(&caller.app, filter).await?;
        let last = events.last().filter(|_| is_more);
        let next_cursor = last
            .map(|event| seal_cursor(&caller, LIST, event.at, &event.id))
            .transpose()?;
        Ok(AuditResponse::Found(Json(AuditList {
            events: events.into_iter().map(AuditEventView::from).collect(),
            next_cursor,
        })))
    }
}

fn parse_time(text: Option<&str>, wrong: &'static str) -> Result<Option<Timestamp>, &'static str> {
    text.map(|text| Timestamp::from_iso8601(text).ok_or(wrong))
        .transpose()
}

fn wrong_parameter(caller: &Caller, wrong: &str) -> AuditResponse {
    let response = problem(caller, StatusCode::BAD_REQUEST, wrong.to_owned());
    AuditResponse::Wrong(Json(response))
}

impl From<StoredEvent> for AuditEventView {
    fn from(event: StoredEvent) -> Self {
        Self {
            id: event.id,
            at: event.at.to_iso8601(),
            actor: event.actor,
            action: event.action,
            subject: event.subject,
            network: event.network,
            client_id: event.client_id,
            details: Any(strict_json::from_stored(&event.details).unwrap_or_default()),
        }
    }
}
