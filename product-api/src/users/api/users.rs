//! `POST /v1/users/{id}/activate` and `…/deactivate`: the operator activates and deactivates users.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::UserDto;
use crate::app::App;
use crate::caller::StepUp;
use crate::problem::{OptionalBody, Problem, ProblemResponse, documents};
use crate::schema::{ReasonBody, Tag, reason_of};
use crate::users::change_activation::{ActivationRequest, change_activation};
use crate::users::guard::Operator;

documents!(SwitchProblems: ClientNotAllowed, Conflict, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType);

#[derive(ApiResponse)]
enum ActivationResponse {
    /// The user after the change.
    #[oai(status = 200)]
    Ok(Json<UserDto>),
}

/// The operations on users.
pub(crate) struct UsersApi;

#[OpenApi]
impl UsersApi {
    /// Activate a user
    ///
    /// Lets the user sign in again; sessions and tokens that ended stay ended. Idempotent. Only the operator of this
    /// installation may call it.
    #[oai(
        path = "/v1/users/:id/activate",
        method = "post",
        operation_id = "activate_user",
        tag = "Tag::Users"
    )]
    async fn activate(
        &self,
        app: Data<&Arc<App>>,
        operator: StepUp<Operator>,
        /// The user's id.
        id: Path<String>,
        body: OptionalBody<ReasonBody>,
    ) -> Result<ActivationResponse, ProblemResponse<SwitchProblems>> {
        set(&app, &operator, &id, true, body).await
    }

    /// Deactivate a user
    ///
    /// Ends all sessions of the user within a second. The user can neither sign in nor refresh a token, every request of
    /// the user here is refused, and the user's credits do not move. API keys of the user's websites, and tokens of their
    /// clients, are refused as if the websites were suspended; other users can still sign in there. Idempotent. If the
    /// identity provider does not respond, nothing is changed and the request may be sent again. Only the operator of this
    /// installation may call it, for any user except themselves.
    #[oai(
        path = "/v1/users/:id/deactivate",
        method = "post",
        operation_id = "deactivate_user",
        tag = "Tag::Users"
    )]
    async fn deactivate(
        &self,
        app: Data<&Arc<App>>,
        operator: StepUp<Operator>,
        /// The user's id.
        id: Path<String>,
        body: OptionalBody<ReasonBody>,
    ) -> Result<ActivationResponse, ProblemResponse<SwitchProblems>> {
        set(&app, &operator, &id, false, body).await
    }
}

async fn set(
    app: &App,
    operator: &Operator,
    user_id: &str,
    is_active: bool,
    body: OptionalBody<ReasonBody>,
) -> Result<ActivationResponse, ProblemResponse<SwitchProblems>> {
    let reason = reason_of(body);
    let request = ActivationRequest {
        actor: &operator.0.id,
        session: &operator.1,
        user_id,
        is_active,
        reason: reason.as_deref(),
    };
    let user = change_activation(app, request)
        .await
        .map_err(Problem::from)?;
    let can_register = user.can_register_websites(&app.config.website_registration);
    Ok(ActivationResponse::Ok(Json(UserDto::new(
        user,
        can_register,
    ))))
}
