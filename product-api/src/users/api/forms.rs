//! A user in responses.

use foundation::Timestamp;
use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::schema::{Instant, Nullable};
use crate::users::User;

/// A user, as this service knows them.
#[derive(Object)]
#[oai(rename = "User", example)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct UserDto {
    /// The user's id, at the identity provider and here.
    id: String,
    /// The email address, if a token had it and this token has the scope `email`.
    email: Nullable<String>,
    /// True if the identity provider has verified that address.
    email_verified: bool,
    /// The name, if a token had it and this token has the scope `profile`.
    name: Nullable<String>,
    /// The URL of an image, if a token had it and this token has the scope `profile`.
    image: Nullable<String>,
    /// True if the account is active.
    is_active: bool,
    /// True if the user operates this installation; always false for the clients of websites.
    is_operator: bool,
    /// True if the user may register websites (`API_WEBSITE_REGISTRATION`); always false for the clients of websites.
    can_register_websites: bool,
    /// The time of the first contact.
    created_at: Instant,
}

impl UserDto {
    /// Builds the response.
    pub(crate) fn new(user: User, can_register_websites: bool) -> Self {
        Self {
            can_register_websites,
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

impl Example for UserDto {
    fn example() -> Self {
        Self {
            id: "usr_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            email: Some("ada@example.com".to_owned()).into(),
            email_verified: true,
            name: Some("Ada".to_owned()).into(),
            image: None.into(),
            is_active: true,
            is_operator: false,
            can_register_websites: true,
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}
