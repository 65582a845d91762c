//! `POST /v1/me/portal-sessions`: Stripe's page for the user who asks.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::types::Example;
use poem_openapi::{Object, OpenApi};

use super::portal::PortalDto;
use crate::app::App;
use crate::billing::buyer_requests::keyed_of_user;
use crate::billing::checkouts::find_portal_buyer::{OwnPortal, find_own_buyer};
use crate::billing::checkouts::open_portal::open_portal;
use crate::caller::{CreditsBuy, Mode};
use crate::idempotency::{Fingerprint, IdempotentResponse, JsonBody, KeyHeader};
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;
use crate::users::AuthenticatedUser;

documents!(
    PortalProblems: BillingNotConnected, ClientNotAllowed, ContentTooLarge, HolderInactive, IdempotencyInFlight,
        IdempotencyKeyInvalid, IdempotencyKeyMissing, IdempotencyKeyReused, NotFound, PaymentProviderError, UnsupportedMediaType,
        WebsiteSuspended
);

/// The seller whose portal is opened for the user.
#[derive(Object)]
#[oai(
    rename = "MyPortalRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct MyPortalBody {
    /// The website where the user has bought; the platform if absent. A token of a website's client opens that website's portal.
    #[oai(validator(min_length = 1, max_length = 255))]
    website: Option<String>,
    /// The mode of the credits; live if absent.
    mode: Option<Mode>,
    /// The address to which the page leads back, with the rules of a checkout's addresses.
    #[oai(validator(min_length = 1, max_length = 2048))]
    return_url: String,
}

impl Example for MyPortalBody {
    fn example() -> Self {
        Self {
            website: Some("web_0192f0c4a1b27c3d8e9f001122334455".to_owned()),
            mode: None,
            return_url: "https://shop.example.com/credits".to_owned(),
        }
    }
}

/// The operation on the user's own portal.
pub(crate) struct MyPortalApi;

#[OpenApi]
impl MyPortalApi {
    /// Open my portal
    ///
    /// Returns a page of Stripe on which the user changes cards and address and sees invoices of one seller. A user who has
    /// never started a checkout there has none, which is reported as not found.
    #[oai(
        path = "/v1/me/portal-sessions",
        method = "post",
        operation_id = "create_my_portal_session",
        tag = "Tag::Me"
    )]
    async fn create(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsBuy>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        asked: JsonBody<MyPortalBody>,
    ) -> Result<IdempotentResponse<PortalDto>, ProblemResponse<PortalProblems>> {
        let fingerprint = Fingerprint::new("POST", "/v1/me/portal-sessions", &[], &asked.value);
        let attempt = keyed_of_user(&holder, attempt.key, fingerprint);
        let body = asked.body;
        let portal = OwnPortal {
            website: body.website,
            mode: body.mode,
            return_url: body.return_url,
        };
        let request = find_own_buyer(&app, &holder, portal).await?;
        let response = open_portal(&app, &attempt, &request, PortalDto::render).await?;
        Ok(IdempotentResponse::new(
            response.stored,
            response.is_replayed,
        ))
    }
}
