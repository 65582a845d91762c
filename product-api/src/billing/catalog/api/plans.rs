//! `/v1/plans`: the plans that a website sells.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::offer_status::OfferStatusName;
use super::plan_forms::{PlanBody, PlanDto, PlanPage};
use crate::app::App;
use crate::billing::catalog::item::{ItemCode, ItemKind};
use crate::billing::catalog::read_items::{CatalogPageParams, ItemFilter, find_item, list_items};
use crate::billing::catalog::save_item::save_item;
use crate::billing::guard::BySeller;
use crate::caller::{BillingCatalog, BillingRead};
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::Tag;

documents!(ReadProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    SaveProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType, WebsiteSuspended
);

#[derive(ApiResponse)]
enum PlanResponse {
    /// The plan with its newest version.
    #[oai(status = 200)]
    Ok(Json<PlanDto>),
}

#[derive(ApiResponse)]
enum PlansResponse {
    /// A page of plans.
    #[oai(status = 200)]
    Ok(Json<PlanPage>),
}

/// The operations on plans.
pub(crate) struct PlansApi;

#[OpenApi]
impl PlansApi {
    /// List plans
    ///
    /// Returns the website's plans by their position, each with its newest version and the state of its prices at Stripe. Live
    /// and test keys have separate plans.
    #[oai(
        path = "/v1/plans",
        method = "get",
        operation_id = "list_plans",
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
        /// Only plans of this status.
        status: Query<Option<OfferStatusName>>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<PlansResponse, ProblemResponse<ReadProblems>> {
        let params = CatalogPageParams {
            limit: limit.0,
            cursor: cursor.0,
        };
        let filter = ItemFilter {
            kind: ItemKind::Plan,
            status: status.0.map(Into::into),
        };
        let page = list_items(&app, &caller.0, filter, params).await?;
        Ok(PlansResponse::Ok(Json(page.try_into()?)))
    }

    /// Get a plan
    ///
    /// Returns one plan of the website with its newest version.
    #[oai(
        path = "/v1/plans/:code",
        method = "get",
        operation_id = "get_plan",
        tag = "Tag::Billing"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead>,
        /// The plan's code.
        code: Path<String>,
    ) -> Result<PlanResponse, ProblemResponse<ReadProblems>> {
        let plan = find_item(&app, &caller.0, ItemCode::plan(&code)).await?;
        Ok(PlanResponse::Ok(Json(plan.try_into()?)))
    }

    /// Save a plan
    ///
    /// Creates a plan with a code of your choice, or replaces its name, description, status, position and family. The operation
    /// is idempotent. The allowance and the prices are in its versions; a plan is sold once it is active and its newest version
    /// has a price at Stripe. A plan cannot be deleted, because subscriptions refer to it; archive it instead: its subscriptions
    /// go on. At most 100 plans are active.
    #[oai(
        path = "/v1/plans/:code",
        method = "put",
        operation_id = "save_plan",
        tag = "Tag::Billing"
    )]
    async fn save(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingCatalog>,
        /// The plan's code: 1 to 64 lower-case letters, digits, dots, dashes and underscores, the first a letter or a digit.
        code: Path<String>,
        body: Body<PlanBody>,
    ) -> Result<PlanResponse, ProblemResponse<SaveProblems>> {
        let plan = save_item(&app, &caller.0, ItemCode::plan(&code), body.0.read()).await?;
        Ok(PlanResponse::Ok(Json(plan.try_into()?)))
    }
}
