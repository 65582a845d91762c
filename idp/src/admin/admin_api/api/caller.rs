//! Caller of the admin API, and what its operations share: problems and cursors.

use std::sync::Arc;

use foundation::http::RequestId;
use foundation::{Failure, Timestamp};
use poem::Request;
use poem::http::StatusCode;
use poem_openapi::Object;
use poem_openapi::auth::Bearer;

use crate::admin::admin_api::permissions::CallerPermissions;
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError, as_bearer_challenge};
use crate::oauth::tokens::{self, INVALID_TOKEN};
use crate::protocol::clients::{Scope, pointer_of};

/// Maximum and default number of items of a page.
const MAX_PAGE_SIZE: u32 = 200;
const DEFAULT_PAGE_SIZE: u32 = 50;
/// Maximum length of a cursor, in bytes; a longer text is not valid.
const MAX_CURSOR_LENGTH: usize = 1024;
const CURSOR: &str = "admin-cursor";

/// Refusal of a key-bound token (RFC 9449): the token is valid, but the admin API takes bearer tokens only.
const BOUND: OAuthError = OAuthError::new(
    ErrorCode::InvalidToken,
    "The admin API takes bearer tokens only: ask for one without a DPoP proof, with a client that is registered without dpop_bound_access_tokens.",
);

/// Caller of a request.
pub(super) struct Caller {
    pub(super) app: Arc<App>,
    /// The client that sends the request.
    pub(super) client_id: String,
    /// The scopes that the client is registered for.
    pub(super) scope: Scope,
    pub(super) request_id: String,
}

/// Checks that a token is valid and has the scope, and that its client is still registered for the scope.
pub(super) async fn check(
    request: &Request,
    bearer: Bearer,
    scope: &str,
    too_narrow: OAuthError,
) -> poem::Result<Caller> {
    let refused = |error| poem::Error::from_response(as_bearer_challenge(error));
    let app = request
        .data::<Arc<App>>()
        .ok_or_else(|| Failure::defect("the admin API was mounted without its app"))?;
    let live = tokens::validate_access_token(app, &bearer.token)
        .await?
        .filter(|live| live.token.is_for(&[&app.config.base.issuer]))
        .ok_or_else(|| refused(INVALID_TOKEN))?;
    if !live.token.is_bound_to(None) {
        return Err(refused(BOUND));
    }
    if !live.token.scope.contains(scope) || !live.client.scope.contains(scope) {
        return Err(refused(too_narrow));
    }
    Ok(Caller {
        app: Arc::clone(app),
        client_id: live.client.id.clone(),
        scope: live.client.scope.clone(),
        request_id: RequestId::read(request),
    })
}

impl Caller {
    /// Returns the caller's permissions.
    pub(super) fn permissions(&self) -> CallerPermissions<'_> {
        CallerPermissions {
            client_id: &self.client_id,
            scope: &self.scope,
            website_scope: &self.app.config.clients.website_scope,
        }
    }
}

/// Problem details of a refusal (RFC 9457).
#[derive(Object)]
pub(super) struct AdminProblem {
    /// `about:blank`: the status says everything.
    #[oai(rename = "type")]
    kind: String,
    title: String,
    status: i32,
    detail: String,
    request_id: String,
    /// The members of the body that are wrong, if they are known.
    #[oai(skip_serializing_if_is_none)]
    errors: Option<Vec<FieldProblem>>,
}

/// A member of the body that is wrong.
#[derive(Object)]
struct FieldProblem {
    /// A JSON pointer (RFC 6901) into the body; empty for the whole body.
    pointer: String,
    /// The reason, which starts with the member's name.
    detail: String,
}

/// Refuses a registration, with a pointer to each member that is wrong.
pub(super) fn wrong_client(caller: &Caller, problems: &[String]) -> AdminProblem {
    let errors = problems.iter().map(|what| FieldProblem {
        pointer: pointer_of(what),
        detail: what.clone(),
    });
    AdminProblem {
        errors: Some(errors.collect()),
        ..problem(caller, StatusCode::BAD_REQUEST, problems.join("; "))
    }
}

pub(super) fn problem(caller: &Caller, status: StatusCode, detail: String) -> AdminProblem {
    AdminProblem {
        kind: "about:blank".to_owned(),
        title: status.canonical_reason().unwrap_or_default().to_owned(),
        status: status.as_u16().into(),
        detail,
        request_id: caller.request_id.clone(),
        errors: None,
    }
}

/// Returns the id in a path. An id with control characters becomes empty, because PostgreSQL refuses NUL.
pub(super) fn safe_id(id: &str) -> &str {
    if id.chars().any(char::is_control) {
        ""
    } else {
        id
    }
}

/// Returns the number of items of a page, within the limits.
pub(super) fn page_length(length: Option<u32>) -> i64 {
    length
        .unwrap_or(DEFAULT_PAGE_SIZE)
        .clamp(1, MAX_PAGE_SIZE)
        .into()
}

/// Returns the cursor of a list's next page. The cursor is encrypted, so that a client cannot make one up.
pub(super) fn seal_cursor(
    caller: &Caller,
    list: &str,
    at: Timestamp,
    id: &str,
) -> Result<String, Failure> {
    let plain = format!("{list} {} {id}", at.micros());
    caller.app.sealer.seal(CURSOR, &plain)
}

/// Decrypts a cursor; returns the detail text of the refusal if the cursor is not of this list.
pub(super) fn open_cursor(
    caller: &Caller,
    list: &str,
    text: Option<&str>,
) -> Result<Option<(Timestamp, String)>, &'static str> {
    let Some(text) = text else {
        return Ok(None);
    };
    let read = || {
        let plain = (text.len() <= MAX_CURSOR_LENGTH)
            .then(|| caller.app.sealer.open(CURSOR, text))
            .flatten()?;
        let (at, id) = plain
            .strip_prefix(list)?
            .strip_prefix(' ')?
            .split_once(' ')?;
        Some((Timestamp::from_micros(at.parse().ok()?), id.to_owned()))
    };
    read()
        .map(Some)
        .ok_or("cursor: must be a next_cursor of this list")
}
