//! Text in percent-encoding: a part of a URL, a query or a form body.

use std::borrow::Cow;

use percent_encoding::percent_decode;

/// Returns true if the decoded bytes are UTF-8. A decoder that replaced other bytes would make different values equal,
/// such as two passwords.
pub fn is_utf8(encoded: &[u8]) -> bool {
    let decoded: Cow<'_, [u8]> = percent_decode(encoded).into();
    std::str::from_utf8(&decoded).is_ok()
}

/// Returns true if the decoded bytes are UTF-8 without NUL, which no database text can have.
pub fn is_text(encoded: &[u8]) -> bool {
    let decoded: Cow<'_, [u8]> = percent_decode(encoded).into();
    std::str::from_utf8(&decoded).is_ok_and(|text| !text.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_utf8() {
        for text in [
            "",
            "/a%20b+c&d=e",
            "%C3%A4",
            "ä",
            "%00",
            "%",
            "%zz",
            "%EF%BF%BD",
        ] {
            assert!(is_utf8(text.as_bytes()), "{text}");
        }
        for text in ["%FF", "a/%C3", "a=%C3%28", "x&y=%ED%A0%80", "%C3&%A4"] {
            assert!(!is_utf8(text.as_bytes()), "{text}");
            assert!(!is_text(text.as_bytes()), "{text}");
        }
        assert!(!is_utf8(b"a=\xff") && !is_text(b"a=\xff"));
    }

    #[test]
    fn text_has_no_nul() {
        assert!(is_text(b"a=%01&b=%C3%A4"));
        assert!(!is_text(b"a=%00") && !is_text(b"a=\0"));
    }
}
