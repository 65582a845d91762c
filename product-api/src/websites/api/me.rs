//! `GET /v1/me`: who the token belongs to.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::caller::AnyScope;
use crate::problem::{Refused, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::users::{Holder, User};
use crate::websites::read::{View, view_of};

documents!(MeProblems: HolderInactive, WebsiteSuspended);

/// A person with an account, as this service knows them.
#[derive(Object)]
#[oai(rename = "User", example)]
struct UserAnswer {
    /// The user's id at the identity provider, and here.
    id: String,
    /// The e-mail address, if a token ever told it and this one has the scope `email`.
    email: Nullable<String>,
    /// Whether the identity provider has verified that address.
    email_verified: bool,
    /// The name, if a token ever told it and this one has the scope `profile`.
    name: Nullable<String>,
    /// The address of an image, if a token ever told one and this one has the scope `profile`.
    image: Nullable<String>,
    /// Whether the account is switched on.
    is_active: bool,
    /// Whether the user runs this installation; false to the clients of websites.
    is_operator: bool,
    /// The first contact.
    created_at: Instant,
}

impl From<User> for UserAnswer {
    fn from(user: User) -> Self {
        Self {
            id: user.id,
            email: user.email.into(),
            email_verified: user.email_verified,
            name: user.name.into(),
            image: user.image.into(),
            is_active: user.is_active,
            is_operator: user.is_operator,
            created_at: Instant(user.created_at),
        }
    }
}

impl Example for UserAnswer {
    fn example() -> Self {
        Self {
            id: "usr_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            email: Some("ada@example.com".to_owned()).into(),
            email_verified: true,
            name: Some("Ada".to_owned()).into(),
            image: None.into(),
            is_active: true,
            is_operator: false,
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

#[derive(ApiResponse)]
enum MeAnswer {
    /// The user.
    #[oai(status = 200)]
    Ok(Json<UserAnswer>),
}

/// The operations of this room.
pub(crate) struct MeApi;

#[OpenApi]
impl MeApi {
    /// Who am I
    ///
    /// The user that the access token belongs to. A website's client is told what the user granted to it, and no more.
    #[oai(
        path = "/v1/me",
        method = "get",
        operation_id = "get_me",
        tag = "Tag::Me"
    )]
    async fn me(
        &self,
        app: Data<&Arc<App>>,
        holder: Holder<AnyScope>,
    ) -> Result<MeAnswer, Refused<MeProblems>> {
        let user = match view_of(&app, &holder).await? {
            View::Everything => holder.user,
            View::Only(_) => holder.user.granted_by(&holder.scopes),
        };
        Ok(MeAnswer::Ok(Json(user.into())))
    }
}
