//! The words by which registrations say what a client is.

/// Words of one kind, each with its registered name.
macro_rules! words {
    ($(#[$about:meta])* $kind:ident { $($(#[$told:meta])* $word:ident = $name:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum $kind {
            $($(#[$told])* $word,)+
        }

        impl $kind {
            /// Every one.
            pub(crate) const ALL: &[Self] = &[$(Self::$word,)+];

            /// Its registered name.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$word => $name,)+
                }
            }

            /// The one of a registered name.
            pub(crate) fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.name() == name)
            }
        }
    };
}

words! {
    /// How a client proves itself at the token endpoint (RFC 7591 section 2).
    AuthMethod {
        /// Not at all: a public client.
        None = "none",
        /// By HTTP Basic.
        ClientSecretBasic = "client_secret_basic",
        /// By a form parameter.
        ClientSecretPost = "client_secret_post",
        /// By an assertion signed with a key of its own (RFC 7523).
        PrivateKeyJwt = "private_key_jwt",
    }
}

impl AuthMethod {
    /// Whether it takes a secret that both sides know.
    pub(crate) fn needs_secret(self) -> bool {
        matches!(self, Self::ClientSecretBasic | Self::ClientSecretPost)
    }
}

words! {
    /// Where a client runs (OpenID Connect Dynamic Client Registration section 2).
    ApplicationType {
        /// On a server or in a browser.
        Web = "web",
        /// On a person's machine: its loopback port may vary, and it may have a scheme of its own (RFC 8252).
        Native = "native",
    }
}

words! {
    /// What a client may present at the token endpoint.
    GrantType {
        /// An authorization code.
        AuthorizationCode = "authorization_code",
        /// Its own credentials.
        ClientCredentials = "client_credentials",
        /// A refresh token.
        RefreshToken = "refresh_token",
        /// A device code (RFC 8628).
        DeviceCode = "urn:ietf:params:oauth:grant-type:device_code",
    }
}

words! {
    /// How its access tokens look.
    TokenFormat {
        /// Signed, so that a resource server reads them by itself (RFC 9068).
        Jwt = "jwt",
        /// Random, so that they mean something at the idp alone.
        Opaque = "opaque",
    }
}

words! {
    /// How users are named to a client (OpenID Connect Core section 8).
    SubjectType {
        /// As to every other.
        Public = "public",
        /// As in no other sector.
        Pairwise = "pairwise",
    }
}

words! {
    /// Who registered a client.
    RegisteredBy {
        /// The operator's file.
        Bootstrap = "bootstrap",
        /// A machine with the scope for it.
        Admin = "admin",
        /// Itself, with a token that somebody gave it (RFC 7591).
        Dynamic = "dynamic",
        /// Itself, by a document at the address that is its id.
        Document = "document",
    }
}

words! {
    /// The signature of a request object (RFC 9101). `none` is no signature.
    RequestAlgorithm {
        /// ECDSA with P-256.
        Es256 = "ES256",
        /// RSA with PKCS #1 padding.
        Rs256 = "RS256",
        /// Ed25519.
        EdDsa = "EdDSA",
        /// RSA with PSS padding.
        Ps256 = "PS256",
    }
}
