//! `GET /v1/me`: the user of the token.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use crate::app::App;
use crate::caller::AnyScope;
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;
use crate::users::{AuthenticatedUser, UserDto};
use crate::websites::read::{VisibleBalances, visible_balances};

documents!(MeProblems: HolderInactive, WebsiteSuspended);

#[derive(ApiResponse)]
enum MeResponse {
    /// The user.
    #[oai(status = 200)]
    Ok(Json<UserDto>),
}

/// The operation on the token's user.
pub(crate) struct MeApi;

#[OpenApi]
impl MeApi {
    /// Get the current user
    ///
    /// Returns the user of the access token. A website's client, or another application of the user, gets the members that
    /// the user granted to it.
    #[oai(
        path = "/v1/me",
        method = "get",
        operation_id = "get_me",
        tag = "Tag::Me"
    )]
    async fn me(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<AnyScope>,
    ) -> Result<MeResponse, ProblemResponse<MeProblems>> {
        let registration = &app.config.website_registration;
        let (user, can_register) = match visible_balances(&app, &holder).await? {
            VisibleBalances::Everything => {
                let can_register = holder.user.can_register_websites(registration);
                (holder.user, can_register)
            }
            VisibleBalances::Only(_) | VisibleBalances::Granted => {
                (holder.user.granted_by(&holder.scopes), false)
            }
        };
        Ok(MeResponse::Ok(Json(UserDto::new(user, can_register))))
    }
}
