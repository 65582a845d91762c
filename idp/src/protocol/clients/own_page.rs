//! Rule that a client's redirect URI must not be one of our own pages.

/// Path prefixes of our pages and endpoints. Some act when a browser opens them: a sign-out, an emailed link.
const OWN: [&str; 5] = [
    "/.well-known",
    "/account/v1",
    "/admin",
    "/api/auth",
    "/oauth",
];

/// The end of an error message that begins with such a URI.
pub(super) const IS_OWN: &str =
    "is an address of this identity provider itself; name a page of the client's own site";

/// Returns true if a normalised URL is one of our own pages. `issuer` is our origin.
pub(super) fn is_own_page(address: &str, issuer: &str) -> bool {
    let Some(path) = address.strip_prefix(issuer) else {
        return false;
    };
    OWN.iter().any(|own| {
        let rest = path.strip_prefix(own);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']))
    })
}

#[cfg(test)]
mod tests {
    use super::is_own_page;

    #[test]
    fn own_pages_differ_from_other_addresses() {
        let issuer = "https://id.example";
        let rows = [
            ("https://id.example/api/auth/signout", true),
            ("https://id.example/api/auth/signin/email", true),
            (
                "https://id.example/api/auth/callback/email?token=x&email=y",
                true,
            ),
            ("https://id.example/api/auth", true),
            ("https://id.example/api/auth?x=1", true),
            ("https://id.example/oauth/logout", true),
            ("https://id.example/oauth/logout?id_token_hint=x", true),
            ("https://id.example/oauth/authorize?client_id=x", true),
            ("https://id.example/admin/claim?token=x", true),
            ("https://id.example/account/v1/profile", true),
            ("https://id.example/.well-known/openid-configuration", true),
            ("https://id.example/", false),
            ("https://id.example/auth/callback", false),
            ("https://id.example/silent", false),
            ("https://id.example/account", false),
            ("https://id.example/api/authors", false),
            ("https://id.example/oauth2/callback", false),
            ("https://id.example:8443/oauth/callback", false),
            ("https://id.example.org/oauth/logout", false),
            ("https://site.example/api/auth/callback/tollgate", false),
            ("com.example.app:/oauth/callback", false),
        ];
        for (address, expected) in rows {
            assert_eq!(is_own_page(address, issuer), expected, "{address}");
        }
    }
}
