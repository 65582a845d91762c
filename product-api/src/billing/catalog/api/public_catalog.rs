//! `GET /v1/public/catalog/{website}`: what a website sells, for visitors of its buy page.

use std::sync::Arc;

use poem::http::header;
use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use poem_openapi::{ApiResponse, OpenApi};

use super::catalog::ModeName;
use super::public_catalog_forms::PublicCatalogDto;
use crate::app::App;
use crate::billing::catalog::read_public_catalog::read_public_catalog;
use crate::caller::Mode;
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;

documents!(public PublicProblems: NotFound);

/// Cache lifetime of the answer for browsers and proxies. A changed price or a suspension is visible after that time at the latest.
const CACHE_CONTROL: &str = "public, max-age=30";

#[derive(ApiResponse)]
enum PublicCatalogResponse {
    /// The packs and plans that can be bought now, with the branding of the website.
    #[oai(status = 200)]
    Ok(Json<PublicCatalogDto>),
}

/// The operation on the catalogue of visitors.
pub(crate) struct PublicCatalogApi;

#[OpenApi]
impl PublicCatalogApi {
    /// Get a catalogue as a visitor
    ///
    /// Returns what an active website sells now, with the branding that its sign-in page shows: packs and plans as buyers see them. A
    /// website that is suspended, has no Stripe account in this mode or sells nothing is not found.
    #[oai(
        path = "/v1/public/catalog/:website",
        method = "get",
        operation_id = "get_public_catalog",
        tag = "Tag::Billing"
    )]
    async fn public_catalog(
        &self,
        app: Data<&Arc<App>>,
        /// The id of the website.
        website: Path<String>,
        /// The mode; `live` if absent.
        mode: Query<Option<ModeName>>,
    ) -> Result<Response<PublicCatalogResponse>, ProblemResponse<PublicProblems>> {
        let mode = mode.0.map_or(Mode::Live, Into::into);
        let found = read_public_catalog(&app, website.0, mode).await?;
        let catalog = PublicCatalogDto::try_from(Arc::unwrap_or_clone(found))?;
        let response = Response::new(PublicCatalogResponse::Ok(Json(catalog)));
        Ok(response.header(header::CACHE_CONTROL, CACHE_CONTROL))
    }
}
