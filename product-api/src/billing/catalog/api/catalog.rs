//! `GET /v1/catalog` and `GET /v1/me/catalog`: what a website sells now.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Enum, OpenApi};

use super::catalog_forms::CatalogDto;
use crate::app::App;
use crate::billing::catalog::read_catalog::{CatalogQuery, read_my_catalog, read_site_catalog};
use crate::caller::{AnyScope, BillingRead, Mode};
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;
use crate::users::AuthenticatedUser;
use crate::websites::BySite;

documents!(ReadProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(MyProblems: HolderInactive, NotFound, WebsiteSuspended);

/// The mode of a catalogue.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "CatalogMode", rename_all = "lowercase")]
pub(super) enum ModeName {
    /// Real money.
    Live,
    /// No money moves.
    Test,
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Self {
        match name {
            ModeName::Live => Self::Live,
            ModeName::Test => Self::Test,
        }
    }
}

#[derive(ApiResponse)]
enum CatalogResponse {
    /// The packs and plans that can be bought now.
    #[oai(status = 200)]
    Ok(Json<CatalogDto>),
}

/// The operations on the catalogue.
pub(crate) struct CatalogApi;

#[OpenApi]
impl CatalogApi {
    /// Get the catalogue
    ///
    /// Returns what the website sells now: its active packs and plans in their order, each with its newest version and the prices that
    /// can be bought. It is empty while the website has no Stripe account in this mode.
    #[oai(
        path = "/v1/catalog",
        method = "get",
        operation_id = "get_catalog",
        tag = "Tag::Billing"
    )]
    async fn catalog(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<BillingRead>,
    ) -> Result<CatalogResponse, ProblemResponse<ReadProblems>> {
        let catalog = read_site_catalog(&app, caller.0.scope()).await?;
        Ok(CatalogResponse::Ok(Json(catalog.try_into()?)))
    }

    /// Get a catalogue as a buyer
    ///
    /// Returns what a website sells now to the user of the token. A token of a website's client reads this website's catalogue
    /// only, and needs no `website`.
    #[oai(
        path = "/v1/me/catalog",
        method = "get",
        operation_id = "get_my_catalog",
        tag = "Tag::Me"
    )]
    async fn my_catalog(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<AnyScope>,
        /// The id of the website; for a token of this installation's own client, the platform if absent.
        website: Query<Option<String>>,
        /// The mode; `live` if absent.
        mode: Query<Option<ModeName>>,
    ) -> Result<CatalogResponse, ProblemResponse<MyProblems>> {
        let asked = CatalogQuery {
            website_id: website.0,
            mode: mode.0.map_or(Mode::Live, Into::into),
        };
        let catalog = read_my_catalog(&app, &holder, &asked).await?;
        Ok(CatalogResponse::Ok(Json(catalog.try_into()?)))
    }
}
