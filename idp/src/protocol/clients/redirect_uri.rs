//! Rules for redirect URIs: which may be registered, and which a request may use.

use foundation::is_private_scheme;
use url::Url;

use super::address::{bare, is_loopback};
use super::words::ApplicationType;

/// Maximum length of a registered URI, in bytes.
const MAX_LENGTH: usize = 2048;
/// Loopback origins whose port a native application chooses when it starts (RFC 8252 section 7.3, RFC 9700 section
/// 2.1). Frameworks and command-line programs register localhost more often than the IP addresses.
const LOOPBACKS: [&str; 3] = ["http://127.0.0.1", "http://[::1]", "http://localhost"];
/// Query parameters of our responses; a registered URI with one of them could confuse its client.
const RESPONSE_PARAMETERS: [&str; 8] = [
    "code",
    "state",
    "iss",
    "error",
    "error_description",
    "access_token",
    "id_token",
    "session_state",
];

/// Returns why a URI may not be registered, as the end of a sentence that begins with it.
pub(super) fn problem(
    address: &str,
    kind: ApplicationType,
    is_public: bool,
) -> Option<&'static str> {
    if address.len() > MAX_LENGTH {
        return Some("is longer than 2,048 bytes");
    }
    if !address.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Some("holds a blank, a control character or a letter that is not ASCII");
    }
    if address.contains(['#', '*']) {
        return Some("holds a fragment or a wildcard");
    }
    let Ok(url) = Url::parse(address) else {
        return Some("is no absolute address");
    };
    // Refuses other spellings of a URI: a request could then mean another URI than the registered one.
    if url.as_str() != address && url.as_str() != format!("{address}/") {
        return Some("is not written in its normal form");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Some("holds a user or a password");
    }
    if url
        .query_pairs()
        .any(|(name, _)| RESPONSE_PARAMETERS.contains(&name.as_ref()))
    {
        return Some("has a query parameter that responses carry");
    }
    scheme_problem(&url, kind, is_public)
}

fn scheme_problem(url: &Url, kind: ApplicationType, is_public: bool) -> Option<&'static str> {
    match url.scheme() {
        "https" => None,
        "http" if is_loopback(url) => None,
        "http" => Some("is http, which is for loopback addresses only"),
        scheme if !is_private_scheme(scheme) => Some(
            "has a scheme to which browsers or systems give a meaning; name https or a private scheme of the application",
        ),
        _ if kind != ApplicationType::Native => {
            Some("has a private scheme, which is for clients whose application_type is native")
        }
        // RFC 8252 section 7.1 recommends a reversed domain name, which other applications do not claim by accident.
        scheme if scheme.contains('.') => None,
        // MCP clients use schemes without a dot. Another application that claims one receives a code that only the PKCE
        // verifier of the client redeems.
        _ if !is_public => Some(
            "has a private scheme without a dot, which is for clients that use PKCE in place of a secret (token_endpoint_auth_method none)",
        ),
        _ if url.cannot_be_a_base() => Some("has no slash behind its private scheme"),
        _ => None,
    }
}

/// Returns whether a request may use this URI. It has to equal the registered one byte for byte, except for the port of
/// a native application's loopback URI.
pub(super) fn matches(registered: &str, requested: &str, kind: ApplicationType) -> bool {
    registered == requested
        || (kind == ApplicationType::Native
            && LOOPBACKS.iter().any(|origin| {
                let (left, right) = (
                    after_port(registered, origin),
                    after_port(requested, origin),
                );
                left.is_some() && left == right
            }))
}

/// Returns whether sign-out may redirect to this URI. Follows the rule for sign-in, but ignores the slash after a bare
/// origin (RFC 3986 section 6.2.3): browsers send both forms to the same page, and client libraries differ.
pub(super) fn matches_after_sign_out(
    registered: &str,
    requested: &str,
    kind: ApplicationType,
) -> bool {
    matches(bare(registered), bare(requested), kind)
}

