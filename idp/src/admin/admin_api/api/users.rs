//! Operations on users, for callers with the scope `idp.users`.

use poem::Request;
use poem::http::StatusCode;
use poem_openapi::auth::Bearer;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, SecurityScheme, Tags};

use super::caller::{
    self, AdminProblem, Caller, open_cursor, page_length, problem, safe_id, seal_cursor,
};
use crate::admin::admin_api::create_user::{CreateUserOutcome, NewUserRequest, create_user};
use crate::admin::admin_api::find_users::{UsersQuery, find_user, find_users};
use crate::admin::admin_api::set_active::{ActivationChange, SetActiveOutcome, set_active};
use crate::http::api_schema::Body;
use crate::http::errors::{ErrorCode, OAuthError};
use crate::identity::users::User;

const SCOPE: &str = "idp.users";
const MISSING_SCOPE: OAuthError = OAuthError::new(
    ErrorCode::InsufficientScope,
    "The access token lacks the scope idp.users. Request one with it; its client must be registered for the scope.",
);
/// The name of the list in its cursors.
const LIST: &str = "users";

/// An access token of the idp with the scope `idp.users`.
#[derive(SecurityScheme)]
#[oai(
    rename = "IdpUsersToken",
    ty = "bearer",
    bearer_format = "JWT",
    checker = "check"
)]
pub(super) struct UsersToken(pub(super) Caller);

async fn check(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    caller::check(request, bearer, SCOPE, MISSING_SCOPE).await
}

#[derive(Tags)]
pub(super) enum UsersTag {
    /// Users of the idp.
    Users,
}

/// A user of the idp.
#[derive(Object)]
#[oai(rename = "User", skip_serializing_if_is_none)]
struct AdminUser {
    id: String,
    name: Option<String>,
    email: Option<String>,
    /// True if the user proved to own the email address.
    email_verified: bool,
    image: Option<String>,
    is_operator: bool,
    /// False if the user is deactivated and may not sign in.
    is_active: bool,
    /// ISO 8601.
    created_at: String,
    /// ISO 8601.
    updated_at: String,
}

/// A page of users, the newest first.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct UserList {
    users: Vec<AdminUser>,
    /// The cursor of the next page; absent on the last.
    next_cursor: Option<String>,
}

/// The state of a user.
#[derive(Object)]
#[oai(rename = "Activity", deny_unknown_fields)]
struct UserActivation {
    active: bool,
    /// If present, the request fails with 412 if the user was activated or deactivated after this `sequence`.
    if_unchanged_since: Option<i64>,
}

/// A user to create.
#[derive(Object)]
#[oai(rename = "UserRequest", deny_unknown_fields)]
struct NewUserBody {
    /// The email address with which the user signs in.
    email: String,
    name: Option<String>,
    /// True if the address is known to be the user's. By default false: the user proves it at the first sign-in.
    email_verified: Option<bool>,
}

#[derive(ApiResponse)]
enum CreateUserResponse {
    /// The user was created.
    #[oai(status = 201)]
    Made(Json<AdminUser>),
    /// A member of the request is not valid.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
    /// Another user has this email address.
    #[oai(status = 409, content_type = "application/problem+json")]
    Taken(Json<AdminProblem>),
}

