//! `POST /v1/portal-sessions`: Stripe's page for a website's customer.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::types::{Example, ToJSON};
use poem_openapi::{Object, OpenApi};

use crate::app::App;
use crate::billing::checkouts::create_for_website::keyed;
use crate::billing::checkouts::find_portal_buyer::find_customer_of_website;
use crate::billing::checkouts::open_portal::open_portal;
use crate::caller::BillingSell;
use crate::customers::CustomerRefBody;
use crate::idempotency::{Fingerprint, IdempotentResponse, JsonBody, KeyHeader};
use crate::problem::{Problem, ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::BySite;

documents!(
    PortalProblems: BillingNotConnected, ClientNotAllowed, ContentTooLarge, HolderInactive, IdempotencyInFlight,
        IdempotencyKeyInvalid, IdempotencyKeyMissing, IdempotencyKeyReused, NotFound, PaymentProviderError, UnsupportedMediaType,
        WebsiteSuspended
);

/// A customer for whom the portal is opened.
#[derive(Object)]
#[oai(
    rename = "PortalRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct PortalBody {
    /// The customer, who must exist.
    customer: CustomerRefBody,
    /// The address to which the page leads back, with the rules of a checkout's addresses.
    #[oai(validator(min_length = 1, max_length = 2048))]
    return_url: String,
}

impl Example for PortalBody {
    fn example() -> Self {
        Self {
            customer: CustomerRefBody::example(),
            return_url: "https://shop.example.com/credits".to_owned(),
        }
    }
}

/// A page of Stripe on which a buyer changes cards and address and sees invoices.
#[derive(Clone, Debug, Object)]
#[oai(rename = "PortalSession", example)]
pub(super) struct PortalDto {
    /// The page; it works for some minutes.
    url: String,
}

impl PortalDto {
    /// Writes the response with the address of the page.
    pub(super) fn render(url: String) -> String {
        Self { url }.to_json_string()
    }
}

impl Example for PortalDto {
    fn example() -> Self {
        Self {
            url: "https://billing.stripe.com/p/session/example".to_owned(),
        }
    }
}

/// The operation on the portal of a website's customers.
pub(crate) struct PortalApi;

#[OpenApi]
impl PortalApi {
    /// Open the portal
    ///
    /// Returns a page of Stripe on which a customer changes cards and address and sees invoices. A customer who has never
    /// started a checkout has none, which is reported as not found.
    #[oai(
        path = "/v1/portal-sessions",
        method = "post",
        operation_id = "create_portal_session",
        tag = "Tag::Billing"
    )]
    async fn create(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<BillingSell>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        asked: JsonBody<PortalBody>,
    ) -> Result<IdempotentResponse<PortalDto>, ProblemResponse<PortalProblems>> {
        let fingerprint = Fingerprint::new("POST", "/v1/portal-sessions", &[], &asked.value);
        let attempt = keyed(&caller.0, attempt.key, fingerprint);
        let customer = asked.body.customer.read("/customer");
        let customer = customer.map_err(|error| Problem::invalid(&[error]))?;
        let return_url = asked.body.return_url;
        let request = find_customer_of_website(&app, &caller.0, &customer, return_url).await?;
        let response = open_portal(&app, &attempt, &request, PortalDto::render).await?;
        Ok(IdempotentResponse::new(
            response.stored,
            response.is_replayed,
        ))
    }
}
