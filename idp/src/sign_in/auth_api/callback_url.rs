//! Validates URLs to which sign-in and sign-out may redirect: only unambiguous URLs of our own origin.

use url::Url;

/// Maximum length of a stored URL, in bytes.
const MAX_URL_LENGTH: usize = 4096;

/// Returns the first value that is not empty if it is an unambiguous URL of ours, or else the origin itself.
pub(super) fn choose<'a>(values: impl IntoIterator<Item = Option<&'a str>>, base: &str) -> String {
    values
        .into_iter()
        .flatten()
        .find(|value| !value.is_empty())
        .and_then(|value| checked(value, base))
        .unwrap_or_else(|| base.to_owned())
}

/// Returns the absolute form of a URL of our origin `base` (without a trailing slash); `None` for any other URL.
///
/// A value that passes is returned unchanged, so the rule is strict. It allows only printable ASCII, and our origin in
/// our own spelling (ignoring case). A browser has to parse the value equally as an absolute and as a relative URL. Its
/// path must not look like another host, and must not be a page that signs in or out.
pub(crate) fn checked(value: &str, base: &str) -> Option<String> {
    if value == base {
        return Some(value.to_owned());
    }
    let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b'\\';
    if value.is_empty() || value.len() > MAX_URL_LENGTH || !value.bytes().all(is_plain) {
        return None;
    }
    let absolute = if value.starts_with('/') {
        format!("{base}{value}")
    } else {
        value.to_owned()
    };
    let (origin, rest) = absolute.split_at_checked(base.len())?;
    let is_ours =
        origin.eq_ignore_ascii_case(base) && (rest.is_empty() || rest.starts_with(['/', '?', '#']));
    let ours = Url::parse(base).ok()?;
    let read_whole = Url::parse(&absolute).ok()?;
    let read_relative = ours.join(value).ok()?;
    (is_ours
        && read_whole.origin() == ours.origin()
        && read_whole == read_relative
        && has_safe_escapes(read_whole.path())
        && !is_sign_in_page(read_whole.path()))
    .then_some(absolute)
}

/// Reference to an authorization request in one of our URLs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RequestReference {
    /// The client's id.
    Client(String),
    /// The name under which the request is stored.
    Pending(String),
}

/// Returns the reference to an authorization request in a URL, if it has one.
pub(super) fn find_reference(address: &str) -> Option<RequestReference> {
    let url = Url::parse(address)
        .ok()
        .filter(|url| url.path() == "/oauth/authorize")?;
    let value = |requested| {
        let mut pairs = url.query_pairs();
        pairs.find_map(|(name, value)| (name == requested).then(|| value.into_owned()))
    };
    let client = value("client_id").map(RequestReference::Client);
    client.or_else(|| value("resume").map(RequestReference::Pending))
}

/// Returns true for a page of ours that signs in or out. A link to our sign-in could otherwise lead to a page that signs the
/// user out, or in as another user. Our router matches paths byte for byte, so other spellings do not reach these pages.
fn is_sign_in_page(path: &str) -> bool {
    let action = path.strip_prefix("/api/auth/");
    let action = action.and_then(|rest| rest.split('/').next());
    matches!(action, Some("callback" | "signin" | "signout")) || path == "/oauth/logout"
}

