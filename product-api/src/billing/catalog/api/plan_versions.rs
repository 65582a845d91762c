//! `/v1/plans/{code}/versions`: the versions of a plan, and their prices at Stripe.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::plan_version_forms::{PlanVersionBody, PlanVersionDto, PlanVersionPage};
use crate::app::App;
use crate::billing::catalog::add_version::{RequestedVersion, add_version};
use crate::billing::catalog::item::ItemCode;
use crate::billing::catalog::map_price::{PriceMapping, map_price};
use crate::billing::catalog::read_items::{CatalogPageParams, list_versions};
use crate::billing::catalog::repair_price::{RequestedPrice, repair_price};
use crate::billing::guard::BySeller;
use crate::caller::{BillingCatalog, BillingRead, StepUp};
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::Tag;

documents!(ReadProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    VersionProblems: CatalogVersionTaken, ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnknownFeature,
        UnsupportedMediaType, WebsiteSuspended
);
documents!(
    MapProblems: AmountMismatch, BillingNotConnected, ClientNotAllowed, Conflict, HolderInactive, NotFound, PaymentProviderError,
        WebsiteSuspended
);
documents!(
    RepairProblems: BillingNotConnected, ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended
);

#[derive(ApiResponse)]
enum VersionResponse {
    /// The version.
    #[oai(status = 200)]
    Ok(Json<PlanVersionDto>),
}

#[derive(ApiResponse)]
enum VersionsResponse {
    /// A page of versions.
    #[oai(status = 200)]
    Ok(Json<PlanVersionPage>),
}

/// The operations on versions of plans.
pub(crate) struct PlanVersionsApi;

#[OpenApi]
impl PlanVersionsApi {
    /// List a plan's versions
    ///
    /// Returns all versions of a plan, newest first. Subscriptions keep the version that was bought.
    #[oai(
        path = "/v1/plans/:code/versions",
        method = "get",
        operation_id = "list_plan_versions",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead>,
        /// The plan's code.
        code: Path<String>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<VersionsResponse, ProblemResponse<ReadProblems>> {
        let params = CatalogPageParams {
            limit: limit.0,
            cursor: cursor.0,
        };
        let page = list_versions(&app, &caller.0, ItemCode::plan(&code), params).await?;
        Ok(VersionsResponse::Ok(Json(page.try_into()?)))
    }

    /// Add a version of a plan
    ///
    /// Adds the next version of a plan: 1 for the first, then one more each time. A version never changes, so that the request
    /// can be retried safely. If two clients add the same version with different contents at once, one of them gets
    /// `catalog-version-taken`. The newest version is sold as soon as its prices are at Stripe, which takes about a second; a
    /// subscription keeps the version with which it began.
    #[oai(
        path = "/v1/plans/:code/versions/:version",
        method = "put",
        operation_id = "add_plan_version",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn add(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySeller<BillingCatalog>>,
        /// The plan's code.
        code: Path<String>,
        /// The number of the version.
        version: Path<i64>,
        body: Body<PlanVersionBody>,
    ) -> Result<VersionResponse, ProblemResponse<VersionProblems>> {
        let asked = RequestedVersion {
            item: ItemCode::plan(&code),
            version: version.0,
            content: &body.0.read()?,
        };
        let version = add_version(&app, &caller.0, asked).await?;
        Ok(VersionResponse::Ok(Json(version.try_into()?)))
    }

    /// Map a price of Stripe
    ///
    /// Maps a price that was made in the Stripe dashboard to a version of a plan with the same money and period. Subscriptions with
    /// this price get the allowances of the version from then on, and a paid period that waits for a plan gets its allowance.
    #[oai(
        path = "/v1/plans/:code/versions/:version/stripe-prices/:id",
        method = "put",
        operation_id = "map_stripe_price",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn map(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySeller<BillingCatalog>>,
        /// The plan's code.
        code: Path<String>,
        /// The number of the version.
        version: Path<i64>,
        /// Stripe's id of the price.
        id: Path<String>,
    ) -> Result<VersionResponse, ProblemResponse<MapProblems>> {
        let asked = PriceMapping {
            item: ItemCode::plan(&code),
            version: version.0,
            stripe_price_id: &id,
        };
        let version = map_price(&app, &caller.0, asked).await?;
        Ok(VersionResponse::Ok(Json(version.try_into()?)))
    }

    /// Make a plan's price again
    ///
    /// Makes a price at Stripe sellable that was archived or deleted there, or that Stripe refused, together with its product.
    /// A price that is archived is activated again; one that is deleted is made again. A synced price stays as it is.
    #[oai(
        path = "/v1/plans/:code/versions/:version/prices/:currency/repair",
        method = "post",
        operation_id = "repair_plan_price",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn repair(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingCatalog>,
        /// The plan's code.
        code: Path<String>,
        /// The number of the version.
        version: Path<i64>,
        /// The code of the price's currency, in lower case.
        currency: Path<String>,
    ) -> Result<VersionResponse, ProblemResponse<RepairProblems>> {
        let asked = RequestedPrice {
            item: ItemCode::plan(&code),
            version: version.0,
            currency: &currency,
        };
        let version = repair_price(&app, &caller.0, asked).await?;
        Ok(VersionResponse::Ok(Json(version.try_into()?)))
    }
}
