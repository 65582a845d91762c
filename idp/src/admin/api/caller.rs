//! Who calls the admin API, and what several of its operations share: problems and cursors.

use std::sync::Arc;

use foundation::http::RequestId;
use foundation::{Failure, Timestamp};
use poem::Request;
use poem::http::StatusCode;
use poem_openapi::Object;
use poem_openapi::auth::Bearer;

use crate::admin::standing::Standing;
use crate::app::App;
use crate::clients::{Scope, pointer_of};
use crate::errors::{ErrorCode, OAuthError, as_bearer_challenge};
use crate::tokens::{self, INVALID_TOKEN};

/// The most items of a page, and how many it has usually.
const LONGEST_PAGE: u32 = 200;
const USUAL_PAGE: u32 = 50;
/// Longer texts are no cursor of ours, in bytes.
const LONGEST_CURSOR: usize = 1024;
const CURSOR: &str = "admin-cursor";

/// What a token that is bound to a key is told (RFC 9449): it would be honest, and is not taken here.
const BOUND: OAuthError = OAuthError::new(
    ErrorCode::InvalidToken,
    "The admin API takes bearer tokens only: ask for one without a DPoP proof, with a client that is registered without dpop_bound_access_tokens.",
);

/// Who calls, and where the call is answered.
pub(super) struct Caller {
    pub(super) app: Arc<App>,
    /// The client that calls.
    pub(super) client_id: String,
    /// The words that it is registered for.
    pub(super) scope: Scope,
    pub(super) request_id: String,
}

/// Checks that a token counts, and that the machine it was made for is still registered for the scope.
pub(super) async fn check(
    request: &Request,
    bearer: Bearer,
    scope: &str,
    too_narrow: OAuthError,
) -> poem::Result<Caller> {
    let refused = |error| poem::Error::from_response(as_bearer_challenge(error));
    let app = request
        .data::<Arc<App>>()
        .ok_or_else(|| Failure::defect("the admin API was laid without its app"))?;
    let live = tokens::find_live(app, &bearer.token)
        .await?
        .filter(|live| live.token.is_for(&[&app.config.base.issuer]))
        .ok_or_else(|| refused(INVALID_TOKEN))?;
    if !live.token.is_held_by(None) {
        return Err(refused(BOUND));
    }
    if !live.token.scope.contains(scope) || !live.client.scope.contains(scope) {
        return Err(refused(too_narrow));
    }
    Ok(Caller {
        app: Arc::clone(app),
        client_id: live.client.id.clone(),
        scope: live.client.scope.clone(),
        request_id: RequestId::of(request),
    })
}

impl Caller {
    /// What it may make of clients.
    pub(super) fn standing(&self) -> Standing<'_> {
        Standing {
            client_id: &self.client_id,
            scope: &self.scope,
            website_scope: &self.app.config.clients.website_scope,
        }
    }
}

/// A refusal (RFC 9457).
#[derive(Object)]
pub(super) struct AdminProblem {
    /// `about:blank`: the status says it all.
    #[oai(rename = "type")]
    kind: String,
    title: String,
    status: i32,
    detail: String,
    request_id: String,
    /// The members of the body that are wrong, where that is known.
    #[oai(skip_serializing_if_is_none)]
    errors: Option<Vec<FieldProblem>>,
}

/// A member of a body that is wrong.
#[derive(Object)]
struct FieldProblem {
    /// A JSON pointer (RFC 6901) into the body; empty for the whole.
    pointer: String,
    /// The reason, beginning with the member's name.
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

/// The id that a path names. One that no id can be, and that PostgreSQL would not even look for, names nobody.
pub(super) fn nameable(id: &str) -> &str {
    if id.chars().any(char::is_control) {
        ""
    } else {
        id
    }
}

/// How many items a page may have.
pub(super) fn page_length(wanted: Option<u32>) -> i64 {
    wanted.unwrap_or(USUAL_PAGE).clamp(1, LONGEST_PAGE).into()
}

/// The text that says where the next page of a list begins: sealed, so that nobody can make one up.
pub(super) fn seal_cursor(
    caller: &Caller,
    list: &str,
    at: Timestamp,
    id: &str,
) -> Result<String, Failure> {
    let plain = format!("{list} {} {id}", at.micros());
    caller.app.sealer.seal(CURSOR, &plain)
}

/// Reads such a text; the error is for one that we did not write for this list.
pub(super) fn open_cursor(
    caller: &Caller,
    list: &str,
    text: Option<&str>,
) -> Result<Option<(Timestamp, String)>, &'static str> {
    let Some(text) = text else {
        return Ok(None);
    };
    let read = || {
        let plain = (text.len() <= LONGEST_CURSOR)
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
