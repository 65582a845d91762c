//! Operations on the user's profile, with the claims that the scope `profile` gives to websites.

use foundation::Failure;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::problem::{AccountProblem, AccountProblemKind, limited, problem};
use super::tag::AccountTag;
use crate::admin::account_api::guard::AccountCaller;
use crate::http::api_schema::Body;
use crate::identity::passwords;
use crate::identity::users::{self, ChangeOrigin, ProfileChangeOutcome, ProfileClaim, User};
use crate::sign_in::upstream::{clean_claim, clean_name};

/// Maximum length of a name, in characters; names from providers may be as long.
const MAX_NAME_LENGTH: usize = 200;

/// The user's profile.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct Profile {
    /// The user's id: `sub` in the tokens of clients without pairwise subjects.
    id: String,
    name: Option<String>,
    /// The user name that the user chose. If it is null, websites get the part of the email address before `@`.
    preferred_username: Option<String>,
    /// The first name.
    given_name: Option<String>,
    /// The last name.
    family_name: Option<String>,
    /// The language, as a tag (RFC 5646).
    locale: Option<String>,
    /// The time zone, by its name in the time zone database.
    zoneinfo: Option<String>,
    email: Option<String>,
    /// True if the user proved to own the email address.
    email_verified: bool,
    /// The URL of a picture.
    image: Option<String>,
    /// ISO 8601.
    created_at: String,
    has_password: bool,
    /// True if the user is an operator of this installation.
    is_operator: bool,
}

/// A change of the profile. Members that are left out keep their values; an empty text removes a claim.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct ProfileChange {
    /// The display name: at most 200 characters, on one line, and not empty.
    name: Option<String>,
    /// The user name that websites suggest: at most 200 characters, on one line. Without one, websites get the part of
    /// the email address before `@`.
    preferred_username: Option<String>,
    /// The first name: at most 200 characters, on one line.
    given_name: Option<String>,
    /// The last name: at most 200 characters, on one line.
    family_name: Option<String>,
    /// The language, as a tag (RFC 5646) such as `de-AT`.
    locale: Option<String>,
    /// The time zone, by its name in the time zone database, such as `Europe/Vienna`.
    zoneinfo: Option<String>,
}

#[derive(ApiResponse)]
enum ChangeProfileResponse {
    /// The profile after the change.
    #[oai(status = 200)]
    Changed(Json<Profile>),
    /// A member has a wrong format, or the body has no member.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AccountProblem>),
    /// The profile was changed too often.
    #[oai(status = 429, content_type = "application/problem+json")]
    TooMany(
        Json<AccountProblem>,
        /// Seconds until the next change is allowed.
        #[oai(header = "Retry-After")]
        u64,
    ),
}

/// Operations on the user's own profile.
pub(super) struct ProfileApi;

#[OpenApi]
impl ProfileApi {
    /// Get your profile.
    #[oai(
        path = "/profile",
        method = "get",
        operation_id = "get_own_profile",
        tag = "AccountTag::Profile"
    )]
    async fn get(&self, caller: AccountCaller) -> poem::Result<Json<Profile>> {
        Ok(Json(profile(&caller, &caller.user).await?))
    }

    /// Change the display name and other claims that the scope `profile` gives to websites.
    ///
    /// Tokens that were issued before the change keep the old values.
    #[oai(
        path = "/profile",
        method = "patch",
        operation_id = "change_own_profile",
        tag = "AccountTag::Profile"
    )]
    async fn change(
        &self,
        caller: AccountCaller,
        body: Body<ProfileChange>,
    ) -> poem::Result<ChangeProfileResponse> {
        let change = match read(body.0) {
            Ok(change) => change,
            Err(detail) => {
                let problem_response =
                    problem(&caller, AccountProblemKind::InvalidRequest, &detail);
                return Ok(ChangeProfileResponse::Wrong(problem_response));
            }
        };
        let by = ChangeOrigin {
            network: caller.network,
            client_id: &caller.client_id,
        };
        let changed = users::change_profile(&caller.app, &caller.user.id, change, by).await?;
        let user = match &changed {
            ProfileChangeOutcome::Done(user) => user,
            ProfileChangeOutcome::Unknown => &caller.user,
            ProfileChangeOutcome::TooMany(retry_after) => {
                let (problem_response, wait) = limited(&caller, *retry_after);
                return Ok(ChangeProfileResponse::TooMany(problem_response, wait));
            }
        };
        Ok(ChangeProfileResponse::Changed(Json(
            profile(&caller, user).await?,
        )))
    }
}

/// Parses a change into its stored form, or returns the detail text of the refusal.
fn read(typed: ProfileChange) -> Result<users::ProfileChange, String> {
    let mut change = users::ProfileChange::default();
    if let Some(name) = typed.name {
        let cleaned = clean_name(&name).filter(|_| is_short(&name));
        let wrong = "name: has to be 200 characters at most, and not blank.";
        change.name = Some(cleaned.ok_or_else(|| wrong.to_owned())?);
    }
    let claims = [
        (ProfileClaim::PreferredUsername, typed.preferred_username),
        (ProfileClaim::GivenName, typed.given_name),
        (ProfileClaim::FamilyName, typed.family_name),
        (ProfileClaim::Locale, typed.locale),
        (ProfileClaim::Zoneinfo, typed.zoneinfo),
    ];
    for (claim, text) in claims {
        if let Some(text) = text {
            change.claims.push((claim, read_claim(claim, &text)?));
        }
    }
    if change.is_empty() {
        return Err("The body names nothing to change. Send a member such as name.".to_owned());
    }
    Ok(change)
}

/// Parses a claim; `None` if the text is blank, which removes the claim.
fn read_claim(claim: ProfileClaim, text: &str) -> Result<Option<String>, String> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let cleaned = clean_claim(claim, text).filter(|_| is_short(text));
    cleaned.map(Some).ok_or_else(|| {
        let form = match claim {
            ProfileClaim::Locale => "a language tag such as de-AT",
            ProfileClaim::Zoneinfo => "the name of a time zone such as Europe/Vienna",
            ProfileClaim::FamilyName
            | ProfileClaim::GivenName
            | ProfileClaim::PreferredUsername => "200 characters at most that can be seen",
        };
        format!("{}: has to be {form}, or empty.", claim.name())
    })
}

fn is_short(text: &str) -> bool {
    text.chars().count() <= MAX_NAME_LENGTH
}

/// Returns the user's profile.
pub(super) async fn profile(caller: &AccountCaller, user: &User) -> Result<Profile, Failure> {
    let mut reader = caller.app.database.reader().await?;
    let has_password = passwords::store::hashes::has(&mut reader.connection(), &user.id).await?;
    let known = |claim| user.profile.get(claim).map(ToOwned::to_owned);
    Ok(Profile {
        id: user.id.clone(),
        name: user.name.clone(),
        preferred_username: known(ProfileClaim::PreferredUsername),
        given_name: known(ProfileClaim::GivenName),
        family_name: known(ProfileClaim::FamilyName),
        locale: known(ProfileClaim::Locale),
        zoneinfo: known(ProfileClaim::Zoneinfo),
        email: user.email.clone(),
        email_verified: user.has_verified_email(),
        image: user.image.clone(),
        created_at: user.created_at.to_iso8601(),
        has_password,
        is_operator: user.is_operator,
    })
}
