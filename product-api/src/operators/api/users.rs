//! `/v1/operator/users`: users, for the operator.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::user::{OperatorUserDto, UserDetailsDto};
use crate::app::App;
use crate::caller::StepUp;
use crate::operators::users::{end_sessions, find_user, find_users};
use crate::problem::{OptionalBody, ProblemResponse, documents};
use crate::schema::{Nullable, PageParams, ReasonBody, Tag, reason_of};
use crate::users::Operator;

documents!(ListProblems: ClientNotAllowed, HolderInactive);
documents!(UserProblems: ClientNotAllowed, HolderInactive, NotFound);
documents!(EndProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType);

/// One page of users, newest first.
#[derive(Object)]
#[oai(rename = "OperatorUserPage", example)]
struct UsersPageDto {
    /// The users.
    items: Vec<OperatorUserDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl Example for UsersPageDto {
    fn example() -> Self {
        Self {
            items: vec![OperatorUserDto::example()],
            next_cursor: None.into(),
        }
    }
}

#[derive(ApiResponse)]
enum UsersPageResponse {
    /// A page of users.
    #[oai(status = 200)]
    Ok(Json<UsersPageDto>),
}

#[derive(ApiResponse)]
enum UserDetailsResponse {
    /// The user.
    #[oai(status = 200)]
    Ok(Json<UserDetailsDto>),
}

#[derive(ApiResponse)]
enum EndResponse {
    /// All sessions of the user have ended.
    #[oai(status = 204)]
    Ended,
}

/// The operations on users.
pub(crate) struct OperatorUsersApi;

#[OpenApi]
impl OperatorUsersApi {
    /// List users
    ///
    /// Lists all users of the identity provider, newest first. Only the operator of this installation may call it.
    #[oai(
        path = "/v1/operator/users",
        method = "get",
        operation_id = "list_users",
        tag = "Tag::Operator"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn users(
        &self,
        app: Data<&Arc<App>>,
        _operator: Operator,
        /// The beginning of the email address, in upper or lower case, or of the name.
        q: Query<Option<String>>,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// The `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<UsersPageResponse, ProblemResponse<ListProblems>> {
        let typed = q.0.unwrap_or_default();
        let page = PageParams {
            limit: limit.0,
            cursor: cursor.0.as_deref(),
        };
        let (users, next_cursor) = find_users(&app, typed.trim(), page).await?;
        Ok(UsersPageResponse::Ok(Json(UsersPageDto {
            items: users.into_iter().map(OperatorUserDto::from).collect(),
            next_cursor: next_cursor.into(),
        })))
    }

    /// Get a user
    ///
    /// Returns a user with the sessions, the accounts at providers, and the websites at which the user is a customer. Only
    /// the operator of this installation may call it.
    #[oai(
        path = "/v1/operator/users/:id",
        method = "get",
        operation_id = "get_user",
        tag = "Tag::Operator"
    )]
    async fn user(
        &self,
        app: Data<&Arc<App>>,
        _operator: Operator,
        /// The user's id.
        id: Path<String>,
    ) -> Result<UserDetailsResponse, ProblemResponse<UserProblems>> {
        let portrait = find_user(&app, &id).await?;
        Ok(UserDetailsResponse::Ok(Json(portrait.into())))
    }

    /// End all sessions of a user
    ///
    /// Signs the user out everywhere: ends all sessions and the tokens issued in them. Idempotent. Only the operator of
    /// this installation may call it.
    #[oai(
        path = "/v1/operator/users/:id/end-sessions",
        method = "post",
        operation_id = "end_user_sessions",
        tag = "Tag::Operator"
    )]
    async fn end_sessions(
        &self,
        app: Data<&Arc<App>>,
        operator: StepUp<Operator>,
        /// The user's id.
        id: Path<String>,
        body: OptionalBody<ReasonBody>,
    ) -> Result<EndResponse, ProblemResponse<EndProblems>> {
        let reason = reason_of(body);
        end_sessions(&app, &operator, &id, reason.as_deref()).await?;
        Ok(EndResponse::Ended)
    }
}
