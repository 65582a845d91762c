//! Rules for the URLs of a registration that are not redirect URIs: URLs that we request, show or use as identifiers.

use foundation::is_private_scheme;
use foundation::outbound::AllowedHosts;
use foundation::text::host::is_loopback_url;
use url::Url;

/// Maximum length of a registered URL, in bytes.
const MAX_LENGTH: usize = 2048;

/// Returns why we may not send requests to this URL, as the end of a sentence that begins with it. The addresses of its
/// host are checked at each request.
pub(super) fn fetch_problem(address: &str, allowed: &AllowedHosts) -> Option<&'static str> {
    match read(address) {
        Ok(url) => allowed.problem(&url),
        Err(problem) => Some(problem),
    }
}

/// Returns why our pages may not show this URL as a link.
pub(super) fn display_problem(address: &str) -> Option<&'static str> {
    match read(address) {
        Ok(url) if url.scheme() == "https" => None,
        Ok(_) => Some("is not https"),
        Err(problem) => Some(problem),
    }
}

/// Returns the URL that starts a sign-in at the client's website with this issuer (OpenID Connect Core section 4).
pub(crate) fn login_link(initiate_login_uri: &str, issuer: &str) -> Option<String> {
    let mut url = Url::parse(initiate_login_uri).ok()?;
    url.query_pairs_mut().append_pair("iss", issuer);
    Some(url.into())
}

/// Returns why this text cannot identify a resource (RFC 8707 section 2), which needs an absolute URI without a fragment.
pub(crate) fn resource_problem(address: &str) -> Option<&'static str> {
    if address.len() > MAX_LENGTH || !address.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Some("is longer than 2,048 bytes, or holds a blank or a letter that is not ASCII");
    }
    if address.contains('#') {
        return Some("holds a fragment");
    }
    Url::parse(address)
        .is_err()
        .then_some("is no absolute address")
}

/// Returns the named resources without duplicates, in their registered spelling; `None` if one is unknown.
pub(crate) fn resources_among(named: &[String], known: &[String]) -> Option<Vec<String>> {
    let mut found: Vec<String> = Vec::new();
    for one in named {
        let one = known.iter().find(|known| is_same_resource(known, one))?;
        if !found.contains(one) {
            found.push(one.clone());
        }
    }
    Some(found)
}

/// Returns whether two URLs identify one resource. They may differ only in the slash after a bare origin, which parsers
/// add as the empty path (RFC 3986 section 6.2.3).
fn is_same_resource(one: &str, other: &str) -> bool {
    one == other || bare(one) == bare(other)
}

/// Removes the slash after a bare origin; returns other URLs unchanged.
pub(crate) fn bare(address: &str) -> &str {
    let is_origin = |address: &str| {
        let authority = address.split_once("://").map(|(_, authority)| authority);
        authority
            .is_some_and(|authority| !authority.is_empty() && !authority.contains(['/', '?', '#']))
    };
    address
        .strip_suffix('/')
        .filter(|address| is_origin(address))
        .unwrap_or(address)
}

/// Returns the host of a URL.
pub(super) fn host_of(address: &str) -> Option<String> {
    Url::parse(address).ok()?.host_str().map(ToOwned::to_owned)
}

fn read(address: &str) -> Result<Url, &'static str> {
    if address.len() > MAX_LENGTH {
        return Err("is longer than 2,048 bytes");
    }
    if !address.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err("holds a blank, a control character or a letter that is not ASCII");
    }
    let url = Url::parse(address).map_err(|_error| "is no absolute address")?;
    // Refuses other spellings of a URL: they could pass a rule that checks only one spelling.
    if url.as_str() != address && url.as_str() != format!("{address}/") {
        return Err("is not written in its normal form");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("holds a user or a password");
    }
    if url.fragment().is_some() {
        return Err("holds a fragment");
    }
    if url.host().is_none() {
        return Err("has no host");
    }
    Ok(url)
}

/// Returns whether a URL is http on loopback.
pub(super) fn is_loopback_http(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| url.scheme() == "http" && is_loopback(&url))
}

