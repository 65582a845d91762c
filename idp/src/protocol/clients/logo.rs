//! A client's logo: a small, static PNG in the registration; it is never loaded from a URL.

use foundation::text::png;

/// Validated PNG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Logo {
    address: String,
}

impl Logo {
    /// Parses `data:image/png;base64,…`.
    pub(crate) fn parse(address: &str) -> Option<Self> {
        png::in_address(address).map(|_bytes| Self {
            address: address.to_owned(),
        })
    }

    /// Returns the `data:` URL as it was registered.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Returns the PNG's bytes.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        png::in_address(&self.address).unwrap_or_default()
    }
}
