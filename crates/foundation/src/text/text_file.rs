//! Text files that users pass to a command: UTF-8, with or without a byte order mark.

/// The byte order mark that editors of some systems write before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reason why [`decode`] refuses a file; the message says how to save the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextFileError {
    /// The file is UTF-16 or UTF-32 ([`is_utf16`]).
    #[error("it is UTF-16, not UTF-8: save it as UTF-8")]
    Utf16,
    /// Another encoding, such as Latin-1.
    #[error("line {line} is not UTF-8: save the file as UTF-8")]
    NotUtf8 {
        /// The number of the first such line, counted from 1.
        line: usize,
    },
}

/// Decodes a whole file without its byte order mark.
pub fn decode(bytes: &[u8]) -> Result<&str, TextFileError> {
    let bytes = without_mark(bytes);
    if is_utf16(bytes) {
        return Err(TextFileError::Utf16);
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = before.split(|byte| *byte == b'\n').count();
        TextFileError::NotUtf8 { line }
    })
}

/// Returns the bytes without the byte order mark of UTF-8, if they begin with one.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)
}

/// Returns true if a file begins as UTF-16 or UTF-32 does: with one of their byte order marks, or with a zero next to
/// the first ASCII character, which no JSON in UTF-8 has (RFC 4627 section 3).
pub fn is_utf16(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, ..] | [_, 0, ..]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_in_utf8_are_decoded_and_others_named() {
        let not_utf8 = |line| Err(TextFileError::NotUtf8 { line });
        let rows: [(&[u8], Result<&str, TextFileError>); 12] = [
            (b"", Ok("")),
            (b"a", Ok("a")),
            (b"\xef\xbb\xbfa\r\n", Ok("a\r\n")),
            (b"\xef\xbb\xbf", Ok("")),
            ("J\u{f6}rg".as_bytes(), Ok("J\u{f6}rg")),
            (b"J\xf6rg", not_utf8(1)),
            (b"a\nb\n\xe4\n\xe4", not_utf8(3)),
            (b"\xef\xbb\xbfa\nb\xff", not_utf8(2)),
            (b"\xff\xfe{\0", Err(TextFileError::Utf16)),
            (b"\xfe\xff\0{", Err(TextFileError::Utf16)),
            (b"{\0\"\0", Err(TextFileError::Utf16)),
            (b"\0{\0\"", Err(TextFileError::Utf16)),
        ];
        for (bytes, expected) in rows {
            assert_eq!(decode(bytes), expected, "{bytes:?}");
        }
    }
}
