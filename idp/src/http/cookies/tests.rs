//! Tests of cookies: ignored values, and exact headers.

use std::time::Duration;

use foundation::Timestamp;
use poem::http::{HeaderMap, HeaderValue, header};
use proptest::prelude::*;

use super::percent;
use super::*;

fn headers(lines: &[&[u8]]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for line in lines {
        headers.append(header::COOKIE, HeaderValue::from_bytes(line).unwrap());
    }
    headers
}

fn session(lines: &[&[u8]], secure: bool) -> Option<String> {
    read(&headers(lines), CookieName::Session, secure)
}

#[test]
fn cookie_counts_when_it_was_sent_once_under_its_exact_name() {
    let good: [&[&[u8]]; 6] = [
        &[b"other=\xe9; tollgate.session-token=abc"],
        &[b"other\xff", b"tollgate.session-token=abc"],
        &[b"tollgate.session-token=abc"],
        &[b"a=1; tollgate.session-token=abc; b=2"],
        &[b"a=1", b"tollgate.session-token=abc"],
        &[b"tollgate.session-token=a%62c"],
    ];
    for lines in good {
        assert_eq!(session(lines, false).as_deref(), Some("abc"), "{lines:?}");
    }
}

#[test]
fn doubtful_cookies_are_ignored() {
    let bad: [&[&[u8]]; 9] = [
        &[b"tollgate.session-token=abc; tollgate.session-token=abc"],
        &[b"tollgate.session-token=abc", b"tollgate.session-token=def"],
        &[b"Tollgate.session-token=abc"],
        &[b"tollgate.session-token.0=abc"],
        &[b"tollgate.session-token"],
        &[b"tollgate.session-token="],
        &[b"tollgate.session-token=%"],
        &[b"tollgate.session-token=%ff"],
        &[b"tollgate.session-token=\xe9"],
    ];
    for lines in bad {
        assert_eq!(session(lines, false), None, "{lines:?}");
    }
}

#[test]
fn only_the_prefixed_name_counts_under_https() {
    let smuggled: [&[&[u8]]; 6] = [
        &[b"tollgate.session-token=abc"],
        &[b"..Host-tollgate.session-token=abc"],
        &[b"__host-tollgate.session-token=abc"],
        &[b"__Host-tollgate.session-token =abc"],
        &[b"\xe2\x80\x80__Host-tollgate.session-token=abc"],
        &[b"$Version=1; a=\"b, __Host-tollgate.session-token=abc\""],
    ];
    for lines in smuggled {
        assert_eq!(session(lines, true), None, "{lines:?}");
    }
    let honest: &[&[u8]] = &[b"__Host-tollgate.session-token=abc"];
    assert_eq!(session(honest, true).as_deref(), Some("abc"));
}

#[test]
fn lines_on_the_wire() {
    let at = Timestamp::from_seconds(1_700_000_000);
    let rows = [
        (
            write(CookieName::Csrf, "a|b", Lifetime::Browser, false),
            "tollgate.csrf-token=a%7Cb; Path=/; HttpOnly; SameSite=Lax",
        ),
        (
            write(CookieName::Session, "x", Lifetime::Until(at), true),
            "__Host-tollgate.session-token=x; Path=/; Expires=Tue, 14 Nov 2023 22:13:20 GMT; HttpOnly; Secure; SameSite=Lax",
        ),
        (
            write(
                CookieName::Attempt,
                "x",
                Lifetime::For(Duration::from_mins(15)),
                false,
            ),
            "tollgate.attempt=x; Max-Age=900; Path=/; HttpOnly; SameSite=Lax",
        ),
        (
            write(CookieName::Session, "x", Lifetime::Expired, false),
            "tollgate.session-token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
        ),
        (
            write(
                CookieName::CallbackUrl,
                &"a".repeat(3934),
                Lifetime::Browser,
                false,
            ),
            "tollgate.callback-url=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
        ),
    ];
    for (line, expected) in rows {
        assert_eq!(line.unwrap(), expected);
    }
}

proptest! {
    #[test]
    fn written_cookie_is_read_back(text in ".{1,200}") {
        prop_assert_eq!(percent::decode(&percent::encode(&text)), Some(text));
    }

    #[test]
    fn cookie_value_is_encoded(text in any::<String>()) {
        let line = write(CookieName::CallbackUrl, &text, Lifetime::Browser, true).unwrap();
        let line = line.to_str().unwrap();
        let (_, rest) = line.split_once('=').unwrap();
        let (value, rest) = rest.split_once(';').unwrap();
        prop_assert!(value.bytes().all(|byte| byte.is_ascii_graphic() && !b"\",;\\".contains(&byte)));
        prop_assert!(rest.ends_with("Path=/; HttpOnly; Secure; SameSite=Lax"));
    }
}
