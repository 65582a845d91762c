//! `PUT /v1/stripe-customers/{id}`: a website links its customer to one that exists at its Stripe account.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{StripeCustomerBody, StripeCustomerDto};
use crate::app::App;
use crate::billing::customer_links::link_customer::{LinkRequest, link_customer};
use crate::caller::{BillingCatalog, StepUp};
use crate::problem::{Body, Problem, ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::BySite;

documents!(
    LinkProblems: BillingNotConnected, ClientNotAllowed, Conflict, ContentTooLarge, HolderInactive, NotFound, PaymentProviderError,
        UnsupportedMediaType, WebsiteSuspended
);

#[derive(ApiResponse)]
enum LinkResponse {
    /// The customer and its subscriptions at Stripe.
    #[oai(status = 200)]
    Ok(Json<StripeCustomerDto>),
}

/// The operation on customers that exist at Stripe.
pub(crate) struct StripeCustomersApi;

#[OpenApi]
impl StripeCustomersApi {
    /// Link a customer of Stripe
    ///
    /// Links a customer of the website to a customer that exists at the website's Stripe account, and returns the subscriptions
    /// of that customer. A customer whose name is new is created. The customer is subscribed within seconds if a subscription has
    /// a price of a plan. Credits begin with the next renewal: an invoice that was paid before the link grants nothing. A repeat
    /// changes nothing; `dry_run` returns the same subscriptions and writes nothing. A customer, here or at Stripe, that belongs
    /// to another one is refused with `conflict`.
    #[oai(
        path = "/v1/stripe-customers/:id",
        method = "put",
        operation_id = "link_stripe_customer",
        tag = "Tag::Billing"
    )]
    async fn link(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<BillingCatalog>>,
        /// Stripe's id of the customer.
        id: Path<String>,
        body: Body<StripeCustomerBody>,
    ) -> Result<LinkResponse, ProblemResponse<LinkProblems>> {
        let StripeCustomerBody { customer, dry_run } = body.0;
        let customer = customer.read("/customer");
        let customer = customer.map_err(|error| Problem::invalid(&[error]))?;
        let asked = LinkRequest {
            customer: &customer,
            stripe_customer_id: &id,
            is_dry_run: dry_run.unwrap_or_default(),
        };
        let linked = link_customer(&app, &caller.0, asked).await?;
        Ok(LinkResponse::Ok(Json(linked.into())))
    }
}
