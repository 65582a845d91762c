//! What became of users, in order, for callers with the scope `idp.users` that have to follow.

use poem::http::StatusCode;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use super::caller::{AdminProblem, problem};
use super::users::{Tag, UsersToken};
use crate::admin::find_user_changes::{WantedChanges, find_user_changes};
use crate::admin::user_change::{Became, UserChange};

/// The most items of a page, and how many it has usually.
const LONGEST_PAGE: u32 = 100;

/// What became of a user.
#[derive(Enum, Clone, Copy)]
#[oai(rename = "UserChangeKind", rename_all = "lowercase")]
enum Kind {
    /// The user went into another: they are one person.
    Merged,
    /// A merge was undone: the user is there again.
    Undone,
    /// Everything that told who the user was is deleted, for ever; the id is nobody else's.
    Deleted,
    /// The user may sign in again.
    Activated,
    /// The user was signed out everywhere and may not sign in.
    Deactivated,
}

/// What became of a user. It holds ids and nothing that tells who somebody is.
#[derive(Object)]
#[oai(rename = "UserChange", skip_serializing_if_is_none)]
struct UserChangeAnswer {
    /// Rises with everything that becomes of any user.
    sequence: i64,
    /// The change's own id, which another database does not give to its change with this sequence; null for a change of an
    /// older version.
    id: Option<String>,
    kind: Kind,
    /// Of whom; the `sub` of tokens until then.
    user_id: String,
    /// The merge; absent for what is none.
    merge_id: Option<String>,
    /// The other user of the merge, who stays; absent for what is none.
    into_user_id: Option<String>,
    /// The client that asked for the switch, `idp` where that is not known any more; absent for merges and deletions.
    switched_by: Option<String>,
    /// The client that had asked for the same before, where the switch was done already; absent where it was not.
    also_by: Option<String>,
    /// RFC 3339.
    changed_at: String,
}

/// Some of what became of users, in order.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct UserChangeList {
    items: Vec<UserChangeAnswer>,
    /// The `after` of the next page; absent on the last.
    next: Option<String>,
    /// The id of the change with the sequence `after`; null where it has none.
    after_id: Option<String>,
}

#[derive(ApiResponse)]
enum UserChangesAnswer {
    /// A page of the list.
    #[oai(status = 200)]
    Found(Json<UserChangeList>),
    /// `after` is no sequence.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
    /// No change of this database has the sequence `after` and the id `after_id`: the database was restored from a backup, or
    /// it is another one. Read all changes again, without `after`.
    #[oai(status = 409, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

/// The operation.
pub(crate) struct UserChangesApi;

#[OpenApi]
impl UserChangesApi {
    /// List what became of users, in order.
    ///
    /// Every merge is here once, under the sequence of its last change, every deleted user, also one who had gone into
    /// another before, and every user whom somebody switched off or on, under the sequence of the last switch. Whoever
    /// remembers the last sequence and asks with it as `after` misses nothing; a merge that was undone before it was seen
    /// is only seen as undone. After a restore of the identity provider's database other changes get the sequences that were
    /// given out before: send the `id` of the last change as `after_id`, and read all again when the answer is 409.
    #[oai(
        path = "/user-changes",
        method = "get",
        operation_id = "list_user_changes",
        tag = "Tag::Users"
    )]
    async fn list_user_changes(
        &self,
        caller: UsersToken,
        after: Query<Option<String>>,
        /// The `id` of the change with the sequence `after`.
        after_id: Query<Option<String>>,
        limit: Query<Option<u32>>,
    ) -> poem::Result<UserChangesAnswer> {
        let caller = caller.0;
        let after = after.0.as_deref().unwrap_or("0");
        let Some(after) = after.parse().ok().filter(|after| *after >= 0) else {
            let detail = "after: must be a sequence of this list".to_owned();
            let told = problem(&caller, StatusCode::BAD_REQUEST, detail);
            return Ok(UserChangesAnswer::Wrong(Json(told)));
        };
        let length = limit.0.unwrap_or(LONGEST_PAGE).clamp(1, LONGEST_PAGE);
        let wanted = WantedChanges {
            after,
            after_id: after_id.0.as_deref(),
            length: length.into(),
        };
        let Some(found) = find_user_changes(&caller.app, wanted).await? else {
            let detail = "after: no change of this database has this sequence and id. The database was restored or is another \
                one: read all changes again, without after.";
            let told = problem(&caller, StatusCode::CONFLICT, detail.to_owned());
            return Ok(UserChangesAnswer::Unknown(Json(told)));
        };
        let next = found.items.last().filter(|_| found.is_more);
        Ok(UserChangesAnswer::Found(Json(UserChangeList {
            next: next.map(|last| last.sequence.to_string()),
            items: found
                .items
                .into_iter()
                .map(UserChangeAnswer::from)
                .collect(),
            after_id: found.after_id,
        })))
    }
}

impl From<UserChange> for UserChangeAnswer {
    fn from(change: UserChange) -> Self {
        let (kind, merge, switched) = match change.became {
            Became::Merged {
                merge_id,
                into_user_id,
            } => (Kind::Merged, Some((merge_id, into_user_id)), None),
            Became::Undone {
                merge_id,
                into_user_id,
            } => (Kind::Undone, Some((merge_id, into_user_id)), None),
            Became::Deleted => (Kind::Deleted, None, None),
            Became::Switched {
                is_active,
                by,
                also_by,
            } => {
                let kind = if is_active {
                    Kind::Activated
                } else {
                    Kind::Deactivated
                };
                (kind, None, Some((by, also_by)))
            }
        };
        let (merge_id, into_user_id) = merge.unzip();
        let (switched_by, also_by) = switched.unzip();
        Self {
            sequence: change.sequence,
            id: change.id,
            kind,
            user_id: change.user_id,
            merge_id,
            into_user_id,
            switched_by,
            also_by: also_by.flatten(),
            changed_at: change.changed_at.to_iso8601(),
        }
    }
}
