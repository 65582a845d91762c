//! `/v1/websites/{id}/branding`: an owner sets the appearance of the website on the sign-in pages.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::caller::{StepUp, Websites};
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::{Nullable, Tag};
use crate::users::AuthenticatedUser;
use crate::websites::brand::{read_branding, set_branding};
use crate::websites::branding::Branding;

documents!(GetProblems: ClientNotAllowed, HolderInactive, NotFound);
documents!(SetProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType);

/// A website's appearance on the sign-in and consent pages, in addition to its name.
#[derive(Object)]
#[oai(rename = "Branding", example)]
struct BrandingDto {
    /// The colour of buttons, `#rrggbb`. Text on it is black or white, depending on the contrast.
    brand_color: Nullable<String>,
    /// The logo, a `data:` URL.
    logo_uri: Nullable<String>,
    /// The home page.
    client_uri: Nullable<String>,
    /// The privacy policy.
    policy_uri: Nullable<String>,
    /// The terms of service.
    tos_uri: Nullable<String>,
}

impl From<Branding> for BrandingDto {
    fn from(branding: Branding) -> Self {
        Self {
            brand_color: branding.brand_color.into(),
            logo_uri: branding.logo_uri.into(),
            client_uri: branding.client_uri.into(),
            policy_uri: branding.policy_uri.into(),
            tos_uri: branding.tos_uri.into(),
        }
    }
}

impl Example for BrandingDto {
    fn example() -> Self {
        Self::from(Branding {
            brand_color: Some("#c2410c".to_owned()),
            logo_uri: None,
            client_uri: Some("https://pictures.example.com/".to_owned()),
            policy_uri: Some("https://pictures.example.com/privacy".to_owned()),
            tos_uri: None,
        })
    }
}

/// A website's appearance on the sign-in and consent pages. A member that is absent or null is not shown.
#[derive(Object)]
#[oai(
    rename = "BrandingRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct BrandingRequest {
    /// The colour of buttons: `#` and six hexadecimal digits. Text on it is black or white, depending on the contrast.
    brand_color: Option<String>,
    /// The logo: a `data:image/png;base64,` URL of a complete PNG without animation, at most 16 KiB and 1024 pixels a side.
    /// Pages load no image from another server.
    logo_uri: Option<String>,
    /// The home page: an https URL. Pages show it as a link and never fetch it, like `policy_uri` and `tos_uri`.
    client_uri: Option<String>,
    /// The privacy policy.
    policy_uri: Option<String>,
    /// The terms of service.
    tos_uri: Option<String>,
}

impl From<BrandingRequest> for Branding {
    fn from(body: BrandingRequest) -> Self {
        Self {
            brand_color: body.brand_color,
            logo_uri: body.logo_uri,
            client_uri: body.client_uri,
            policy_uri: body.policy_uri,
            tos_uri: body.tos_uri,
        }
    }
}

impl Example for BrandingRequest {
    fn example() -> Self {
        Self {
            brand_color: Some("#c2410c".to_owned()),
            logo_uri: None,
            client_uri: Some("https://pictures.example.com/".to_owned()),
            policy_uri: Some("https://pictures.example.com/privacy".to_owned()),
            tos_uri: None,
        }
    }
}

#[derive(ApiResponse)]
enum BrandingResponse {
    /// The branding.
    #[oai(status = 200)]
    Ok(Json<BrandingDto>),
}

/// The operations on branding.
pub(crate) struct BrandingApi;

#[OpenApi]
impl BrandingApi {
    /// Get a website's branding
    ///
    /// Returns the website's appearance on the sign-in and consent pages, in addition to its name.
    #[oai(
        path = "/v1/websites/:id/branding",
        method = "get",
        operation_id = "get_branding",
        tag = "Tag::Websites"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<Websites>,
        /// The website's id.
        id: Path<String>,
    ) -> Result<BrandingResponse, ProblemResponse<GetProblems>> {
        let branding = read_branding(&app, &holder.user.id, &id).await?;
        Ok(BrandingResponse::Ok(Json(branding.into())))
    }

    /// Set a website's branding
    ///
    /// Replaces the whole branding, for the website's client at the identity provider and for its public client.
    /// Idempotent. If the identity provider does not respond, the change is applied as soon as it responds again.
    #[oai(
        path = "/v1/websites/:id/branding",
        method = "put",
        operation_id = "set_branding",
        tag = "Tag::Websites"
    )]
    async fn set(
        &self,
        app: Data<&Arc<App>>,
        holder: StepUp<AuthenticatedUser<Websites>>,
        /// The website's id.
        id: Path<String>,
        body: Body<BrandingRequest>,
    ) -> Result<BrandingResponse, ProblemResponse<SetProblems>> {
        let branding = set_branding(&app, holder.actor(), &id, body.0.into()).await?;
        Ok(BrandingResponse::Ok(Json(branding.into())))
    }
}