#[derive(ApiResponse)]
enum UserResponse {
    /// The user.
    #[oai(status = 200)]
    Found(Json<AdminUser>),
    /// There is no such user.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

#[derive(ApiResponse)]
enum SetUserActiveResponse {
    /// The user.
    #[oai(status = 200)]
    Found(Json<AdminUser>),
    /// The body is not valid.
    #[oai(status = 400, content_type = "application/problem+json")]
    #[expect(dead_code, reason = "the extractor of the body answers so")]
    Wrong(Json<AdminProblem>),
    /// There is no such user.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
    /// The user was merged into another one.
    #[oai(status = 409, content_type = "application/problem+json")]
    Merged(Json<AdminProblem>),
    /// The user was activated or deactivated since.
    #[oai(status = 412, content_type = "application/problem+json")]
    Changed(Json<AdminProblem>),
}

#[derive(ApiResponse)]
enum ListUsersResponse {
    /// A page of the list.
    #[oai(status = 200)]
    Found(Json<UserList>),
    /// The cursor is not valid.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
}

/// Operations on users.
pub(crate) struct UsersApi;

#[OpenApi]
impl UsersApi {
    /// List users, the newest first.
    ///
    /// `email` selects the user with this address. `search` selects users whose address starts with the text, ignoring
    /// case, or whose name starts with exactly this text.
    #[oai(
        path = "/users",
        method = "get",
        operation_id = "list_users",
        tag = "UsersTag::Users"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "each is a parameter of the query"
    )]
    async fn list_users(
        &self,
        caller: UsersToken,
        email: Query<Option<String>>,
        search: Query<Option<String>>,
        limit: Query<Option<u32>>,
        cursor: Query<Option<String>>,
    ) -> poem::Result<ListUsersResponse> {
        let caller = caller.0;
        let before = match open_cursor(&caller, LIST, cursor.0.as_deref()) {
            Ok(before) => before,
            Err(wrong) => {
                let response = problem(&caller, StatusCode::BAD_REQUEST, wrong.to_owned());
                return Ok(ListUsersResponse::Wrong(Json(response)));
            }
        };
        let request = UsersQuery {
            email: email.0.as_deref(),
            search: search
                .0
                .as_deref()
                .map(safe_id)
                .filter(|text| !text.is_empty()),
            before: before.as_ref().map(|(at, id)| (*at, id.as_str())),
            length: page_length(limit.0),
        };
        let (users, is_more) = find_users(&caller.app, request).await?;
        let last = users.last().filter(|_| is_more);
        let next_cursor = last
            .map(|user| seal_cursor(&caller, LIST, user.created_at, &user.id))
            .transpose()?;
        Ok(ListUsersResponse::Found(Json(UserList {
            users: users.into_iter().map(AdminUser::from).collect(),
            next_cursor,
        })))
    }

    /// Create a user before the first sign-in.
    ///
    /// The user has no password: the user signs in by email, or with a provider that vouches for the address.
    #[oai(
        path = "/users",
        method = "post",
        operation_id = "create_user",
        tag = "UsersTag::Users"
    )]
    async fn create_user(
        &self,
        caller: UsersToken,
        request: Body<NewUserBody>,
    ) -> poem::Result<CreateUserResponse> {
        let (caller, request) = (caller.0, request.0);
        let new = NewUserRequest {
            actor: &caller.client_id,
            email: &request.email,
            name: request.name.as_deref(),
            is_verified: request.email_verified.unwrap_or_default(),
        };
        Ok(match create_user(&caller.app, new).await? {
            CreateUserOutcome::Done(user) => CreateUserResponse::Made(Json(user.into())),
            CreateUserOutcome::Wrong(wrong) => {
                let response = problem(&caller, StatusCode::BAD_REQUEST, wrong.to_owned());
                CreateUserResponse::Wrong(Json(response))
            }
            CreateUserOutcome::Taken => {
                let detail = "Somebody has this address: list users by email to find them.";
                let response = problem(&caller, StatusCode::CONFLICT, detail.to_owned());
                CreateUserResponse::Taken(Json(response))
            }
        })
    }

    /// Get a user.
    #[oai(
        path = "/users/:user_id",
        method = "get",
        operation_id = "get_user",
        tag = "UsersTag::Users"
    )]
    async fn get_user(
        &self,
        caller: UsersToken,
        user_id: Path<String>,
    ) -> poem::Result<UserResponse> {
        let caller = caller.0;
        let found = find_user(&caller.app, safe_id(&user_id)).await?;
        Ok(user_response(&caller, found))
    }

    /// Activate or deactivate a user.
    ///
    /// Idempotent. If another client requested the same state before, the user-change list names both clients. With
    /// `if_unchanged_since`, a later change is never overwritten, and no change is recorded if the user has the state
    /// already. Deactivation ends all sessions and invalidates all tokens at once; after a later activation the user
    /// has to sign in again.
    #[oai(
        path = "/users/:user_id/active",
        method = "put",
        operation_id = "put_user_active",
        tag = "UsersTag::Users"
    )]
    async fn put_active(
        &self,
        caller: UsersToken,
        user_id: Path<String>,
        activity: Body<UserActivation>,
    ) -> poem::Result<SetUserActiveResponse> {
        let caller = caller.0;
        let change = ActivationChange {
            actor: &caller.client_id,
            user_id: safe_id(&user_id),
            is_active: activity.0.active,
            if_unchanged_since: activity.0.if_unchanged_since,
        };
        Ok(match set_active(&caller.app, change).await? {
            SetActiveOutcome::Done(user) => SetUserActiveResponse::Found(Json(user.into())),
            SetActiveOutcome::Unknown => SetUserActiveResponse::Unknown(Json(unknown(&caller))),
            SetActiveOutcome::Merged(into) => {
                let detail = format!("This user is merged into {into}: nothing was changed.");
                let response = problem(&caller, StatusCode::CONFLICT, detail);
                SetUserActiveResponse::Merged(Json(response))
            }
            SetActiveOutcome::Changed => {
                let detail = "This user was switched after that sequence: nothing was changed. Read the user changes, then decide anew.";
                let response = problem(&caller, StatusCode::PRECONDITION_FAILED, detail.to_owned());
                SetUserActiveResponse::Changed(Json(response))
            }
        })
    }
}

fn user_response(caller: &Caller, found: Option<User>) -> UserResponse {
    found.map_or_else(
        || UserResponse::Unknown(Json(unknown(caller))),
        |user| UserResponse::Found(Json(user.into())),
    )
}

pub(super) fn unknown(caller: &Caller) -> AdminProblem {
    let detail = "No user has this id.".to_owned();
    problem(caller, StatusCode::NOT_FOUND, detail)
}

impl From<User> for AdminUser {
    fn from(user: User) -> Self {
        Self {
            email_verified: user.has_verified_email(),
            id: user.id,
            name: user.name,
            email: user.email,
            image: user.image,
            is_operator: user.is_operator,
            is_active: user.is_active,
            created_at: user.created_at.to_iso8601(),
            updated_at: user.updated_at.to_iso8601(),
        }
    }
}
