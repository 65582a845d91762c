//! `GET /v1/operator/audit`: the audit log, as a page or as a file.

use std::sync::Arc;

use foundation::Timestamp;
use foundation::text::strict_json;
use poem::http::header;
use poem::web::Data;
use poem::{IntoResponse, Request, Response};
use poem_openapi::param::Query;
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::{Any, Example, Type};
use poem_openapi::{ApiResponse, Object, OpenApi};
use serde_json::{Value, json};

use crate::app::App;
use crate::operators::audit_record::{AuditFilter, AuditRecord, csv};
use crate::operators::read_audit;
use crate::problem::{FieldError, Problem, ProblemResponse, documents};
use crate::schema::{Instant, Nullable, PageParams, Tag};
use crate::users::Operator;

documents!(AuditProblems: ClientNotAllowed, HolderInactive);

const CSV: &str = "text/csv";

/// The actor of an entry.
#[derive(Object)]
#[oai(rename = "AuditActor", example)]
struct ActorDto {
    /// The kind of actor: `user`, `api_key`, `program`, or `system` for an action without a request.
    kind: String,
    /// The actor's id.
    id: String,
    /// The name of the user or the API key; the email address of a user without a name.
    name: Nullable<String>,
}

impl Example for ActorDto {
    fn example() -> Self {
        Self {
            kind: "user".to_owned(),
            id: "usr_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: Some("Ada".to_owned()).into(),
        }
    }
}

/// The subject of an entry.
#[derive(Object)]
#[oai(rename = "AuditSubject", example)]
struct SubjectDto {
    /// The kind of subject: the first part of the action, such as `key` or `website`.
    kind: String,
    /// The subject's id.
    id: String,
    /// The name of the user, website, API key or customer, or the host of the webhook endpoint.
    name: Nullable<String>,
}

impl Example for SubjectDto {
    fn example() -> Self {
        Self {
            kind: "key".to_owned(),
            id: "key_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: Some("Production".to_owned()).into(),
        }
    }
}

/// An entry of the audit log.
#[derive(Object)]
#[oai(rename = "AuditLine", example)]
struct AuditRecordDto {
    /// The entry's id.
    id: String,
    /// The time of the action.
    at: Instant,
    /// The actor.
    actor: ActorDto,
    /// The action, such as `key.made`.
    act: String,
    /// The subject of the action.
    subject: SubjectDto,
    /// The website of the action, if there is one.
    website_id: Nullable<String>,
    /// The name of that website.
    website_name: Nullable<String>,
    /// The client that held the user's token.
    client_id: Nullable<String>,
    /// The session at the identity provider in which the token was issued.
    session_id: Nullable<String>,
    /// The id of that token (RFC 7519 section 4.1.7).
    jti: Nullable<String>,
    /// Further details; never a secret.
    detail: Any<Value>,
}

impl From<AuditRecord> for AuditRecordDto {
    fn from(line: AuditRecord) -> Self {
        Self {
            actor: ActorDto {
                kind: line.actor_kind().to_owned(),
                id: line.actor.clone(),
                name: line.actor_name.clone().into(),
            },
            subject: SubjectDto {
                kind: line.subject_kind().to_owned(),
                id: line.subject.clone(),
                name: line.subject_name.clone().into(),
            },
            id: line.id,
            at: Instant(line.at),
            act: line.action,
            website_id: line.website_id.into(),
            website_name: line.website_name.into(),
            client_id: line.client_id.into(),
            session_id: line.session_id.into(),
            jti: line.token_id.into(),
            detail: Any(strict_json::from_stored(&line.details).unwrap_or_default()),
        }
    }
}

