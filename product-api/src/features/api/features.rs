//! `/v1/features`: what a website charges for, and what each costs.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{FeatureAnswer, FeatureBody, FeaturePage, PriceAnswer, PriceBody, PricePage};
use crate::app::App;
use crate::caller::{FeaturesRead, FeaturesWrite, Fresh};
use crate::features::add_price::add_price;
use crate::features::list::{self, PageRequest};
use crate::features::save::save;
use crate::problem::{Body, Refused, documents};
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
    Ok(Json<FeatureAnswer>),
}

#[derive(ApiResponse)]
enum FeaturesResponse {
    /// A page of features.
    #[oai(status = 200)]
    Ok(Json<FeaturePage>),
}

#[derive(ApiResponse)]
enum PriceResponse {
    /// The price is there, as it was asked for.
    #[oai(status = 200)]
    Ok(Json<PriceAnswer>),
}

#[derive(ApiResponse)]
enum PricesResponse {
    /// A page of prices.
    #[oai(status = 200)]
    Ok(Json<PricePage>),
}

/// The operations of this room.
pub(crate) struct FeaturesApi;

#[OpenApi]
impl FeaturesApi {
    /// List features
    ///
    /// What the website charges for, newest first, each with the price that is in force. Live and test keys have
    /// features of their own.
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
        /// The most items of the page, 1 to 100; 20 when absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<FeaturesResponse, Refused<ReadProblems>> {
        let request = PageRequest {
            limit: limit.0,
            cursor: cursor.0,
        };
        let page = list::page(&app, &caller.0, request).await?;
        Ok(FeaturesResponse::Ok(Json(page.into())))
    }

    /// Get a feature
    ///
    /// One feature of the website, with the price that is in force.
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
    ) -> Result<FeatureResponse, Refused<ReadProblems>> {
        let feature = list::find(&app, &caller.0, &code).await?;
        Ok(FeatureResponse::Ok(Json(feature.into())))
    }

    /// Save a feature
    ///
    /// Makes a feature under a code of your own, or gives it another name; doing it again changes nothing. A feature
    /// stays for ever, because transactions tell of it. It can be charged for by quantity once it has a price.
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
        /// The feature's code: 1 to 64 small letters, digits, dots, dashes and underscores, the first a letter or a digit.
        code: Path<String>,
        body: Body<FeatureBody>,
    ) -> Result<FeatureResponse, Refused<SaveProblems>> {
        let feature = save(&app, &caller.0, &code, &body.0.name).await?;
        Ok(FeatureResponse::Ok(Json(feature.into())))
    }

    /// List a feature's prices
    ///
    /// All versions, newest first: those that were, the one in force, and those to come.
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
        /// The most items of the page, 1 to 100; 20 when absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<PricesResponse, Refused<ReadProblems>> {
        let request = PageRequest {
            limit: limit.0,
            cursor: cursor.0,
        };
        let page = list::prices(&app, &caller.0, &code, request).await?;
        Ok(PricesResponse::Ok(Json(page.into())))
    }

    /// Add a price
    ///
    /// Adds the next version of a feature's price: 1 for the first, then one more each time. A version never changes, so
    /// that the same request can be sent again safely; of two who add the same version at a time the one is told that it
    /// is taken. Of the versions whose time has come the newest counts.
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
        caller: Fresh<BySite<FeaturesWrite>>,
        /// The feature's code.
        code: Path<String>,
        /// The number of the version.
        version: Path<i64>,
        body: Body<PriceBody>,
    ) -> Result<PriceResponse, Refused<PriceProblems>> {
        let price = add_price(&app, &caller.0, &code, body.0.read(version.0)).await?;
        Ok(PriceResponse::Ok(Json(price.into())))
    }
}
