//! Percent-encoding of cookie and query values, as in browsers' `encodeURIComponent`.

use std::fmt::Write;

/// Encodes all characters except letters, digits and `-_.!~*'()`.
pub(crate) fn encode(text: &str) -> String {
    text.bytes()
        .fold(String::with_capacity(text.len()), |mut out, byte| {
            if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
                out.push(char::from(byte));
            } else {
                // A write to a String cannot fail.
                let _written = write!(out, "%{byte:02X}");
            }
            out
        })
}

/// Decodes a text; `None` if an escape is incomplete or the bytes are not UTF-8.
pub(super) fn decode(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = text.bytes();
    let mut out = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let high = digit(bytes.next()?)?;
            let low = digit(bytes.next()?)?;
            out.push(high * 16 + low);
        } else {
            out.push(byte);
        }
    }
    String::from_utf8(out).ok()
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}
