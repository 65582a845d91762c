//! Operation that undoes a merge of two users, for callers with the scope `idp.users`.

use poem::http::StatusCode;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use super::caller::{AdminProblem, Caller, problem, safe_id};
use super::users::{UsersTag, UsersToken};
use crate::admin::admin_api::undo_merge::undo_merge;
use crate::sign_in::merges::{Merge, UndoRefusal};

/// State of a merge.
#[derive(Enum, Clone, Copy)]
#[oai(rename_all = "lowercase")]
enum MergeState {
    /// The users are merged.
    Merged,
    /// The merge was undone.
    Undone,
}

/// A merge of two users.
#[derive(Object)]
struct UserMerge {
    id: String,
    /// The user that was merged; the `sub` of tokens until then.
    from_user_id: String,
    /// The user that remains.
    into_user_id: String,
    state: MergeState,
    /// RFC 3339.
    changed_at: String,
    /// The sequence of its last change in the list of user changes.
    sequence: i64,
}

#[derive(ApiResponse)]
enum UserMergeResponse {
    /// The merge after the request.
    #[oai(status = 200)]
    Found(Json<UserMerge>),
    /// There is no such merge.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
    /// The merge cannot be undone, or no longer.
    #[oai(status = 409, content_type = "application/problem+json")]
    NotUndoable(Json<AdminProblem>),
}

/// Operations on merges.
pub(crate) struct UserMergesApi;

#[OpenApi]
impl UserMergesApi {
    /// Undo a merge, within seven days.
    ///
    /// Everything that the merge moved and that still exists moves back, and all sessions of both users end. Repeating
    /// the request changes nothing more.
    #[oai(
        path = "/user-merges/:merge_id/undo",
        method = "post",
        operation_id = "undo_user_merge",
        tag = "UsersTag::Users"
    )]
    async fn undo_user_merge(
        &self,
        caller: UsersToken,
        merge_id: Path<String>,
    ) -> poem::Result<UserMergeResponse> {
        let caller = caller.0;
        let actor = &caller.client_id;
        let undone = undo_merge(&caller.app, safe_id(&merge_id), actor).await?;
        Ok(match undone {
            Ok(merge) => UserMergeResponse::Found(Json(merge.into())),
            Err(refusal) => refused(&caller, refusal),
        })
    }
}

fn refused(caller: &Caller, refusal: UndoRefusal) -> UserMergeResponse {
    let detail = match refusal {
        UndoRefusal::Unknown => {
            let detail = "No merge has this id.".to_owned();
            return UserMergeResponse::Unknown(Json(problem(
                caller,
                StatusCode::NOT_FOUND,
                detail,
            )));
        }
        UndoRefusal::AlreadyUndone => "It was undone before.",
        UndoRefusal::TooLate => "It was made more than seven days ago.",
        UndoRefusal::LaterMerge => "The user who stayed was merged later: undo that merge first.",
        UndoRefusal::NoSignInMethod => "One of the two users would have no way to sign in.",
    };
    let response = problem(caller, StatusCode::CONFLICT, detail.to_owned());
    UserMergeResponse::NotUndoable(Json(response))
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
