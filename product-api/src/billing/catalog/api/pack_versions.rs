//! `/v1/packs/{code}/versions`: the versions of a pack, and their prices at Stripe.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::pack_version_forms::{PackVersionBody, PackVersionDto, PackVersionPage};
use crate::app::App;
use crate::billing::catalog::add_version::{RequestedVersion, add_version};
use crate::billing::catalog::item::ItemCode;
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
    RepairProblems: BillingNotConnected, ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended
);

#[derive(ApiResponse)]
enum VersionResponse {
    /// The version.
    #[oai(status = 200)]
    Ok(Json<PackVersionDto>),
}

#[derive(ApiResponse)]
enum VersionsResponse {
    /// A page of versions.
    #[oai(status = 200)]
    Ok(Json<PackVersionPage>),
}

/// The operations on versions of packs.
pub(crate) struct PackVersionsApi;

#[OpenApi]
impl PackVersionsApi {
    /// List a pack's versions
    ///
    /// Returns all versions of a pack, newest first. Purchases keep the version that was bought.
    #[oai(
        path = "/v1/packs/:code/versions",
        method = "get",
        operation_id = "list_pack_versions",
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
        /// The pack's code.
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
        let page = list_versions(&app, &caller.0, ItemCode::pack(&code), params).await?;
        Ok(VersionsResponse::Ok(Json(page.try_into()?)))
    }

    /// Add a version of a pack
    ///
    /// Adds the next version of a pack: 1 for the first, then one more each time. A version never changes, so that the request
    /// can be retried safely. If two clients add the same version with different contents at once, one of them gets
    /// `catalog-version-taken`. The newest version is sold as soon as its prices are at Stripe, which takes about a second.
    #[oai(
        path = "/v1/packs/:code/versions/:version",
        method = "put",
        operation_id = "add_pack_version",
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
        /// The pack's code.
        code: Path<String>,
        /// The number of the version.
        version: Path<i64>,
        body: Body<PackVersionBody>,
    ) -> Result<VersionResponse, ProblemResponse<VersionProblems>> {
        let asked = RequestedVersion {
            item: ItemCode::pack(&code),
            version: version.0,
            content: &body.0.read()?,
        };
        let version = add_version(&app, &caller.0, asked).await?;
        Ok(VersionResponse::Ok(Json(version.try_into()?)))
    }

    /// Make a price again
    ///
    /// Makes a price at Stripe sellable that was archived or deleted there, or that Stripe refused, together with its product.
    /// A price that is archived is activated again; one that is deleted is made again. A synced price stays as it is.
    #[oai(
        path = "/v1/packs/:code/versions/:version/prices/:currency/repair",
        method = "post",
        operation_id = "repair_pack_price",
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
        /// The pack's code.
        code: Path<String>,
        /// The number of the version.
        version: Path<i64>,
        /// The code of the price's currency, in lower case.
        currency: Path<String>,
    ) -> Result<VersionResponse, ProblemResponse<RepairProblems>> {
        let asked = RequestedPrice {
            item: ItemCode::pack(&code),
            version: version.0,
            currency: &currency,
        };
        let version = repair_price(&app, &caller.0, asked).await?;
        Ok(VersionResponse::Ok(Json(version.try_into()?)))
    }
}
