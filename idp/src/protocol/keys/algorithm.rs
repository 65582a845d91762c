//! Algorithms of token signatures.

/// Signature algorithm (RFC 7518 section 3.1, RFC 8037 section 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    /// ECDSA on P-256: access tokens, and ID tokens of clients that request it.
    Es256,
    /// RSA of 2,048 bits, PKCS#1 1.5: ID tokens of clients that name no algorithm.
    Rs256,
    /// Ed25519: ID tokens of clients that request it.
    EdDsa,
}

impl Algorithm {
    /// Every algorithm, each of which has one active key.
    pub(crate) const ALL: [Self; 3] = [Self::Es256, Self::Rs256, Self::EdDsa];

    /// Returns the registered name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Es256 => "ES256",
            Self::Rs256 => "RS256",
            Self::EdDsa => "EdDSA",
        }
    }

    /// Returns the algorithm of a registered name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}
