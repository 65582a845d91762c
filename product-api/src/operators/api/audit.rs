//! `GET /v1/operator/audit`: who did what, as a page or as a file.

use std::sync::Arc;

use foundation::{Timestamp, json};
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
use crate::operators::line::{Line, Wanted, csv};
use crate::operators::read_audit;
use crate::problem::{FieldError, Problem, Refused, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::users::Operator;

documents!(AuditProblems: ClientNotAllowed, HolderInactive);

const CSV: &str = "text/csv";

/// Who did it.
#[derive(Object)]
#[oai(rename = "AuditActor", example)]
struct ActorAnswer {
    /// `user`, `api_key`, `program`, or `system` for what nobody asked for.
    kind: String,
    /// Its id.
    id: String,
    /// The name of a person whom we know.
    name: Nullable<String>,
}

impl Example for ActorAnswer {
    fn example() -> Self {
        Self {
            kind: "user".to_owned(),
            id: "usr_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: Some("Ada".to_owned()).into(),
        }
    }
}

/// What it was done to.
#[derive(Object)]
#[oai(rename = "AuditSubject", example)]
struct SubjectAnswer {
    /// The first part of the act, such as `key` or `website`.
    kind: String,
    /// Its id.
    id: String,
}

impl Example for SubjectAnswer {
    fn example() -> Self {
        Self {
            kind: "key".to_owned(),
            id: "key_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
        }
    }
}

/// One thing that was done.
#[derive(Object)]
#[oai(rename = "AuditLine", example)]
struct LineAnswer {
    /// Its id.
    id: String,
    /// When.
    at: Instant,
    /// Who did it.
    actor: ActorAnswer,
    /// What was done, such as `key.made`.
    act: String,
    /// To what.
    subject: SubjectAnswer,
    /// At which website, if at one.
    website_id: Nullable<String>,
    /// The program that held the person's token.
    client_id: Nullable<String>,
    /// The session at the identity provider that the token came from.
    session_id: Nullable<String>,
    /// The id of that token (RFC 7519 section 4.1.7).
    jti: Nullable<String>,
    /// What else is known; never a secret.
    detail: Any<Value>,
}

impl From<Line> for LineAnswer {
    fn from(line: Line) -> Self {
        Self {
            actor: ActorAnswer {
                kind: line.actor_kind().to_owned(),
                id: line.actor.clone(),
                name: line.actor_name.clone().into(),
            },
            subject: SubjectAnswer {
                kind: line.subject_kind().to_owned(),
                id: line.subject.clone(),
            },
            id: line.id,
            at: Instant(line.at),
            act: line.action,
            website_id: line.website_id.into(),
            client_id: line.client_id.into(),
            session_id: line.session_id.into(),
            jti: line.token_id.into(),
            detail: Any(json::from_stored(&line.details).unwrap_or_default()),
        }
    }
}

impl Example for LineAnswer {
    fn example() -> Self {
        Self {
            id: "aud_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            at: Instant(Timestamp::from_seconds(1_767_225_600)),
            actor: ActorAnswer::example(),
            act: "key.made".to_owned(),
            subject: SubjectAnswer::example(),
            website_id: Some("web_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            client_id: Some("web".to_owned()).into(),
            session_id: Some("ses_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            jti: Some("8e03978e-40d5-43dd-bc93-6894a57f9324".to_owned()).into(),
            detail: Any(json!({"mode": "live"})),
        }
    }
}

/// One page of the trail, newest first.
#[derive(Object)]
#[oai(rename = "AuditPage", example)]
struct PageAnswer {
    /// The lines.
    items: Vec<LineAnswer>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl Example for PageAnswer {
    fn example() -> Self {
        Self {
            items: vec![LineAnswer::example()],
            next_cursor: None.into(),
        }
    }
}

/// The trail, in the form that was asked for.
enum AuditResponse {
    Page(PageAnswer),
    File(Vec<Line>),
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
            content_type: Json::<PageAnswer>::CONTENT_TYPE,
            schema: PageAnswer::schema_ref(),
        };
        let file = MetaMediaType {
            content_type: CSV,
            schema: String::schema_ref(),
        };
        MetaResponses {
            responses: vec![MetaResponse {
                description: "The trail; with `Accept: text/csv` up to ten thousand lines of it as a file.",
                status: Some(200),
                status_range: None,
                content: vec![page, file],
                headers: Vec::new(),
            }],
        }
    }

    fn register(registry: &mut Registry) {
        PageAnswer::register(registry);
    }
}

/// The operation.
pub(crate) struct AuditApi;

#[OpenApi]
impl AuditApi {
    /// Read the audit trail
    ///
    /// Who did what to which website, key, customer or person, newest first; the parameters narrow it down together. Only
    /// the operator of this installation may read it.
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
        /// Only what this user or API key did, by id.
        actor: Query<Option<String>>,
        /// Only acts of this name, such as `key.made`.
        act: Query<Option<String>>,
        /// Only what was done to this, by id.
        subject: Query<Option<String>>,
        /// The first timestamp, such as 2026-01-01T00:00:00Z.
        from: Query<Option<String>>,
        /// The timestamp at which it ends; not included.
        to: Query<Option<String>>,
        /// The most items of the page, 1 to 100; 20 when absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<AuditResponse, Refused<AuditProblems>> {
        let wanted = Wanted {
            actor: actor.0.unwrap_or_default(),
            action: act.0.unwrap_or_default(),
            subject: subject.0.unwrap_or_default(),
            from: instant("from", from.0.as_deref())?.unwrap_or_default(),
            to: instant("to", to.0.as_deref())?,
        };
        if wants_file(request) {
            let lines = read_audit::all(&app, &wanted).await?;
            return Ok(AuditResponse::File(lines));
        }
        let place = (limit.0, cursor.0.as_deref());
        let page = read_audit::page(&app, &wanted, place).await?;
        Ok(AuditResponse::Page(PageAnswer {
            items: page.lines.into_iter().map(LineAnswer::from).collect(),
            next_cursor: page.next_cursor.into(),
        }))
    }
}

fn wants_file(request: &Request) -> bool {
    let accept = request.header(header::ACCEPT).unwrap_or_default();
    accept
        .split(',')
        .any(|kind| kind.split(';').next().unwrap_or_default().trim() == CSV)
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
