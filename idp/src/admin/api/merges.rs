//! Merges of two users, for callers with the scope `idp.users`: the way back.

use poem::http::StatusCode;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use super::caller::{AdminProblem, Caller, nameable, problem};
use super::users::{Tag, UsersToken};
use crate::admin::undo_merge::undo_merge;
use crate::merges::{Merge, NoUndo};

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
    /// Its last number in the list of what became of users.
    sequence: i64,
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