/// Returns whether a URL leads to the machine on which it is opened: to a loopback host, or to the application of a private
/// scheme. The host in a private scheme is any name that the application chose.
pub(crate) fn is_on_a_machine(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| is_loopback(&url) || is_private_scheme(url.scheme()))
}

pub(super) fn is_loopback(url: &Url) -> bool {
    is_loopback_url(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_in_begins_at_the_registered_address_with_our_name() {
        let rows = [
            (
                "https://a.example/login",
                "https://a.example/login?iss=https%3A%2F%2Fid.example.com",
            ),
            (
                "https://a.example/login?from=idp",
                "https://a.example/login?from=idp&iss=https%3A%2F%2Fid.example.com",
            ),
            (
                "https://a.example",
                "https://a.example/?iss=https%3A%2F%2Fid.example.com",
            ),
        ];
        for (address, expected) in rows {
            let link = login_link(address, "https://id.example.com");
            assert_eq!(link.as_deref(), Some(expected), "{address}");
        }
    }

    /// Columns: a URL, and whether we may request it, show it, and use it as a resource identifier.
    const ROWS: &[(&str, bool, bool, bool)] = &[
        ("https://a.example/keys", true, true, true),
        ("https://a.example", true, true, true),
        ("http://127.0.0.1:9/keys", true, false, true),
        ("http://localhost:9/keys", true, false, true),
        ("http://localhost:8/keys", false, false, true),
        ("https://127.0.0.1/keys", false, true, true),
        ("https://[::1]/keys", false, true, true),
        ("https://169.254.169.254/keys", false, true, true),
        ("https://10.0.0.1/keys", false, true, true),
        ("https://localhost/keys", false, true, true),
        ("http://a.example/keys", false, false, true),
        ("urn:example:api", false, false, true),
        ("https://a.example/#x", false, false, false),
        ("https://user@a.example/", false, false, true),
        ("https://A.example/", false, false, true),
        ("https://a.example/x/../y", false, false, true),
        ("javascript:alert(1)", false, false, true),
        ("file:///etc/passwd", false, false, true),
        ("https://a.example/a b", false, false, false),
        ("/keys", false, false, false),
        ("", false, false, false),
    ];

    // row: I1
    #[test]
    fn addresses_to_fetch_display_and_identify() {
        let named = ["127.0.0.1:9", "localhost:9"].map(|text| text.parse().unwrap());
        let allowed = AllowedHosts::from_iter(named);
        for &(address, requested, shown, resource) in ROWS {
            let found = (
                fetch_problem(address, &allowed).is_none(),
                display_problem(address).is_none(),
                resource_problem(address).is_none(),
            );
            assert_eq!(found, (requested, shown, resource), "{address}");
        }
    }

    // row: B10
    #[test]
    fn bare_origin_and_its_empty_path_are_one_resource() {
        let known = [
            "https://a.example",
            "https://b.example/",
            "https://c.example/x",
            "urn:d",
        ];
        let known = known.map(ToOwned::to_owned);
        for (named, expected) in [
            ("https://a.example", Some("https://a.example")),
            ("https://a.example/", Some("https://a.example")),
            ("https://b.example", Some("https://b.example/")),
            ("https://b.example/", Some("https://b.example/")),
            ("https://c.example/x", Some("https://c.example/x")),
            ("https://c.example/x/", None),
            ("https://c.example", None),
            ("https://a.example//", None),
            ("https://a.example/?", None),
            ("https://a.example/#", None),
            ("https://A.example/", None),
            ("https:///", None),
            ("urn:d/", None),
            ("", None),
        ] {
            let found = resources_among(&[named.to_owned()], &known);
            let expected = expected.map(|one| vec![one.to_owned()]);
            assert_eq!(found, expected, "{named}");
        }
        let twice = ["https://a.example/", "https://a.example"].map(ToOwned::to_owned);
        assert_eq!(resources_among(&twice, &known).unwrap().len(), 1);
    }
}
