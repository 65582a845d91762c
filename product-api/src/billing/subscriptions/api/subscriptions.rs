//! `/v1/subscriptions`: the subscriptions of a website's customers.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{PageDto, SubscriptionDto};
use crate::app::App;
use crate::billing::guard::BySeller;
use crate::billing::subscriptions::list::{ListParams, find_for_website, list_for_website};
use crate::caller::BillingRead;
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::AdmitAll;

documents!(ReadProblems: ClientNotAllowed, HolderInactive, NotFound);

#[derive(ApiResponse)]
enum SubscriptionsResponse {
    /// A page of subscriptions.
    #[oai(status = 200)]
    Ok(Json<PageDto>),
}

#[derive(ApiResponse)]
enum SubscriptionResponse {
    /// The subscription.
    #[oai(status = 200)]
    Ok(Json<SubscriptionDto>),
}

/// The operations on subscriptions.
pub(crate) struct SubscriptionsApi;

#[OpenApi]
impl SubscriptionsApi {
    /// List subscriptions
    ///
    /// Returns the subscriptions of the website's customers, newest first. Live and test keys have separate subscriptions. A
    /// cursor is valid only for the same filters.
    #[oai(
        path = "/v1/subscriptions",
        method = "get",
        operation_id = "list_subscriptions",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitAll>,
        /// Only subscriptions of the customer with this id, and of customers who were merged into this one.
        customer: Query<Option<String>>,
        /// Only subscriptions with this status, in Stripe's word.
        status: Query<Option<String>>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<SubscriptionsResponse, ProblemResponse<ReadProblems>> {
        let params = ListParams {
            limit: limit.0,
            cursor: cursor.0,
            customer: customer.0,
            status: status.0,
        };
        let page = list_for_website(&app, &caller.0, params).await?;
        Ok(SubscriptionsResponse::Ok(Json(page.into())))
    }

    /// Get a subscription
    ///
    /// Returns a subscription as it was fetched from Stripe last. Webhooks, `subscription.updated` most of all, say when it
    /// changes.
    #[oai(
        path = "/v1/subscriptions/:id",
        method = "get",
        operation_id = "get_subscription",
        tag = "Tag::Billing"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitAll>,
        /// The subscription's id.
        id: Path<String>,
    ) -> Result<SubscriptionResponse, ProblemResponse<ReadProblems>> {
        let view = find_for_website(&app, &caller.0, &id).await?;
        Ok(SubscriptionResponse::Ok(Json(view.into())))
    }
}
