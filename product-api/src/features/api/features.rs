//! `/v1/features`: the features of a website and their prices.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{FeatureBody, FeatureDto, FeaturePage, PriceBody, PriceDto, PricePage};
use crate::app::App;
use crate::caller::{FeaturesRead, FeaturesWrite, StepUp};
use crate::features::add_price::add_price;
use crate::features::list::{self, ListParams};
use crate::features::save::save;
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::BySite;

documents!(ReadProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    SaveProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType, WebsiteSuspended
);
documents!(
    PriceProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, PriceVersionTaken, UnsupportedMediaType,
        WebsiteSuspended
);

#[derive(ApiResponse)]
enum FeatureResponse {
    /// The feature, as it is now.
    #[oai(status = 200)]
    Ok(Json<FeatureDto>),
}

#[derive(ApiResponse)]
enum FeaturesResponse {
    /// A page of features.
    #[oai(status = 200)]
    Ok(Json<FeaturePage>),
}

#[derive(ApiResponse)]
enum PriceResponse {
    /// The price, as requested.
    #[oai(status = 200)]
    Ok(Json<PriceDto>),
}

#[derive(ApiResponse)]
enum PricesResponse {
    /// A page of prices.
    #[oai(status = 200)]
    Ok(Json<PricePage>),
}

/// The operations on features.
pub(crate) struct FeaturesApi;

#[OpenApi]
impl FeaturesApi {
    /// List features
    ///
    /// Returns the website's features, newest first, each with the price in force. Live and test keys have separate features.
    #[oai(
        path = "/v1/features",
        method = "get",
        operation_id = "list_features",
        tag = "Tag::Features"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<FeaturesRead>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<FeaturesResponse, ProblemResponse<ReadProblems>> {
        let request = ListParams {
            limit: limit.0,
            cursor: cursor.0,
        };
        let page = list::page(&app, &caller.0, request).await?;
        Ok(FeaturesResponse::Ok(Json(page.into())))
    }

    /// Get a feature
    ///
    /// Returns one feature of the website, with the price in force.
    #[oai(
        path = "/v1/features/:code",
        method = "get",
        operation_id = "get_feature",
        tag = "Tag::Features"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<FeaturesRead>,
        /// The feature's code.
        code: Path<String>,
    ) -> Result<FeatureResponse, ProblemResponse<ReadProblems>> {
        let feature = list::find(&app, &caller.0, &code).await?;
        Ok(FeatureResponse::Ok(Json(feature.into())))
    }

    /// Save a feature
    ///
    /// Creates a feature with a code of your choice, or renames it. The operation is idempotent. A feature cannot be deleted,
    /// because transactions refer to it. It can be charged by quantity once it has a price.
    #[oai(
        path = "/v1/features/:code",
        method = "put",
        operation_id = "save_feature",
        tag = "Tag::Features"
    )]
    async fn save(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<FeaturesWrite>,
        /// The feature's code: 1 to 64 lower-case letters, digits, dots, dashes and underscores, the first a letter or a digit.
        code: Path<String>,
        body: Body<FeatureBody>,
    ) -> Result<FeatureResponse, ProblemResponse<SaveProblems>> {
        let feature = save(&app, &caller.0, &code, &body.0.name).await?;
        Ok(FeatureResponse::Ok(Json(feature.into())))
    }

    /// List a feature's prices
    ///
    /// Returns all versions, newest first: past ones, the one in force, and future ones.
    #[oai(
        path = "/v1/features/:code/prices",
        method = "get",
        operation_id = "list_prices",
        tag = "Tag::Features"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn prices(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<FeaturesRead>,
        /// The feature's code.
        code: Path<String>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<PricesResponse, ProblemResponse<ReadProblems>> {
        let request = ListParams {
            limit: limit.0,
            cursor: cursor.0,
        };
        let page = list::prices(&app, &caller.0, &code, request).await?;
        Ok(PricesResponse::Ok(Json(page.into())))
    }

    /// Add a price
    ///
    /// Adds the next version of a feature's price: 1 for the first, then one more each time. A version never changes, so that
    /// the request can be retried safely. If two clients add the same version with different prices at once, one of them gets
    /// `price-version-taken`. The newest version that is already valid applies.
    #[oai(
        path = "/v1/features/:code/prices/:version",
        method = "put",
        operation_id = "add_price",
        tag = "Tag::Features"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn add_price(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<FeaturesWrite>>,
        /// The feature's code.
        code: Path<String>,
        /// The number of the version.
        version: Path<i64>,
        body: Body<PriceBody>,
    ) -> Result<PriceResponse, ProblemResponse<PriceProblems>> {
        let price = add_price(&app, &caller.0, &code, body.0.read(version.0)).await?;
        Ok(PriceResponse::Ok(Json(price.into())))
    }
}
