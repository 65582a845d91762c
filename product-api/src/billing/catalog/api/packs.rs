//! `/v1/packs`: the packs that a website sells.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::offer_status::OfferStatusName;
use super::pack_forms::{PackBody, PackDto, PackPage};
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
enum PackResponse {
    /// The pack with its newest version.
    #[oai(status = 200)]
    Ok(Json<PackDto>),
}

#[derive(ApiResponse)]
enum PacksResponse {
    /// A page of packs.
    #[oai(status = 200)]
    Ok(Json<PackPage>),
}

/// The operations on packs.
pub(crate) struct PacksApi;

#[OpenApi]
impl PacksApi {
    /// List packs
    ///
    /// Returns the website's packs by their position, each with its newest version and the state of its prices at Stripe. Live
    /// and test keys have separate packs.
    #[oai(
        path = "/v1/packs",
        method = "get",
        operation_id = "list_packs",
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
        /// Only packs of this status.
        status: Query<Option<OfferStatusName>>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<PacksResponse, ProblemResponse<ReadProblems>> {
        let params = CatalogPageParams {
            limit: limit.0,
            cursor: cursor.0,
        };
        let filter = ItemFilter {
            kind: ItemKind::Pack,
            status: status.0.map(Into::into),
        };
        let page = list_items(&app, &caller.0, filter, params).await?;
        Ok(PacksResponse::Ok(Json(page.try_into()?)))
    }

    /// Get a pack
    ///
    /// Returns one pack of the website with its newest version.
    #[oai(
        path = "/v1/packs/:code",
        method = "get",
        operation_id = "get_pack",
        tag = "Tag::Billing"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead>,
        /// The pack's code.
        code: Path<String>,
    ) -> Result<PackResponse, ProblemResponse<ReadProblems>> {
        let pack = find_item(&app, &caller.0, ItemCode::pack(&code)).await?;
        Ok(PackResponse::Ok(Json(pack.try_into()?)))
    }

    /// Save a pack
    ///
    /// Creates a pack with a code of your choice, or replaces its name, description, status and position. The operation is
    /// idempotent. Credits and prices are in its versions; a pack is sold once it is active and its newest version has a price
    /// at Stripe. A pack cannot be deleted, because purchases refer to it; archive it instead. At most 100 packs are active.
    #[oai(
        path = "/v1/packs/:code",
        method = "put",
        operation_id = "save_pack",
        tag = "Tag::Billing"
    )]
    async fn save(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingCatalog>,
        /// The pack's code: 1 to 64 lower-case letters, digits, dots, dashes and underscores, the first a letter or a digit.
        code: Path<String>,
        body: Body<PackBody>,
    ) -> Result<PackResponse, ProblemResponse<SaveProblems>> {
        let pack = save_item(&app, &caller.0, ItemCode::pack(&code), body.0.read()).await?;
        Ok(PackResponse::Ok(Json(pack.try_into()?)))
    }
}
