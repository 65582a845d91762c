//! Finds a website with the branding that pages for visitors show.

use foundation::{Connection, Failure};

use super::store::clients;
use super::website::Website;

/// A website, and its branding on pages for visitors. Sign-in pages show the same to all visitors.
#[derive(Clone, Debug)]
pub(crate) struct BrandedWebsite {
    /// The website.
    pub(crate) website: Website,
    /// The colour of buttons, `#rrggbb`.
    pub(crate) brand_color: Option<String>,
    /// A small PNG as a `data:` URL.
    pub(crate) logo_uri: Option<String>,
    /// The privacy policy.
    pub(crate) policy_uri: Option<String>,
    /// The terms of service.
    pub(crate) tos_uri: Option<String>,
}

/// Finds a website with its branding. It sends no request to the idp, so that visitors cause none: the branding of a website
/// that an older version registered is absent until its owner looks at it.
pub(crate) async fn find_branded(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<BrandedWebsite>, Failure> {
    let Some(detail) = clients::detail(db, id).await? else {
        return Ok(None);
    };
    let branding = detail.branding.unwrap_or_default();
    Ok(Some(BrandedWebsite {
        website: detail.website,
        brand_color: branding.brand_color,
        logo_uri: branding.logo_uri,
        policy_uri: branding.policy_uri,
        tos_uri: branding.tos_uri,
    }))
}
