//! Checks the redirect URIs of sign-in and sign-out.

use foundation::is_private_scheme;
use foundation::text::host::is_loopback_url;
use url::Url;

use crate::problem::FieldError;

const MAX_ADDRESS_LENGTH: usize = 2000;
const MAX_REDIRECT_URIS: usize = 20;

/// Checks the redirect URIs of sign-in.
pub(super) fn check_redirect_uris(list: &[String], errors: &mut Vec<FieldError>) {
    if list.is_empty() || list.len() > MAX_REDIRECT_URIS {
        let detail = format!("Must hold 1 to {MAX_REDIRECT_URIS} addresses.");
        errors.push(FieldError::body("/redirect_uris", detail));
    }
    check_list("redirect_uris", list, errors);
}

pub(super) fn check_post_logout(list: &[String], errors: &mut Vec<FieldError>) {
    if list.len() > MAX_REDIRECT_URIS {
        let detail = format!("Must hold at most {MAX_REDIRECT_URIS} addresses.");
        errors.push(FieldError::body("/post_logout_redirect_uris", detail));
    }
    check_list("post_logout_redirect_uris", list, errors);
}

fn check_list(member: &str, list: &[String], errors: &mut Vec<FieldError>) {
    for (index, address) in list.iter().take(MAX_REDIRECT_URIS).enumerate() {
        if let Err(detail) = check_address(address) {
            errors.push(FieldError::body(format!("/{member}/{index}"), detail));
        }
    }
}

/// Checks the redirect URIs of a client without a secret. Besides the usual forms, they may have a private scheme of its
/// application (RFC 8252 section 7.1).
pub(super) fn check_public_list(member: &str, list: &[String], errors: &mut Vec<FieldError>) {
    if list.len() > MAX_REDIRECT_URIS {
        let detail = format!("Must hold at most {MAX_REDIRECT_URIS} addresses.");
        errors.push(FieldError::body(format!("/{member}"), detail));
    }
    for (index, address) in list.iter().take(MAX_REDIRECT_URIS).enumerate() {
        let checked = check_address(address);
        if let Err(detail) = checked.or_else(|detail| check_private_scheme(address).ok_or(detail)) {
            errors.push(FieldError::body(format!("/{member}/{index}"), detail));
        }
    }
}

fn check_private_scheme(address: &str) -> Option<()> {
    let is_plain = address.len() <= MAX_ADDRESS_LENGTH
        && address.bytes().all(|byte| byte.is_ascii_graphic())
        && !address.contains(['#', '*', '\\', '@']);
    let url = Url::parse(address).ok().filter(|_| is_plain)?;
    let is_normal = url.as_str() == address || url.as_str() == format!("{address}/");
    let is_private = is_private_scheme(url.scheme());
    // `localhost:3000/cb` would be an address with the scheme `localhost`.
    let is_unambiguous = url.scheme().contains('.') || !url.cannot_be_a_base();
    (is_private && is_unambiguous && is_normal).then_some(())
}

/// Accepts https, or http on loopback, without user name, password or fragment.
pub(super) fn check_address(address: &str) -> Result<(), &'static str> {
    const FORM: &str = "Must be an https address; http is for localhost only.";
    let visible = address
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if address.len() > MAX_ADDRESS_LENGTH || !visible {
        return Err("Must be short, without blanks, backslashes or letters outside ASCII.");
    }
    let url = Url::parse(address).map_err(|_error| FORM)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err("Must hold no user name or password.");
    }
    if address.contains('#') {
        return Err("Must hold no fragment (#).");
    }
    let has_prefix = |scheme: &str| address.starts_with(scheme);
    match url.scheme() {
        "https" if has_prefix("https://") => Ok(()),
        "http" if has_prefix("http://") && is_loopback_url(&url) => Ok(()),
        _ => Err(FORM),
    }
}

/// Returns true if an address is http at the device of the user who opens it.
pub(super) fn is_loopback_http(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| url.scheme() == "http" && is_loopback_url(&url))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_browsers_may_be_sent_to() {
        let rows = [
            ("https://shop.example.com/auth/callback", true),
            ("https://shop.example.com/auth/callback?x=1", true),
            ("http://localhost:3000/cb", true),
            ("http://127.0.0.1:3000/cb", true),
            ("http://[::1]:3000/cb", true),
            ("http://shop.example.com/cb", false),
            ("http://localhost.example.com/cb", false),
            ("HTTPS://shop.example.com/cb", false),
            ("https:/shop.example.com/cb", false),
            ("https://user@shop.example.com/cb", false),
            ("https://shop.example.com/cb#x", false),
            ("https://shop.example.com/c b", false),
            ("https://shop.example.com\\cb", false),
            ("https://sh\u{f6}p.example.com/cb", false),
            ("javascript:alert(1)", false),
            ("data:text/html,x", false),
            ("/cb", false),
            ("", false),
        ];
        for (address, good) in rows {
            assert_eq!(check_address(address).is_ok(), good, "{address}");
        }
    }

    #[test]
    fn public_address_may_have_a_private_scheme() {
        let rows = [
            ("com.example.app:/cb", true),
            ("com.example.app://cb", true),
            ("https://shop.example.com/cb", true),
            ("http://localhost/cb", true),
            ("myapp:/cb", true),
            ("cursor://anysphere.cursor-retrieval/oauth/callback", true),
            ("myapp:cb", false),
            ("localhost:3000/cb", false),
            ("javascript:alert(1)", false),
            ("javascript://%0aalert(1)", false),
            ("ftp://shop.example.com/cb", false),
            ("intent://cb", false),
            ("com.example.app:/cb#x", false),
            ("com.example.app:/c b", false),
            ("COM.example.app:/cb", false),
            ("http://shop.example.com/cb", false),
        ];
        for (address, is_good) in rows {
            let mut errors = Vec::new();
            check_public_list("redirect_uris", &[address.to_owned()], &mut errors);
            assert_eq!(errors.is_empty(), is_good, "{address}");
        }
    }
}
