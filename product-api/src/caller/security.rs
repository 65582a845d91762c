//! The security scheme of the API reference.

use poem_openapi::registry::{MetaSecurityScheme, Registry};

/// Registers the scheme of all credentials in the OpenAPI document.
///
/// There is one scheme of the type `http`, because generated clients send no token for `openIdConnect`, and the Java client
/// sets a token for the first scheme only.
pub(crate) fn register(registry: &mut Registry) {
    registry.create_security_scheme(
        "BearerToken",
        MetaSecurityScheme {
            ty: "http",
            description: Some(
                "`Authorization: Bearer` with one of two credentials; each operation says which it takes.\n\n\
                 - An API key of a website, `tg_live_…` or `tg_test_…`, from its back end only. It is shown once, when it is \
                 made; we keep a hash.\n\
                 - An access token of the identity provider (RFC 9068), got by the authorization code flow with PKCE, or by a \
                 program with its own credentials where an operation says so. One that is bound to a key (RFC 9449) is sent \
                 as `Authorization: DPoP`, with a proof in the header `DPoP`. The audience is this installation. Pages of \
                 any origin may call the operations under `/v1/me`.",
            ),
            name: None,
            key_in: None,
            scheme: Some("bearer"),
            bearer_format: Some("API key or JWT"),
            flows: None,
            openid_connect_url: None,
        },
    );
}
