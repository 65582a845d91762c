//! The security schemes of the API reference.

use poem_openapi::registry::{MetaSecurityScheme, Registry};

/// Writes both ways of calling into the document.
pub(crate) fn register(registry: &mut Registry) {
    registry.create_security_scheme(
        "ApiKey",
        MetaSecurityScheme {
            ty: "http",
            description: Some(
                "An API key of a website, `tg_live_…` or `tg_test_…`, from its back end only. \
                 It is shown once, when it is made; we keep a hash.",
            ),
            name: None,
            key_in: None,
            scheme: Some("bearer"),
            bearer_format: Some("tg_live_… or tg_test_…"),
            flows: None,
            openid_connect_url: None,
        },
    );
    registry.create_security_scheme(
        "OpenIdConnect",
        MetaSecurityScheme {
            ty: "openIdConnect",
            description: Some(
                "An access token of the identity provider (RFC 9068), got by the authorization code flow with PKCE, or by a \
                 program with its own credentials where an operation says so, and sent as `Authorization: Bearer`. One that is \
                 bound to a key (RFC 9449) is sent as `Authorization: DPoP`, with a proof in the header `DPoP`. The audience is \
                 this installation. Pages of any origin may call what stands under `/v1/me`.",
            ),
            name: None,
            key_in: None,
            scheme: None,
            bearer_format: None,
            flows: None,
            openid_connect_url: Some("/.well-known/openid-configuration"),
        },
    );
}