/// Returns whether a path has no second host and no control character in its escapes.
fn has_safe_escapes(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    let has_escape = |escape: &str| path.contains(escape);
    let has_control = path
        .match_indices("%0")
        .chain(path.match_indices("%1"))
        .next()
        .is_some();
    !(has_control
        || has_escape("%7f")
        || has_escape("%5c")
        || path.starts_with("//")
        || path.starts_with("/%2f"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BASE: &str = "http://localhost:8080";

    fn chosen(value: &str) -> String {
        choose([Some(value)], BASE)
    }

    #[test]
    fn authorization_request_names_its_client_and_nothing_else_does() {
        let client = |id: &str| Some(RequestReference::Client(id.to_owned()));
        let parked = |id: &str| Some(RequestReference::Pending(id.to_owned()));
        let rows = [
            ("/oauth/authorize?client_id=web&client_id=b", client("web")),
            ("/oauth/authorize?a=b&client_id=a%20b", client("a b")),
            ("/oauth/authorize?resume=x", parked("x")),
            ("/oauth/authorize?resume=x&ui_locales=de", parked("x")),
            ("/oauth/authorize?resume=x&client_id=web", client("web")),
            ("/dash?client_id=web", None),
            ("/dash?resume=x", None),
            ("/oauth/authorize/?client_id=web", None),
            ("", None),
        ];
        for (path, expected) in rows {
            assert_eq!(find_reference(&format!("{BASE}{path}")), expected, "{path}");
        }
        assert_eq!(find_reference("not an address"), None);
    }

    #[test]
    fn own_callback_urls_pass_unchanged() {
        let rows = [
            ("/dash?a=1#f", "http://localhost:8080/dash?a=1#f"),
            ("/", "http://localhost:8080/"),
            (BASE, BASE),
            ("http://localhost:8080/in", "http://localhost:8080/in"),
            ("HTTP://LOCALHOST:8080/up", "HTTP://LOCALHOST:8080/up"),
            ("http://localhost:8080?x=1", "http://localhost:8080?x=1"),
            ("/oauth/device", "http://localhost:8080/oauth/device"),
            ("/oauth/logouts", "http://localhost:8080/oauth/logouts"),
            (
                "/oauth/authorize?redirect_uri=https%3A%2F%2Fshop.example%2Fcb&claims=%7B%0A%7D&state=a%5Cb",
                "http://localhost:8080/oauth/authorize?redirect_uri=https%3A%2F%2Fshop.example%2Fcb&claims=%7B%0A%7D&state=a%5Cb",
            ),
        ];
        for (value, expected) in rows {
            assert_eq!(chosen(value), expected, "{value:?}");
        }
    }

    #[test]
    fn first_that_is_not_empty_counts() {
        assert_eq!(
            choose([None, Some(""), Some("/a"), Some("/b")], BASE),
            "http://localhost:8080/a"
        );
        assert_eq!(choose([Some("//evil"), Some("/b")], BASE), BASE);
        assert_eq!(choose([None, None], BASE), BASE);
    }

    /// Rows of the attack table, by their families.
    const REJECTED_URLS: [&[&str]; 6] = [
        // Our own URLs that sign in or out.
        &[
            "/api/auth/signout",
            "/api/auth/signin/email",
            "/api/auth/callback/email?token=x&email=y",
            "/oauth/logout?id_token_hint=x",
            "http://localhost:8080/api/auth/signout",
            "/x/../api/auth/signout",
        ],
        // H1
        &[
            "//evil",
            "///evil",
            "/\\evil",
            "\\\\evil",
            "\\/evil",
            "/%5cevil",
            "/%5Cevil",
            "/%09/evil",
            "/\t/evil",
            "/\n/evil",
            "\t//evil",
            " //evil",
            " /x",
            "\u{a0}//evil",
            "/%2f%2fevil",
            "/%2Fevil",
            "/..//evil",
            "/.//evil",
        ],
        // H2
        &[
            "https:evil",
            "https:/evil",
            "http:evil",
            "http:/evil",
            "http:localhost:8080/x",
            "http://good@evil",
            "http://localhost:8080@evil",
            "http://localhost:8080.evil",
            "http://localhost.evil:8080",
            "http://evil#localhost:8080",
            "http://evil?localhost:8080",
            "http://evil\\@localhost:8080",
            "http://user@localhost:8080/x",
            "http://user:pw@localhost:8080/x",
            "http://localhost:8080:80/x",
            "http://localhost:80801/x",
            "http://localhost:808/0",
            "https://localhost:8080/x",
            "http://localhost/x",
        ],
        // H4
        &[
            "/x\r\nSet-Cookie: a=b",
            "/%0d%0aSet-Cookie:a=b",
            "/x\u{0}y",
            "/x%00y",
            "/x%7fy",
        ],
        // H5
        &[
            "\u{ff0f}\u{ff0f}evil",
            "/\u{2044}evil",
            "http://localhost\u{3002}evil",
            "http://\u{ff4c}ocalhost:8080/",
            "http://xn--lcalhost-54a:8080/",
            "http://[::1]:8080/",
            "http://2130706433:8080/",
            "http://127.0.0.1:8080/",
            "http://localhost:0/",
            "http://localhost:08080/x",
        ],
        // H6
        &[
            "dash",
            "javascript:alert(1)",
            "JAVASCRIPT:alert(1)",
            "data:text/html,x",
            "mailto:a@b.example",
            "ftp://localhost:8080/",
            "http://",
            "://",
            "%",
            "?x",
            "#x",
            "null",
        ],
    ];

    // row: H1, H2, H4, H5, H6
    #[test]
    fn rejected_urls_are_replaced_by_the_base_url() {
        for value in REJECTED_URLS.into_iter().flatten() {
            assert_eq!(chosen(value), BASE, "{value:?}");
        }
        assert_eq!(chosen(&format!("/{}", "a".repeat(64 * 1024))), BASE);
    }

    proptest! {
        // row: H1, H2, H4, H5, H6
        /// Compares with the parser that browsers use.
        #[test]
        fn accepted_callback_url_has_our_origin(value in "(/|//|/\\\\|http:|https:|HTTP://localhost:8080|http://localhost:8080|)?[ -~\u{a0}\u{ff0f}\t\n]{0,24}") {
            let url = chosen(&value);
            let ours = Url::parse(BASE).unwrap();
            let seen = ours.join(&url).unwrap();
            prop_assert_eq!(seen.origin(), ours.origin());
            prop_assert!(seen.username().is_empty() && seen.password().is_none());
            prop_assert!(url.bytes().all(|byte| byte.is_ascii_graphic()));
            if url != BASE {
                // Checks that a browser would resolve the original value equally.
                prop_assert_eq!(ours.join(&value).unwrap(), seen);
            }
        }
    }
}
