//! List of user changes, in order, for callers with the scope `idp.users` that follow them.

use poem::http::StatusCode;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use super::caller::{AdminProblem, problem};
use super::users::{UsersTag, UsersToken};
use crate::admin::admin_api::find_user_changes::{UserChangesQuery, find_user_changes};
use crate::admin::admin_api::user_change::{UserChange, UserChangeDetails};

/// Maximum and default number of items of a page.
const MAX_PAGE_SIZE: u32 = 100;

/// The kind of a user change.
#[derive(Enum, Clone, Copy)]
#[oai(rename = "UserChangeKind", rename_all = "lowercase")]
enum UserChangeKind {
    /// The user was merged into another one.
    Merged,
    /// A merge was undone, so that the user exists again.
    Undone,
    /// The user's personal data was deleted forever; the id is never used again.
    Deleted,
    /// The user may sign in again.
    Activated,
    /// The user may no longer sign in, and all sessions have ended.
    Deactivated,
}

/// A change of a user. It has ids and no personal data.
#[derive(Object)]
#[oai(rename = "UserChange", skip_serializing_if_is_none)]
struct UserChangeView {
    /// The sequence, which rises with every change of any user.
    sequence: i64,
    /// The change's own id, which differs between databases even if the sequence is equal; null for a change of an
    /// older version.
    id: Option<String>,
    kind: UserChangeKind,
    /// The user who changed; the `sub` of tokens until then.
    user_id: String,
    /// The merge; absent for other changes.
    merge_id: Option<String>,
    /// The user that remains after the merge; absent for other changes.
    into_user_id: Option<String>,
    /// The client that requested the state, `idp` if it is no longer known; absent for merges and deletions.
    switched_by: Option<String>,
    /// Another client that had requested the same state before; absent if there is none.
    confirmed_by: Option<String>,
    /// RFC 3339.
    changed_at: String,
}

/// A page of user changes, in order.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct UserChangeList {
    items: Vec<UserChangeView>,
    /// The `after` of the next page; absent on the last.
    next: Option<String>,
    /// The id of the change with the sequence `after`; null if it has none.
    after_id: Option<String>,
}

#[derive(ApiResponse)]
enum UserChangesResponse {
    /// A page of the list.
    #[oai(status = 200)]
    Found(Json<UserChangeList>),
    /// `after` is not a sequence.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
    /// This database has no change with the sequence `after` and the id `after_id`. It was restored from a backup, or
    /// it is another database. Read all changes again, without `after`.
    #[oai(status = 409, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

/// Operation on user changes.
pub(crate) struct UserChangesApi;

#[OpenApi]
impl UserChangesApi {
    /// List user changes, in order.
    ///
    /// The list has every merge once, under the sequence of its last change. It has every deleted user, including users
    /// who were merged before, and every user who was activated or deactivated, under the sequence of the last such
    /// change. A client that sends the last sequence as `after` misses no change. A merge that was undone before the
    /// client read it appears only as undone. After a restore of the database, other changes get sequences that were
    /// used before. Send the `id` of the last change as `after_id`, and read all changes again if the response is 409.
    #[oai(
        path = "/user-changes",
        method = "get",
        operation_id = "list_user_changes",
        tag = "UsersTag::Users"
    )]
    async fn list_user_changes(
        &self,
        caller: UsersToken,
        after: Query<Option<String>>,
        /// The `id` of the change with the sequence `after`.
        after_id: Query<Option<String>>,
        limit: Query<Option<u32>>,
    ) -> poem::Result<UserChangesResponse> {
        let caller = caller.0;
        let after = after.0.as_deref().unwrap_or("0");
        let Some(after) = after.parse().ok().filter(|after| *after >= 0) else {
            let detail = "after: must be a sequence of this list".to_owned();
            let response = problem(&caller, StatusCode::BAD_REQUEST, detail);
            return Ok(UserChangesResponse::Wrong(Json(response)));
        };
        let length = limit.0.unwrap_or(MAX_PAGE_SIZE).clamp(1, MAX_PAGE_SIZE);
        let query = UserChangesQuery {
            after,
            after_id: after_id.0.as_deref(),
            length: length.into(),
        };
        let Some(found) = find_user_changes(&caller.app, query).await? else {
            let detail = "after: no change of this database has this sequence and id. The database was restored or is another \
                one: read all changes again, without after.";
            let response = problem(&caller, StatusCode::CONFLICT, detail.to_owned());
            return Ok(UserChangesResponse::Unknown(Json(response)));
        };
        let next = found.items.last().filter(|_| found.is_more);
        Ok(UserChangesResponse::Found(Json(UserChangeList {
            next: next.map(|last| last.sequence.to_string()),
            items: found.items.into_iter().map(UserChangeView::from).collect(),
            after_id: found.after_id,
        })))
    }
}

impl From<UserChange> for UserChangeView {
    fn from(change: UserChange) -> Self {
        let (kind, merge, switched) = match change.details {
            UserChangeDetails::Merged {
                merge_id,
                into_user_id,
            } => (UserChangeKind::Merged, Some((merge_id, into_user_id)), None),
            UserChangeDetails::Undone {
                merge_id,
                into_user_id,
            } => (UserChangeKind::Undone, Some((merge_id, into_user_id)), None),
            UserChangeDetails::Deleted => (UserChangeKind::Deleted, None, None),
            UserChangeDetails::Switched {
                is_active,
                by,
                confirmed_by,
            } => {
                let kind = if is_active {
                    UserChangeKind::Activated
                } else {
                    UserChangeKind::Deactivated
                };
                (kind, None, Some((by, confirmed_by)))
            }
        };
        let (merge_id, into_user_id) = merge.unzip();
        let (switched_by, confirmed_by) = switched.unzip();
        Self {
            sequence: change.sequence,
            id: change.id,
            kind,
            user_id: change.user_id,
            merge_id,
            into_user_id,
            switched_by,
            confirmed_by: confirmed_by.flatten(),
            changed_at: change.changed_at.to_iso8601(),
        }
    }
}
