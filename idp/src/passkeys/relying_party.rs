//! Who asks devices for passkeys: our host, and our origin exactly.

use foundation::Failure;
use url::Url;
use webauthn_rs::prelude::{Webauthn, WebauthnBuilder};

/// The idp as devices know it.
#[derive(Clone, Debug)]
pub(crate) struct RelyingParty(Webauthn);

impl RelyingParty {
    /// Ours. `None` where the public address has no name but a number: browsers make no passkeys for those.
    pub(crate) fn of_issuer(issuer: &str) -> Result<Option<Self>, Failure> {
        let broken = |error| Failure::broken("making ready for passkeys", error);
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

    /// The rules of the ceremonies.
    pub(super) fn rules(&self) -> &Webauthn {
        &self.0
    }
}