impl Example for AuditRecordDto {
    fn example() -> Self {
        Self {
            id: "aud_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            at: Instant(Timestamp::from_seconds(1_767_225_600)),
            actor: ActorDto::example(),
            act: "key.made".to_owned(),
            subject: SubjectDto::example(),
            website_id: Some("web_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            website_name: Some("Pictures".to_owned()).into(),
            client_id: Some("web".to_owned()).into(),
            session_id: Some("ses_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            jti: Some("8e03978e-40d5-43dd-bc93-6894a57f9324".to_owned()).into(),
            detail: Any(json!({"mode": "live"})),
        }
    }
}

/// One page of the audit log, newest first.
#[derive(Object)]
#[oai(rename = "AuditPage", example)]
struct AuditPageDto {
    /// The entries.
    items: Vec<AuditRecordDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl Example for AuditPageDto {
    fn example() -> Self {
        Self {
            items: vec![AuditRecordDto::example()],
            next_cursor: None.into(),
        }
    }
}

/// The audit log in the requested format.
enum AuditResponse {
    Page(AuditPageDto),
    File(Vec<AuditRecord>),
}

impl IntoResponse for AuditResponse {
    fn into_response(self) -> Response {
        match self {
            Self::Page(page) => Json(page).into_response(),
            Self::File(lines) => Response::builder()
                .content_type("text/csv; charset=utf-8")
                .header(
                    header::CONTENT_DISPOSITION,
                    "attachment; filename=\"audit.csv\"",
                )
                .body(csv(&lines)),
        }
    }
}

impl ApiResponse for AuditResponse {
    fn meta() -> MetaResponses {
        let page = MetaMediaType {
            content_type: Json::<AuditPageDto>::CONTENT_TYPE,
            schema: AuditPageDto::schema_ref(),
        };
        let file = MetaMediaType {
            content_type: CSV,
            schema: String::schema_ref(),
        };
        MetaResponses {
            responses: vec![MetaResponse {
                description: "The audit log; with `Accept: text/csv` up to ten thousand lines of it as a file.",
                status: Some(200),
                status_range: None,
                content: vec![page, file],
                headers: Vec::new(),
            }],
        }
    }

    fn register(registry: &mut Registry) {
        AuditPageDto::register(registry);
    }
}

/// The operation on the audit log.
pub(crate) struct AuditApi;

#[OpenApi]
impl AuditApi {
    /// Read the audit log
    ///
    /// Lists the actions on websites, keys, customers and users with their actors, newest first. The parameters are
    /// combined. Only the operator of this installation may call it.
    #[oai(
        path = "/v1/operator/audit",
        method = "get",
        operation_id = "list_audit",
        tag = "Tag::Operator"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn audit(
        &self,
        app: Data<&Arc<App>>,
        _operator: Operator,
        request: &Request,
        /// Only actions of this user or API key, by id.
        actor: Query<Option<String>>,
        /// Only actions of this name, such as `key.made`.
        act: Query<Option<String>>,
        /// Only actions on this subject, by id.
        subject: Query<Option<String>>,
        /// The start of the range, included, such as 2026-01-01T00:00:00Z.
        from: Query<Option<String>>,
        /// The end of the range, excluded.
        to: Query<Option<String>>,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// The `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<AuditResponse, ProblemResponse<AuditProblems>> {
        let filter = AuditFilter {
            actor: actor.0.unwrap_or_default(),
            action: act.0.unwrap_or_default(),
            subject: subject.0.unwrap_or_default(),
            from: instant("from", from.0.as_deref())?.unwrap_or_default(),
            to: instant("to", to.0.as_deref())?,
        };
        if wants_file(request) {
            return Ok(AuditResponse::File(read_audit::all(&app, &filter).await?));
        }
        let page = PageParams {
            limit: limit.0,
            cursor: cursor.0.as_deref(),
        };
        let page = read_audit::page(&app, &filter, page).await?;
        Ok(AuditResponse::Page(AuditPageDto {
            items: page.lines.into_iter().map(AuditRecordDto::from).collect(),
            next_cursor: page.next_cursor.into(),
        }))
    }
}

fn wants_file(request: &Request) -> bool {
    let accept = request.header(header::ACCEPT).unwrap_or_default();
    let mut kinds = accept.split(',').filter_map(|kind| kind.split(';').next());
    kinds.any(|kind| kind.trim() == CSV)
}

fn instant(name: &'static str, text: Option<&str>) -> Result<Option<Timestamp>, Problem> {
    let read = |text: &str| {
        Timestamp::from_iso8601(text).ok_or_else(|| {
            let detail = "Must be an instant such as 2026-01-31T12:00:00Z.";
            Problem::invalid(&[FieldError::parameter(name, detail)])
        })
    };
    text.map(read).transpose()
}
