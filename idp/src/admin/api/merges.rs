//! Merges of two users, for callers with the scope `idp.users`: what changed, in order, and the way back.

use poem::http::StatusCode;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use super::caller::{AdminProblem, Caller, nameable, problem};
use super::users::{Tag, UsersToken};
use crate::admin::merges::{MergesPage, find_merges, undo_merge};
use crate::merges::{Merge, NoUndo};

/// The most items of a page, and how many it has usually.
const LONGEST_PAGE: u32 = 100;

/// How a merge stands.
#[derive(Enum, Clone, Copy)]
#[oai(rename_all = "lowercase")]
enum MergeState {
    /// The two are one.
    Merged,
    /// They are two again.
    Undone,
}

/// Two users who turned out to be one person, or are two again.
#[derive(Object)]
struct UserMerge {
    id: String,
    /// Who is gone; the `sub` of tokens until then.
    from_user_id: String,
    /// Who stays.
    into_user_id: String,
    state: MergeState,
    /// RFC 3339.
    changed_at: String,
    /// Rises at every change of any merge.
    sequence: i64,
}

/// Some changes, in the order in which they were made.
#[derive(Object)]
struct UserMergeList {
    items: Vec<UserMerge>,
    /// The `after` of the next page; null on the last.
    next: Option<String>,
}

#[derive(ApiResponse)]
enum UserMergesAnswer {
    /// A page of the list.
    #[oai(status = 200)]
    Found(Json<UserMergeList>),
    /// `after` is no sequence.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
}

#[derive(ApiResponse)]
enum UserMergeAnswer {
    /// The merge, as it stands now.
    #[oai(status = 200)]
    Found(Json<UserMerge>),
    /// There is no such merge.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
    /// It cannot be undone (any more).
    #[oai(status = 409, content_type = "application/problem+json")]
    Stands(Json<AdminProblem>),
}

/// The operations on merges.
pub(crate) struct UserMergesApi;

#[OpenApi]
impl UserMergesApi {
    /// List what changed of merges, in order.
    ///
    /// Every merge is here once, under the sequence of its last change. Whoever remembers the last sequence and asks
    /// with it as `after` misses nothing; one that was undone before it was seen is only seen as undone.
    #[oai(
        path = "/user-merges",
        method = "get",
        operation_id = "list_user_merges",
        tag = "Tag::Users"
    )]
    async fn list_user_merges(
        &self,
        caller: UsersToken,
        after: Query<Option<String>>,
        limit: Query<Option<u32>>,
    ) -> poem::Result<UserMergesAnswer> {
        let caller = caller.0;
        let after = after.0.as_deref().unwrap_or("0");
        let Some(after) = after.parse().ok().filter(|after| *after >= 0) else {
            let detail = "after: must be a sequence of this list".to_owned();
            let told = problem(&caller, StatusCode::BAD_REQUEST, detail);
            return Ok(UserMergesAnswer::Wrong(Json(told)));
        };
        let length = limit.0.unwrap_or(LONGEST_PAGE).clamp(1, LONGEST_PAGE);
        let wanted = MergesPage {
            after,
            length: length.into(),
        };
        let (found, is_more) = find_merges(&caller.app, wanted).await?;
        let next = found.last().filter(|_| is_more);
        Ok(UserMergesAnswer::Found(Json(UserMergeList {
            next: next.map(|last| last.sequence.to_string()),
            items: found.into_iter().map(UserMerge::from).collect(),
        })))
    }

    /// Undo a merge, within seven days.
    ///
    /// What moved moves back as far as it is there still, and both are signed out everywhere. Doing it again changes
    /// nothing more.
    #[oai(
        path = "/user-merges/:merge_id/undo",
        method = "post",
        operation_id = "undo_user_merge",
        tag = "Tag::Users"
    )]
    async fn undo_user_merge(
        &self,
        caller: UsersToken,
        merge_id: Path<String>,
    ) -> poem::Result<UserMergeAnswer> {
        let caller = caller.0;
        let actor = &caller.client_id;
        let undone = undo_merge(&caller.app, nameable(&merge_id), actor).await?;
        Ok(match undone {
            Ok(merge) => UserMergeAnswer::Found(Json(merge.into())),
            Err(refusal) => refused(&caller, refusal),
        })
    }
}

fn refused(caller: &Caller, refusal: NoUndo) -> UserMergeAnswer {
    let detail = match refusal {
        NoUndo::Unknown => {
            let detail = "No merge has this id.".to_owned();
            return UserMergeAnswer::Unknown(Json(problem(caller, StatusCode::NOT_FOUND, detail)));
        }
        NoUndo::Done => "It was undone before.",
        NoUndo::TooLate => "It was made more than seven days ago.",
        NoUndo::LaterMerge => "The user who stayed was merged later: undo that merge first.",
        NoUndo::NoWayIn => "One of the two users would have no way to sign in.",
    };
    let told = problem(caller, StatusCode::CONFLICT, detail.to_owned());
    UserMergeAnswer::Stands(Json(told))
}

impl From<Merge> for UserMerge {
    fn from(merge: Merge) -> Self {
        let state = if merge.undone_at.is_some() {
            MergeState::Undone
        } else {
            MergeState::Merged
        };
        Self {
            changed_at: merge.changed_at().to_iso8601(),
            id: merge.id,
            from_user_id: merge.from_user_id,
            into_user_id: merge.into_user_id,
            state,
            sequence: merge.sequence,
        }
    }
}
