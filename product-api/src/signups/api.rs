//! `/v1/policies/signup-grant`: the credits that each new customer of a website gets.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::set::{mode_of, read, set};
use super::signup::SignupGrant;
use crate::app::App;
use crate::caller::{CreditsGrant, Mode, StepUp};
use crate::problem::{Body, FieldError, ProblemResponse, documents};
use crate::schema::{Nullable, Tag};
use crate::websites::BySite;

documents!(GetProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    SetProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType, WebsiteSuspended
);

/// The credits that each customer gets at the first contact.
#[derive(Object)]
#[oai(rename = "SignupGrant", example)]
struct GrantDto {
    /// The mode of the credits: `live` or `test`.
    mode: Mode,
    /// True if new customers get the credits.
    enabled: bool,
    /// The number of credits; null before it is set for the first time.
    amount: Nullable<i64>,
    /// The number of days until the credits expire; null for never.
    expires_days: Nullable<i64>,
}

impl GrantDto {
    fn new(mode: Mode, grant: Option<SignupGrant>) -> Json<Self> {
        Json(Self {
            mode,
            enabled: grant.is_some_and(|grant| grant.is_enabled),
            amount: grant.map(|grant| grant.amount).into(),
            expires_days: grant.and_then(|grant| grant.expires_days).into(),
        })
    }
}

impl Example for GrantDto {
    fn example() -> Self {
        Self {
            mode: Mode::Live,
            enabled: true,
            amount: Some(50).into(),
            expires_days: Some(30).into(),
        }
    }
}

/// The credits that each customer shall get at the first contact.
#[derive(Object)]
#[oai(
    rename = "SignupGrantRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct GrantBody {
    /// True if new customers get the credits.
    enabled: bool,
    /// The number of credits.
    #[oai(validator(minimum(value = "1"), maximum(value = "9007199254740991")))]
    amount: i64,
    /// The number of days until the credits expire, 1 to 3650; never if absent.
    #[oai(validator(minimum(value = "1"), maximum(value = "3650")))]
    expires_days: Option<i64>,
    /// The mode of the credits: `live` or `test`; the mode of the request if absent.
    mode: Option<Mode>,
}

impl Example for GrantBody {
    fn example() -> Self {
        Self {
            enabled: true,
            amount: 50,
            expires_days: Some(30),
            mode: None,
        }
    }
}

#[derive(ApiResponse)]
enum GrantResponse {
    /// The sign-up grant, as it is now.
    #[oai(status = 200)]
    Ok(Json<GrantDto>),
}

/// The operations on sign-up grants.
pub(crate) struct SignupsApi;

#[OpenApi]
impl SignupsApi {
    /// Get the sign-up grant
    ///
    /// Returns the sign-up grant in the request's mode. The website's owner may ask for the other mode.
    #[oai(
        path = "/v1/policies/signup-grant",
        method = "get",
        operation_id = "get_signup_grant",
        tag = "Tag::Credits"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<CreditsGrant>,
        /// The mode: `live` or `test`; the mode of the request if absent.
        mode: Query<Option<Mode>>,
    ) -> Result<GrantResponse, ProblemResponse<GetProblems>> {
        let wrong = |detail| FieldError::parameter("mode", detail);
        let mode = mode_of(&caller.0, mode.0, wrong)?;
        let grant = read(&app, &caller.0, mode).await?;
        Ok(GrantResponse::Ok(GrantDto::new(mode, grant)))
    }

    /// Set the sign-up grant
    ///
    /// Sets the credits that each new customer gets, once, as a grant of the kind `promo`. It is booked in the same transaction
    /// as the spend, hold or grant that creates the customer, and before it. Existing customers get nothing. A request that is
    /// refused because the user is deactivated or the website is suspended creates no customer. An API key with a spending cap
    /// may disable the sign-up grant, but not enable it.
    #[oai(
        path = "/v1/policies/signup-grant",
        method = "put",
        operation_id = "set_signup_grant",
        tag = "Tag::Credits"
    )]
    async fn set(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<CreditsGrant>>,
        body: Body<GrantBody>,
    ) -> Result<GrantResponse, ProblemResponse<SetProblems>> {
        let wrong = |detail| FieldError::body("/mode", detail);
        let mode = mode_of(&caller.0, body.0.mode, wrong)?;
        let new_grant = SignupGrant {
            amount: body.0.amount,
            expires_days: body.0.expires_days,
            is_enabled: body.0.enabled,
        };
        let grant = set(&app, &caller.0, mode, new_grant).await?;
        Ok(GrantResponse::Ok(GrantDto::new(mode, Some(grant))))
    }
}
