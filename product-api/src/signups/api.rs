//! `/v1/policies/signup-grant`: what a website gives each customer at the first contact.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::set::{mode_of, read, set};
use super::signup::SignupGrant;
use crate::app::App;
use crate::caller::{CreditsGrant, Fresh, Mode};
use crate::problem::{Body, FieldError, Refused, documents};
use crate::schema::{Nullable, Tag};
use crate::websites::BySite;

documents!(GetProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    SetProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType, WebsiteSuspended
);

/// What each customer is given at the first contact.
#[derive(Object)]
#[oai(rename = "SignupGrant", example)]
struct GrantAnswer {
    /// Of which credits.
    mode: Mode,
    /// Whether it is given.
    enabled: bool,
    /// How many credits; null before it was ever set.
    amount: Nullable<i64>,
    /// For how many days they can be used; null for ever.
    expires_days: Nullable<i64>,
}

impl GrantAnswer {
    fn of(mode: Mode, grant: Option<SignupGrant>) -> Json<Self> {
        Json(Self {
            mode,
            enabled: grant.is_some_and(|grant| grant.is_enabled),
            amount: grant.map(|grant| grant.amount).into(),
            expires_days: grant.and_then(|grant| grant.expires_days).into(),
        })
    }
}

impl Example for GrantAnswer {
    fn example() -> Self {
        Self {
            mode: Mode::Live,
            enabled: true,
            amount: Some(50).into(),
            expires_days: Some(30).into(),
        }
    }
}

/// What each customer is to be given at the first contact.
#[derive(Object)]
#[oai(
    rename = "SignupGrantRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct GrantBody {
    /// Whether it is given.
    enabled: bool,
    /// How many credits.
    #[oai(validator(minimum(value = "1"), maximum(value = "9007199254740991")))]
    amount: i64,
    /// For how many days they can be used, 1 to 3650; for ever, when absent.
    #[oai(validator(minimum(value = "1"), maximum(value = "3650")))]
    expires_days: Option<i64>,
    /// Of which credits: those of the call, when absent.
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
    Ok(Json<GrantAnswer>),
}

/// The operations on sign-up grants.
pub(crate) struct SignupsApi;

#[OpenApi]
impl SignupsApi {
    /// Get the sign-up grant
    ///
    /// Of the call's mode; for the website's owner of another, when that is asked for.
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
        /// Of which credits.
        mode: Query<Option<Mode>>,
    ) -> Result<GrantResponse, Refused<GetProblems>> {
        let wrong = |detail| FieldError::parameter("mode", detail);
        let mode = mode_of(&caller.0, mode.0, wrong)?;
        let grant = read(&app, &caller.0, mode).await?;
        Ok(GrantResponse::Ok(GrantAnswer::of(mode, grant)))
    }

    /// Set the sign-up grant
    ///
    /// Each customer who comes for the first time from now on is given so many credits of the kind `promo`, once: before the
    /// spend, the hold or the grant that makes the customer is done, and in the same transaction. Customers who are there
    /// already are given nothing. What is refused because the user is switched off or the website suspended makes no
    /// customer: whoever is new stays so until then. An API key with a spending cap may switch it off, and not on.
    #[oai(
        path = "/v1/policies/signup-grant",
        method = "put",
        operation_id = "set_signup_grant",
        tag = "Tag::Credits"
    )]
    async fn set(
        &self,
        app: Data<&Arc<App>>,
        caller: Fresh<BySite<CreditsGrant>>,
        body: Body<GrantBody>,
    ) -> Result<GrantResponse, Refused<SetProblems>> {
        let wrong = |detail| FieldError::body("/mode", detail);
        let mode = mode_of(&caller.0, body.0.mode, wrong)?;
        let wish = SignupGrant {
            amount: body.0.amount,
            expires_days: body.0.expires_days,
            is_enabled: body.0.enabled,
        };
        let grant = set(&app, &caller.0, (mode, wish)).await?;
        Ok(GrantResponse::Ok(GrantAnswer::of(mode, Some(grant))))
    }
}
