//! List of grants that ended early, in order, for callers with the scope `idp.users` that refuse their access tokens.

use poem::http::StatusCode;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::caller::{AdminProblem, Caller, problem, safe_id};
use super::users::{UsersTag, UsersToken};
use crate::admin::admin_api::find_ended_grants::{
    EndedGrantsQuery, find_ended_grants, tokens_end_at,
};
use crate::protocol::grants::ended::EndedGrant;

/// Maximum and default number of items of a page.
const MAX_PAGE: u32 = 500;

/// A grant that ended before its expiry.
#[derive(Object)]
#[oai(rename = "EndedGrant")]
struct EndedGrantView {
    /// The sequence, which rises from item to item.
    sequence: i64,
    /// The `grant_id` of the access tokens of the grant.
    grant_id: String,
    /// RFC 3339.
    ended_at: String,
    /// RFC 3339. No access token of the grant has an `exp` after this time, so a client can forget the grant then.
    tokens_end_at: String,
}

impl From<EndedGrant> for EndedGrantView {
    fn from(grant: EndedGrant) -> Self {
        Self {
            sequence: grant.sequence,
            tokens_end_at: tokens_end_at(&grant).to_iso8601(),
            ended_at: grant.ended_at.to_iso8601(),
            grant_id: grant.grant_id,
        }
    }
}

/// A page of ended grants, in order.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct EndedGrantList {
    items: Vec<EndedGrantView>,
    /// The `after` of the next page; absent on the last.
    next: Option<String>,
}

#[derive(ApiResponse)]
enum EndedGrantsResponse {
    /// A page of the list.
    #[oai(status = 200)]
    Found(Json<EndedGrantList>),
    /// `after` is not a sequence, or only one of `after` and `after_id` is present.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
    /// This database does not list the grant `after_id` with the sequence `after`. The grant ended more than an hour ago, or the
    /// database was restored from a backup. Read the list from its beginning, without `after` and `after_id`.
    #[oai(status = 409, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

/// Operation on ended grants.
pub(crate) struct EndedGrantsApi;

#[OpenApi]
impl EndedGrantsApi {
    /// List grants that ended before their expiry.
    ///
    /// The list has every grant that ended before its expiry and whose access tokens may still be in use. A grant ends
    /// when:
    ///
    /// - a code, a device code or a refresh token is used twice, or a code is sent with a wrong redirect URI or verifier
    /// - its client revokes a refresh token
    /// - its session ends, unless it has `offline_access`
    /// - a sign-in method of its user changes, except in the session that changed it
    /// - a user or an operator revokes the consent
    /// - its user is merged into another one, or a merge is undone
    /// - its user or client is deactivated or deleted
    ///
    /// A resource server that verifies access tokens itself reads the list every few seconds, and refuses a token whose
    /// `grant_id` is in it. The first request has no `after`. Each later one sends the `sequence` and `grant_id` of the
    /// last item as `after` and `after_id`, and so misses no grant. The list may have grants without an access token.
    #[oai(
        path = "/ended-grants",
        method = "get",
        operation_id = "list_ended_grants",
        tag = "UsersTag::Users"
    )]
    async fn list_ended_grants(
        &self,
        caller: UsersToken,
        /// The `sequence` of the last item that the client has read.
        after: Query<Option<String>>,
        /// The `grant_id` of that item.
        after_id: Query<Option<String>>,
        limit: Query<Option<u32>>,
    ) -> poem::Result<EndedGrantsResponse> {
        let caller = caller.0;
        let after = match read_after(after.0.as_deref(), after_id.0.as_deref()) {
            Ok(after) => after,
            Err(detail) => {
                let refused = problem(&caller, StatusCode::BAD_REQUEST, detail.to_owned());
                return Ok(EndedGrantsResponse::Wrong(Json(refused)));
            }
        };
        let length = limit.0.unwrap_or(MAX_PAGE).clamp(1, MAX_PAGE).into();
        let query = EndedGrantsQuery { after, length };
        let Some(found) = find_ended_grants(&caller.app, query).await? else {
            return Ok(unknown(&caller));
        };
        let next = found.items.last().filter(|_| found.is_more);
        Ok(EndedGrantsResponse::Found(Json(EndedGrantList {
            next: next.map(|last| last.sequence.to_string()),
            items: found.items.into_iter().map(EndedGrantView::from).collect(),
        })))
    }
}

/// Parses the position after which a page starts, or returns the detail text of the refusal.
fn read_after<'a>(
    after: Option<&str>,
    after_id: Option<&'a str>,
) -> Result<Option<(i64, &'a str)>, &'static str> {
    let Some(after) = after else {
        return match after_id {
            Some(_) => Err("after_id: must come with after"),
            None => Ok(None),
        };
    };
    let sequence = after.parse::<i64>().ok();
    let sequence = sequence.filter(|sequence| *sequence > 0);
    let sequence = sequence.ok_or("after: must be a sequence of this list")?;
    let after_id = after_id.ok_or("after_id: must come with after")?;
    Ok(Some((sequence, safe_id(after_id))))
}

fn unknown(caller: &Caller) -> EndedGrantsResponse {
    let detail = "after: this database does not list that grant. It ended more than an hour ago, or the database was restored: \
        read the list from its beginning, without after and after_id.";
    let refused = problem(caller, StatusCode::CONFLICT, detail.to_owned());
    EndedGrantsResponse::Unknown(Json(refused))
}
