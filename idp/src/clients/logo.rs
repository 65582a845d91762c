//! A client's logo: a small, still PNG that came with its registration, and never anything from elsewhere.

use foundation::png;

/// A picture that was looked through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Logo {
    address: String,
}

impl Logo {
    /// Reads `data:image/png;base64,…`.
    pub(crate) fn parse(address: &str) -> Option<Self> {
        png::in_address(address).map(|_bytes| Self {
            address: address.to_owned(),
        })
    }

    /// Its `data:` address, as it was registered.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The picture.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        png::in_address(&self.address).unwrap_or_default()
    }
}
