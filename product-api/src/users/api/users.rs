//! `POST /v1/users/{id}/activate` and `…/deactivate`: the operator decides who may come in.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::answer::UserAnswer;
use crate::app::App;
use crate::caller::Fresh;
use crate::problem::{OptionalBody, Problem, Refused, documents};
use crate::schema::{ReasonBody, Tag, reason_of};
use crate::users::guard::Operator;
use crate::users::switch::{Switch, switch};

documents!(SwitchProblems: ClientNotAllowed, Conflict, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType);

#[derive(ApiResponse)]
enum SwitchAnswer {
    /// The user, as it is now.
    #[oai(status = 200)]
    Ok(Json<UserAnswer>),
}

/// The operations of this room.
pub(crate) struct UsersApi;

#[OpenApi]
impl UsersApi {
    /// Switch a user on
    ///
    /// The person may sign in again; nothing that ended comes back. Doing it again changes nothing. Only the operator
    /// of this installation may call it.
    #[oai(
        path = "/v1/users/:id/activate",
        method = "post",
        operation_id = "activate_user",
        tag = "Tag::Users"
    )]
    async fn activate(
        &self,
        app: Data<&Arc<App>>,
        operator: Fresh<Operator>,
        /// The user's id.
        id: Path<String>,
        body: OptionalBody<ReasonBody>,
    ) -> Result<SwitchAnswer, Refused<SwitchProblems>> {
        set(&app, &operator, (&id, true), body).await
    }

    /// Switch a user off
    ///
    /// The person is signed out everywhere within a second, can neither sign in nor refresh a token, and is refused
    /// here; no credits of theirs move. The keys of their websites are refused as if these were suspended, and so are tokens
    /// of their websites' clients; people can still sign in there. Doing it again changes nothing. If the
    /// identity provider does not answer, nothing is changed and the request may be sent again. Only the operator of
    /// this installation may call it, and not about themselves.
    #[oai(
        path = "/v1/users/:id/deactivate",
        method = "post",
        operation_id = "deactivate_user",
        tag = "Tag::Users"
    )]
    async fn deactivate(
        &self,
        app: Data<&Arc<App>>,
        operator: Fresh<Operator>,
        /// The user's id.
        id: Path<String>,
        body: OptionalBody<ReasonBody>,
    ) -> Result<SwitchAnswer, Refused<SwitchProblems>> {
        set(&app, &operator, (&id, false), body).await
    }
}

async fn set(
    app: &App,
    operator: &Operator,
    (user_id, is_active): (&str, bool),
    body: OptionalBody<ReasonBody>,
) -> Result<SwitchAnswer, Refused<SwitchProblems>> {
    let reason = reason_of(body);
    let wish = Switch {
        actor: &operator.0.id,
        session: &operator.1,
        user_id,
        is_active,
        reason: reason.as_deref(),
    };
    let user = switch(app, wish).await.map_err(Problem::from)?;
    let can_register = user.can_register_websites(&app.config.website_registration);
    Ok(SwitchAnswer::Ok(Json(UserAnswer::new(user, can_register))))
}
