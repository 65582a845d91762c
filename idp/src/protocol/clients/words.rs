//! Enumerations of a registration with their registered names.

/// Defines an enumeration whose values have registered names.
macro_rules! words {
    ($(#[$kind_docs:meta])* $kind:ident { $($(#[$docs:meta])* $word:ident = $name:literal,)+ }) => {
        $(#[$kind_docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum $kind {
            $($(#[$docs])* $word,)+
        }

        impl $kind {
            pub(crate) const ALL: &[Self] = &[$(Self::$word,)+];

            /// Returns the registered name.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$word => $name,)+
                }
            }

            /// Returns the value with a registered name.
            pub(crate) fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.name() == name)
            }
        }
    };
}

words! {
    /// Authentication method of a client at the token endpoint (RFC 7591 section 2).
    AuthMethod {
        /// None: a public client.
        None = "none",
        /// HTTP Basic authentication.
        ClientSecretBasic = "client_secret_basic",
        /// A form parameter.
        ClientSecretPost = "client_secret_post",
        /// An assertion that the client signs with its own key (RFC 7523).
        PrivateKeyJwt = "private_key_jwt",
    }
}

impl AuthMethod {
    /// Returns whether the method needs a shared secret.
    pub(crate) fn needs_secret(self) -> bool {
        matches!(self, Self::ClientSecretBasic | Self::ClientSecretPost)
    }
}

words! {
    /// Type of an application (OpenID Connect Dynamic Client Registration section 2).
    ApplicationType {
        /// On a server or in a browser.
        Web = "web",
        /// On a user's machine: its loopback port may vary, and it may have a private scheme (RFC 8252).
        Native = "native",
    }
}

words! {
    /// Grant type of a token request.
    GrantType {
        /// An authorization code.
        AuthorizationCode = "authorization_code",
        /// The client's own credentials.
        ClientCredentials = "client_credentials",
        /// A refresh token.
        RefreshToken = "refresh_token",
        /// A device code (RFC 8628).
        DeviceCode = "urn:ietf:params:oauth:grant-type:device_code",
    }
}

words! {
    /// Format of access tokens.
    TokenFormat {
        /// Signed, so that a resource server verifies them itself (RFC 9068).
        Jwt = "jwt",
        /// Random, so that only the idp can validate them.
        Opaque = "opaque",
    }
}

words! {
    /// Type of the subjects that a client gets (OpenID Connect Core section 8).
    SubjectType {
        /// Equal for all clients.
        Public = "public",
        /// Different in each sector.
        Pairwise = "pairwise",
    }
}

words! {
    /// Origin of a registration.
    RegisteredBy {
        /// The operator's file.
        Bootstrap = "bootstrap",
        /// A caller of the admin API.
        Admin = "admin",
        /// The client itself, with an initial access token (RFC 7591).
        Dynamic = "dynamic",
        /// The client itself, by a document at the URL that is its id.
        Document = "document",
    }
}

words! {
    /// Signature algorithm of request objects (RFC 9101). `none` is not supported.
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
