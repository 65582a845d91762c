//! A website with all that its owner sees of it.

use super::branding::Branding;
use super::client_settings::{ClientSettings, PublicSettings};
use super::details::Change;
use super::website::Website;

/// A client for programs that can keep no secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PublicClient {
    pub(super) client_id: String,
    /// Where sign-in may send people back to.
    pub(super) redirect_uris: Vec<String>,
    /// All else that its owner sets.
    pub(super) settings: PublicSettings,
}

/// A website, with its clients and what its credits are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Detail {
    pub(crate) website: Website,
    /// Where sign-in may send people back to; none when only the idp knows.
    pub(super) redirect_uris: Option<Vec<String>>,
    /// Where sign-out may; none likewise.
    pub(super) post_logout_redirect_uris: Option<Vec<String>>,
    pub(super) public_client: Option<PublicClient>,
    /// How its clients are shown; none when only the idp knows.
    pub(super) branding: Option<Branding>,
    /// How its clients sign people in; none when only the idp knows.
    pub(super) settings: Option<ClientSettings>,
    /// What one credit is called.
    pub(super) unit: String,
}

impl Detail {
    /// Whether our row says all of it, so that the idp need not be asked.
    pub(super) fn is_known(&self) -> bool {
        self.redirect_uris.is_some()
            && self.post_logout_redirect_uris.is_some()
            && self.settings.is_some()
    }

    /// Whether it is as a change wants it.
    pub(super) fn is_as(&self, change: &Change) -> bool {
        let same =
            |wanted: &Option<String>, is: &str| wanted.as_deref().is_none_or(|text| text == is);
        let alike = |wanted: &Option<Vec<String>>, is: &Option<Vec<String>>| {
            wanted.is_none() || wanted == is
        };
        same(&change.name, &self.website.name)
            && same(&change.url, &self.website.url)
            && alike(&change.redirect_uris, &self.redirect_uris)
            && alike(
                &change.post_logout_redirect_uris,
                &self.post_logout_redirect_uris,
            )
            && (change.branding.is_none() || change.branding == self.branding)
            && self
                .settings
                .as_ref()
                .is_none_or(|is| is.changed(&change.settings) == *is)
    }
}
