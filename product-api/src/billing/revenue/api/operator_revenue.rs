//! `/v1/operator/revenue`: the sums of all money journals, for the operator.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::revenue_forms::{PeriodLengthName, RevenueDto};
use crate::app::App;
use crate::billing::revenue::read_revenue::{RevenueRequest, read_all_revenue};
use crate::caller::Mode;
use crate::credits::LedgerOperator;
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;

documents!(AllRevenueProblems: ClientNotAllowed, HolderInactive);

#[derive(ApiResponse)]
enum AllRevenueResponse {
    /// The sums of all websites.
    #[oai(status = 200)]
    Ok(Json<RevenueDto>),
}

/// The operation of the operator on the revenue of all websites.
pub(crate) struct OperatorRevenueApi;

#[OpenApi]
impl OperatorRevenueApi {
    /// Read the revenue of all websites
    ///
    /// Adds up the money journals of all websites and of the platform, over all Stripe accounts, as `GET /v1/revenue` does for
    /// one. The operator of this installation may call it, and a program that the operator has registered with the scope
    /// `ledger`.
    #[oai(
        path = "/v1/operator/revenue",
        method = "get",
        operation_id = "read_all_revenue",
        tag = "Tag::Operator"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn revenue(
        &self,
        app: Data<&Arc<App>>,
        _operator: LedgerOperator,
        /// The mode; live if absent.
        mode: Query<Option<Mode>>,
        /// The first day in UTC, such as 2026-11-01; 365 days before the last day if absent.
        from: Query<Option<String>>,
        /// The last day in UTC, which is included; today if absent.
        to: Query<Option<String>>,
        /// The length of a period; `month` if absent. The first and the last month have only the days that were asked for.
        by: Query<Option<PeriodLengthName>>,
    ) -> Result<AllRevenueResponse, ProblemResponse<AllRevenueProblems>> {
        let request = RevenueRequest {
            from: from.0.as_deref(),
            to: to.0.as_deref(),
            length: by.0.unwrap_or(PeriodLengthName::Month).into(),
        };
        let revenue = read_all_revenue(&app, mode.0.unwrap_or(Mode::Live), request).await?;
        Ok(AllRevenueResponse::Ok(Json(revenue.into())))
    }
}
