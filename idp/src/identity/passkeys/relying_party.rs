//! The relying party of passkeys: our host, and exactly our origin.

use foundation::Failure;
use url::Url;
use webauthn_rs::prelude::{Webauthn, WebauthnBuilder};

/// The idp as a relying party.
#[derive(Clone, Debug)]
pub(crate) struct RelyingParty(Webauthn);

impl RelyingParty {
    /// Creates the relying party. Returns `None` for an IP address as the host: browsers create no passkeys for those.
    pub(crate) fn for_issuer(issuer: &str) -> Result<Option<Self>, Failure> {
        let broken = |error| Failure::broken("configuring passkeys", error);
        let origin =
            Url::parse(issuer).map_err(|error| Failure::broken("reading the issuer", error))?;
        let Some(host) = origin.domain() else {
            return Ok(None);
        };
        let built = WebauthnBuilder::new(host, &origin)
            .and_then(WebauthnBuilder::build)
            .map_err(broken)?;
        Ok(Some(Self(built)))
    }

    /// Returns the library's rules of the ceremonies.
    pub(super) fn rules(&self) -> &Webauthn {
        &self.0
    }
}
