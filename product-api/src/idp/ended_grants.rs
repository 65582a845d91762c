//! Ended grants, as the idp's admin API lists them.

use foundation::outbound::read_bounded;
use foundation::text::strict_json;
use foundation::{Failure, Timestamp};
use reqwest::{Method, StatusCode};
use serde::Deserialize;

use super::admin::unexpected_status;
use super::directory::encoded;
use super::user_admin::UserAdmin;

/// Number of grants per request.
const MAX_PAGE: u16 = 500;
const FOLLOWING: &str = "asking the identity provider which grants ended";

/// Position in the idp's list of ended grants: the last grant that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GrantCursor {
    sequence: i64,
    grant_id: String,
}

impl GrantCursor {
    /// Returns true if the position comes after another one, or the other is none.
    pub(crate) fn is_after(&self, other: Option<&Self>) -> bool {
        other.is_none_or(|other| other.sequence < self.sequence)
    }
}

/// A grant that ended before its expiry.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(try_from = "ListedGrant")]
pub(crate) struct EndedGrant {
    /// The position in the list.
    pub(crate) cursor: GrantCursor,
    /// The latest expiry of the grant's access tokens.
    pub(crate) tokens_end_at: Timestamp,
}

impl EndedGrant {
    /// Returns the grant's id.
    pub(crate) fn id(&self) -> &str {
        &self.cursor.grant_id
    }
}

/// An ended grant, as listed.
#[derive(Debug, Deserialize)]
struct ListedGrant {
    sequence: i64,
    grant_id: String,
    tokens_end_at: String,
}

impl TryFrom<ListedGrant> for EndedGrant {
    type Error = &'static str;

    fn try_from(listed: ListedGrant) -> Result<Self, Self::Error> {
        let tokens_end_at = Timestamp::from_iso8601(&listed.tokens_end_at)
            .ok_or("the time at which tokens of a grant end is none")?;
        Ok(Self {
            cursor: GrantCursor {
                sequence: listed.sequence,
                grant_id: listed.grant_id,
            },
            tokens_end_at,
        })
    }
}

/// A page of ended grants.
#[derive(Debug, Deserialize)]
pub(crate) struct EndedGrantsPage {
    /// The grants, in the order of the list.
    pub(crate) items: Vec<EndedGrant>,
    /// The next page, if there is one.
    pub(crate) next: Option<String>,
}

impl UserAdmin {
    /// Returns the ended grants after a position, or all; none if the idp no longer lists the position.
    pub(crate) async fn ended_grants_after(
        &self,
        cursor: Option<&GrantCursor>,
    ) -> Result<Option<EndedGrantsPage>, Failure> {
        let mut query = vec![("limit", MAX_PAGE.to_string())];
        if let Some(cursor) = cursor {
            query.push(("after", cursor.sequence.to_string()));
            query.push(("after_id", cursor.grant_id.clone()));
        }
        let path = format!("/ended-grants?{}", encoded(&query));
        let request = self.admin.request(Method::GET, &path);
        let response = self.admin.send(FOLLOWING, request).await?;
        match response.status() {
            StatusCode::OK => {}
            StatusCode::CONFLICT => return Ok(None),
            status => return Err(Failure::unavailable(FOLLOWING, unexpected_status(status))),
        }
        let body = read_bounded(response).await?;
        strict_json::from_slice(&body)
            .map(Some)
            .map_err(|error| Failure::unavailable(FOLLOWING, error.to_string()))
    }
}
