//! `/v1/disputes`: the disputes of a website's payments.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::billing::disputes::list_disputes::{DisputePage, DisputePageParams, list_disputes};
use crate::billing::guard::BySeller;
use crate::billing::payments::{DisputeDto, DisputeStateName};
use crate::caller::BillingRead;
use crate::problem::{ProblemResponse, documents};
use crate::schema::{Nullable, Tag};
use crate::websites::AdmitAll;

documents!(ListProblems: ClientNotAllowed, HolderInactive, NotFound);

/// One page of disputes, newest first.
#[derive(Object)]
#[oai(rename = "DisputePage")]
struct PageDto {
    /// The disputes.
    items: Vec<DisputeDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<DisputePage> for PageDto {
    fn from(page: DisputePage) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

#[derive(ApiResponse)]
enum DisputesResponse {
    /// A page of disputes.
    #[oai(status = 200)]
    Ok(Json<PageDto>),
}

/// The operations on disputes.
pub(crate) struct DisputesApi;

#[OpenApi]
impl DisputesApi {
    /// List disputes
    ///
    /// Returns the disputes of the website's payments, newest first. Answer them in the Stripe dashboard until `due_by`. Live and
    /// test keys have separate disputes. A cursor is valid only for the same filter.
    #[oai(
        path = "/v1/disputes",
        method = "get",
        operation_id = "list_disputes",
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
        /// Only disputes in this state.
        state: Query<Option<DisputeStateName>>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<DisputesResponse, ProblemResponse<ListProblems>> {
        let params = DisputePageParams {
            state: state.0.map(Into::into),
            limit: limit.0,
            cursor: cursor.0,
        };
        let page = list_disputes(&app, &caller.0, params).await?;
        Ok(DisputesResponse::Ok(Json(page.into())))
    }
}