/// Returns the part after the origin and its port, if the URI begins with that origin.
fn after_port<'a>(address: &'a str, origin: &str) -> Option<&'a str> {
    let rest = address.strip_prefix(origin)?;
    let rest = match rest.strip_prefix(':') {
        None => rest,
        Some(with_port) => {
            let end = with_port
                .find(|letter: char| !letter.is_ascii_digit())
                .unwrap_or(with_port.len());
            let (port, rest) = with_port.split_at_checked(end)?;
            port.parse::<u16>().ok()?;
            rest
        }
    };
    (rest.is_empty() || rest.starts_with(['/', '?'])).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    use ApplicationType::{Native, Web};

    /// Columns: a URI, and whether a web client, a native client and a native client without a secret may register it.
    const REGISTERED: &[(&str, [bool; 3])] = &[
        ("https://a.example/cb", [true; 3]),
        ("https://a.example", [true; 3]),
        ("https://a.example/cb?x=1", [true; 3]),
        ("http://localhost:8080/cb", [true; 3]),
        ("http://127.0.0.1/cb", [true; 3]),
        ("http://[::1]:9000/cb", [true; 3]),
        ("com.example.app:/cb", [false, true, true]),
        ("com.example.app://cb", [false, true, true]),
        ("myapp:/cb", [false, false, true]),
        (
            "cursor://anysphere.cursor-retrieval/oauth/callback",
            [false, false, true],
        ),
        ("vscode://publisher.name/cb", [false, false, true]),
        ("my+app-2://cb", [false, false, true]),
        ("http://a.example/cb", [false; 3]),
        ("https://a.example/cb#x", [false; 3]),
        ("https://*.example/cb", [false; 3]),
        ("https://a.example/x/../cb", [false; 3]),
        ("https://A.example/cb", [false; 3]),
        ("HTTPS://a.example/cb", [false; 3]),
        ("https://a.example\\cb", [false; 3]),
        ("https://a.example:443/cb", [false; 3]),
        ("https://user@a.example/cb", [false; 3]),
        ("https://a.example/cb?code=x&state=y", [false; 3]),
        ("https://b\u{fc}cher.example/cb", [false; 3]),
        (" https://a.example/cb", [false; 3]),
        ("https://a.example/c\tb", [false; 3]),
        ("myapp:cb", [false; 3]),
        ("myapp:/cb#x", [false; 3]),
        ("myapp://user@cb", [false; 3]),
        ("MyApp:/cb", [false; 3]),
        ("localhost:3000/cb", [false; 3]),
        ("c:/cb", [false; 3]),
        ("/cb", [false; 3]),
        ("", [false; 3]),
    ];

    /// Schemes to which a browser or a system gives a meaning.
    const KNOWN: &str = "javascript data file blob about ws wss ftp mailto tel sms intent view-source chrome \
        chrome-extension vbscript ms-settings web+app x-apple.systempreferences";

    /// Columns: a registered URI, the URI of a request, the client's type, and whether the request is allowed.
    const NAMED: &[(&str, &str, ApplicationType, bool)] = &[
        ("https://a.example/cb", "https://a.example/cb", Web, true),
        ("https://a.example/cb", "https://a.example/cb/", Web, false),
        ("https://a.example/cb", "https://a.example/c", Web, false),
        (
            "https://a.example/cb",
            "https://a.example/cb?x=1",
            Web,
            false,
        ),
        (
            "https://a.example/cb",
            "https://a.example/x/../cb",
            Web,
            false,
        ),
        ("https://a.example/cb", "https://a.example/%63b", Web, false),
        ("https://a.example/cb", "https://A.example/cb", Web, false),
        ("https://a.example/cb", "https://a.example./cb", Web, false),
        (
            "http://127.0.0.1/cb",
            "http://127.0.0.1:5000/cb",
            Native,
            true,
        ),
        (
            "http://127.0.0.1:1/cb",
            "http://127.0.0.1:5000/cb",
            Native,
            true,
        ),
        ("http://[::1]/cb", "http://[::1]:5000/cb", Native, true),
        (
            "http://127.0.0.1/cb",
            "http://127.0.0.1:5000/cb",
            Web,
            false,
        ),
        (
            "http://127.0.0.1/cb",
            "http://localhost:5000/cb",
            Native,
            false,
        ),
        (
            "http://localhost/cb",
            "http://localhost:5000/cb",
            Native,
            true,
        ),
        (
            "http://localhost:3000/cb",
            "http://localhost:5000/cb",
            Native,
            true,
        ),
        (
            "http://localhost:3000/cb",
            "http://localhost:5000/cb",
            Web,
            false,
        ),
        (
            "http://localhost/cb",
            "http://127.0.0.1:5000/cb",
            Native,
            false,
        ),
        (
            "http://localhost/cb",
            "http://localhost.evil.example/cb",
            Native,
            false,
        ),
        (
            "http://localhost/cb",
            "http://localhostevil:5000/cb",
            Native,
            false,
        ),
        (
            "https://localhost/cb",
            "https://localhost:5000/cb",
            Native,
            false,
        ),
        (
            "http://127.0.0.1/cb",
            "http://127.0.0.2:5000/cb",
            Native,
            false,
        ),
        (
            "http://127.0.0.1/cb",
            "http://127.0.0.1:5000/other",
            Native,
            false,
        ),
        (
            "http://127.0.0.1/cb",
            "http://127.0.0.1:5000@evil.example/cb",
            Native,
            false,
        ),
        (
            "http://127.0.0.1/cb",
            "http://127.0.0.1.evil.example/cb",
            Native,
            false,
        ),
        ("http://127.0.0.1/cb", "http://127.0.0.1:/cb", Native, false),
        (
            "http://127.0.0.1/cb",
            "http://127.0.0.1:99999/cb",
            Native,
            false,
        ),
    ];

    #[test]
    fn registered_redirect_uris_are_validated() {
        let clients = [(Web, true), (Native, false), (Native, true)];
        for &(address, expected) in REGISTERED {
            let found = clients.map(|(kind, is_public)| problem(address, kind, is_public));
            let good = found.map(|problem| problem.is_none());
            assert_eq!(good, expected, "{address}: {found:?}");
        }
        for scheme in KNOWN.split_ascii_whitespace() {
            for rest in [":alert(1)", ":/cb", "://cb", "://cb/x", ":///cb"] {
                let address = format!("{scheme}{rest}");
                let found = clients.map(|(kind, is_public)| problem(&address, kind, is_public));
                assert!(found.iter().all(Option::is_some), "{address}: {found:?}");
            }
        }
    }

    #[test]
    fn sign_out_address_bare_origin_matches_with_and_without_slash() {
        let rows = [
            ("https://a.example/", "https://a.example", Web, true),
            ("https://a.example", "https://a.example/", Web, true),
            (
                "http://localhost:3000/",
                "http://localhost:4000",
                Native,
                true,
            ),
            (
                "http://localhost:3000/",
                "http://localhost:4000",
                Web,
                false,
            ),
            ("https://a.example/x", "https://a.example/x/", Web, false),
            ("https://a.example/", "https://a.example//", Web, false),
            ("https://a.example/", "https://b.example", Web, false),
        ];
        for (registered, requested, kind, expected) in rows {
            let found = matches_after_sign_out(registered, requested, kind);
            assert_eq!(found, expected, "{registered} {requested}");
        }
    }

    #[test]
    fn requested_redirect_uris_are_matched() {
        for &(registered, requested, kind, expected) in NAMED {
            assert_eq!(
                matches(registered, requested, kind),
                expected,
                "{registered} {requested}"
            );
        }
    }
}
