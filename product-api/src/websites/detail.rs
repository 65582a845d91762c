//! A website with every setting that its owner sees.

use foundation::Timestamp;

use super::branding::Branding;
use super::client_settings::{ClientSettings, PublicSettings};
use super::details::WebsiteChange;
use super::website::Website;

/// A client for programs that cannot keep a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PublicClient {
    pub(super) client_id: String,
    /// The redirect URIs of sign-in.
    pub(super) redirect_uris: Vec<String>,
    /// The other settings that its owner chooses.
    pub(super) settings: PublicSettings,
}

/// A website, with its clients and the name of its credits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Detail {
    pub(crate) website: Website,
    /// The redirect URIs of sign-in; `None` if only the idp has them.
    pub(super) redirect_uris: Option<Vec<String>>,
    /// The redirect URIs of sign-out; `None` if only the idp has them.
    pub(super) post_logout_redirect_uris: Option<Vec<String>>,
    pub(super) public_client: Option<PublicClient>,
    /// The branding of its clients; `None` if only the idp has it.
    pub(super) branding: Option<Branding>,
    /// The settings of its clients; `None` if only the idp has them.
    pub(super) settings: Option<ClientSettings>,
    /// The latest time until which a previous secret of its client may be valid.
    pub(super) previous_secret_until: Option<Timestamp>,
    /// The name of one credit.
    pub(super) unit: String,
}

impl Detail {
    /// Returns the addresses that belong to the website: its home page, and the redirect URIs of its clients.
    pub(super) fn addresses(&self) -> impl Iterator<Item = &str> {
        let lists = [&self.redirect_uris, &self.post_logout_redirect_uris];
        let public = self.public_client.iter();
        let public = public.flat_map(|client| {
            let after_sign_out = &client.settings.post_logout_redirect_uris;
            client.redirect_uris.iter().chain(after_sign_out)
        });
        let redirects = lists.into_iter().flatten().flatten().chain(public);
        std::iter::once(&self.website.url)
            .chain(redirects)
            .map(String::as_str)
    }

    /// Returns true if the database has all settings, so that no request to the idp is needed.
    pub(super) fn is_known(&self) -> bool {
        self.redirect_uris.is_some()
            && self.post_logout_redirect_uris.is_some()
            && self.settings.is_some()
    }

    /// Returns true if the website already has the values of a change.
    pub(super) fn is_as(&self, change: &WebsiteChange) -> bool {
        let same = |requested: &Option<String>, is: &str| {
            requested.as_deref().is_none_or(|text| text == is)
        };
        let alike = |requested: &Option<Vec<String>>, is: &Option<Vec<String>>| {
            requested.is_none() || requested == is
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
