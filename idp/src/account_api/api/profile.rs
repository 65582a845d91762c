//! Who the person is, and the display name.

use foundation::Failure;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::problem::{AccountProblem, Kind, limited, problem};
use super::tag::Tag;
use crate::account_api::guard::Own;
use crate::contracts::Body;
use crate::passwords;
use crate::upstream::clean_name;
use crate::users::{self, Renamed, User};

/// The longest name, in characters; providers may give one as long.
const LONGEST_NAME: usize = 200;

/// The person.
#[derive(Object)]
pub(super) struct Profile {
    /// `sub` of the tokens of clients that do not have pairwise names.
    id: String,
    name: Option<String>,
    email: Option<String>,
    /// Whether the address was proven.
    email_verified: bool,
    /// The address of a picture.
    image: Option<String>,
    /// ISO 8601.
    created_at: String,
    has_password: bool,
    /// Whether the person runs this installation.
    is_operator: bool,
}

/// What of it may be changed.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct ProfileChange {
    /// The display name: 200 characters at most, on one line.
    name: String,
}

#[derive(ApiResponse)]
enum ChangeAnswer {
    /// The person, as it is now.
    #[oai(status = 200)]
    Changed(Json<Profile>),
    /// It is no name.
    #[oai(status = 400, content_type = "application/problem+json")]
    NoName(Json<AccountProblem>),
    /// The name was changed too often of late.
    #[oai(status = 429, content_type = "application/problem+json")]
    TooMany(
        Json<AccountProblem>,
        /// After so many seconds there are new changes.
        #[oai(header = "Retry-After")]
        u64,
    ),
}

/// The operations on one's own profile.
pub(super) struct ProfileApi;

#[OpenApi]
impl ProfileApi {
    /// Tell who one is.
    #[oai(
        path = "/profile",
        method = "get",
        operation_id = "get_own_profile",
        tag = "Tag::Profile"
    )]
    async fn get(&self, own: Own) -> poem::Result<Json<Profile>> {
        Ok(Json(profile(&own, &own.user).await?))
    }

    /// Take another display name.
    ///
    /// Tokens that were given before keep the old one.
    #[oai(
        path = "/profile",
        method = "patch",
        operation_id = "change_own_profile",
        tag = "Tag::Profile"
    )]
    async fn change(&self, own: Own, body: Body<ProfileChange>) -> poem::Result<ChangeAnswer> {
        let typed = body.0.name;
        let is_short = typed.chars().count() <= LONGEST_NAME;
        let Some(name) = clean_name(&typed).filter(|_| is_short) else {
            let detail = "name: has to be 200 characters at most, and not blank.";
            let told = problem(&own, Kind::InvalidRequest, detail);
            return Ok(ChangeAnswer::NoName(told));
        };
        let by = (own.network, own.client_id.as_str());
        let renamed = users::rename(&own.app, &own.user.id, &name, by).await?;
        let user = match &renamed {
            Renamed::Done(user) => user,
            Renamed::Unknown => &own.user,
            Renamed::TooMany(retry_after) => {
                let (told, wait) = limited(&own, *retry_after);
                return Ok(ChangeAnswer::TooMany(told, wait));
            }
        };
        Ok(ChangeAnswer::Changed(Json(profile(&own, user).await?)))
    }
}

/// Who the person is.
pub(super) async fn profile(own: &Own, user: &User) -> Result<Profile, Failure> {
    let mut reader = own.app.database.reader().await?;
    let has_password = passwords::store::hashes::has(&mut reader.connection(), &user.id).await?;
    Ok(Profile {
        id: user.id.clone(),
        name: user.name.clone(),
        email: user.email.clone(),
        email_verified: user.has_verified_email(),
        image: user.image.clone(),
        created_at: user.created_at.to_iso8601(),
        has_password,
        is_operator: user.is_operator,
    })
}
