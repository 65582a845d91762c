//! Rules for redirect URIs: which may be registered, and which a request may use.

use url::Url;

use super::address::{bare, is_loopback};
use super::words::ApplicationType;

/// Maximum length of a registered URI, in bytes.
const LONGEST: usize = 2048;
/// Loopback origins whose port a native application chooses when it starts (RFC 8252 section 7.3, RFC 9700 section
/// 2.1). Frameworks and command-line programs register localhost more often than the IP addresses.
const LOOPBACKS: [&str; 3] = ["http://127.0.0.1", "http://[::1]", "http://localhost"];
/// Query parameters of our responses; a registered URI with one of them could confuse its client.
const OF_ANSWERS: [&str; 8] = [
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
pub(super) fn problem(address: &str, kind: ApplicationType) -> Option<&'static str> {
    if address.len() > LONGEST {
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
        .any(|(name, _)| OF_ANSWERS.contains(&name.as_ref()))
    {
        return Some("has a query parameter that answers carry");
    }
    scheme_problem(&url, kind)
}

fn scheme_problem(url: &Url, kind: ApplicationType) -> Option<&'static str> {
    match url.scheme() {
        "https" => None,
        "http" if is_loopback(url) => None,
        "http" => Some("is http, which is for loopback addresses only"),
        // Requires a reversed domain name, which other applications do not claim by accident (RFC 8252 section 7.1).
        scheme if kind == ApplicationType::Native && scheme.contains('.') => None,
        _ => Some(
            "has a scheme that is not https (nor, for a native application, a private one with a dot)",
        ),
    }
}

/// Returns whether a request may use this URI. It has to equal the registered one byte for byte, except for the port of
/// a native application's loopback URI.
pub(super) fn matches(registered: &str, asked: &str, kind: ApplicationType) -> bool {
    registered == asked
        || (kind == ApplicationType::Native
            && LOOPBACKS.iter().any(|origin| {
                let (left, right) = (after_port(registered, origin), after_port(asked, origin));
                left.is_some() && left == right
            }))
}

/// Returns whether sign-out may redirect to this URI. Follows the rule for sign-in, but ignores the slash after a bare
/// origin (RFC 3986 section 6.2.3): browsers send both forms to the same page, and client libraries differ.
pub(super) fn matches_after_sign_out(registered: &str, asked: &str, kind: ApplicationType) -> bool {
    matches(bare(registered), bare(asked), kind)
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

    /// Columns: a URI, and whether a web client and a native client may register it.
    const REGISTERED: &[(&str, bool, bool)] = &[
        ("https://a.example/cb", true, true),
        ("https://a.example", true, true),
        ("https://a.example/cb?x=1", true, true),
        ("http://localhost:8080/cb", true, true),
        ("http://127.0.0.1/cb", true, true),
        ("http://[::1]:9000/cb", true, true),
        ("com.example.app:/cb", false, true),
        ("http://a.example/cb", false, false),
        ("https://a.example/cb#x", false, false),
        ("https://*.example/cb", false, false),
        ("https://a.example/x/../cb", false, false),
        ("https://A.example/cb", false, false),
        ("HTTPS://a.example/cb", false, false),
        ("https://a.example\\cb", false, false),
        ("https://a.example:443/cb", false, false),
        ("https://user@a.example/cb", false, false),
        ("https://a.example/cb?code=x&state=y", false, false),
        ("https://b\u{fc}cher.example/cb", false, false),
        (" https://a.example/cb", false, false),
        ("https://a.example/c\tb", false, false),
        ("javascript:alert(1)", false, false),
        ("data:text/html,x", false, false),
        ("myapp:/cb", false, false),
        ("/cb", false, false),
        ("", false, false),
    ];

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
    fn what_may_be_registered() {
        for &(address, web, native) in REGISTERED {
            for (kind, expected) in [(Web, web), (Native, native)] {
                let found = problem(address, kind);
                assert_eq!(found.is_none(), expected, "{address} {kind:?}: {found:?}");
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
        for (registered, asked, kind, expected) in rows {
            let found = matches_after_sign_out(registered, asked, kind);
            assert_eq!(found, expected, "{registered} {asked}");
        }
    }

    #[test]
    fn what_a_request_may_name() {
        for &(registered, asked, kind, expected) in NAMED {
            assert_eq!(
                matches(registered, asked, kind),
                expected,
                "{registered} {asked}"
            );
        }
    }
}
