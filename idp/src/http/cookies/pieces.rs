//! Cookies longer than the limit: the value is split into pieces `name.0`, `name.1` and so on.

use foundation::Failure;
use poem::http::{HeaderMap, HeaderValue};

use super::cookie::{CookieName, Lifetime, MAX_VALUE_LENGTH, pairs, write_line};
use super::percent;

/// Maximum number of valid pieces.
const MAX_PIECES: usize = 5;
/// Number of piece names that the server deletes: a fixed range, independent of the request.
const RANGE: usize = 10;

/// A cookie of a request that may be split into pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PiecedCookie {
    /// The cookie is absent.
    Absent,
    /// Value of the cookie.
    Value(String),
    /// The cookie is invalid, for example because pieces are missing or repeated; it should be deleted.
    Spoiled,
}

/// Reads a cookie that was sent whole or in pieces: `name.0` and on without a gap, each once, all but the last full.
/// One digit numbers a piece; cookies with other names are ignored.
pub(crate) fn read_pieces(headers: &HeaderMap, name: CookieName, secure: bool) -> PiecedCookie {
    let base = name.text(secure).as_bytes();
    let mut whole: Vec<&[u8]> = Vec::new();
    let mut pieces: [Vec<&[u8]>; RANGE] = Default::default();
    for pair in pairs(headers) {
        match pair.strip_prefix(base) {
            Some([b'=', value @ ..]) => whole.push(value),
            Some([b'.', digit, b'=', value @ ..]) => {
                let number = usize::from(digit.wrapping_sub(b'0'));
                if let Some(found) = pieces.get_mut(number) {
                    found.push(value);
                }
            }
            Some(_) | None => {}
        }
    }
    let is_pieced = pieces.iter().any(|found| !found.is_empty());
    match (whole.as_slice(), is_pieced) {
        ([], false) => PiecedCookie::Absent,
        ([value], false) => decoded(value),
        ([], true) => match joined(&pieces) {
            Some(value) => decoded(&value),
            None => PiecedCookie::Spoiled,
        },
        (_, _) => PiecedCookie::Spoiled,
    }
}

fn decoded(value: &[u8]) -> PiecedCookie {
    let text = std::str::from_utf8(value)
        .ok()
        .filter(|text| text.is_ascii());
    let value = text.and_then(percent::decode);
    value
        .filter(|value| !value.is_empty())
        .map_or(PiecedCookie::Spoiled, PiecedCookie::Value)
}

fn joined(pieces: &[Vec<&[u8]>; RANGE]) -> Option<Vec<u8>> {
    let count = pieces.iter().take_while(|found| !found.is_empty()).count();
    let is_whole = pieces.iter().skip(count).all(Vec::is_empty);
    if !is_whole || !(2..=MAX_PIECES).contains(&count) {
        return None;
    }
    let mut value = Vec::with_capacity(count * MAX_VALUE_LENGTH);
    for (number, found) in pieces.iter().take(count).enumerate() {
        let [piece] = found.as_slice() else {
            return None;
        };
        let fits = if number + 1 == count {
            (1..=MAX_VALUE_LENGTH).contains(&piece.len())
        } else {
            piece.len() == MAX_VALUE_LENGTH
        };
        if !fits {
            return None;
        }
        value.extend_from_slice(piece);
    }
    Some(value)
}

/// Returns the `Set-Cookie` headers of a value: whole if it fits, otherwise in pieces, and deletions of unused names. A
/// value too long for that is deleted.
pub(crate) fn write_pieces(
    name: CookieName,
    value: &str,
    lifetime: Lifetime,
    secure: bool,
) -> Result<Vec<HeaderValue>, Failure> {
    let base = name.text(secure);
    let encoded = percent::encode(value);
    let is_whole = encoded.len() <= MAX_VALUE_LENGTH;
    let pieces: Vec<&str> = if is_whole || encoded.len() > MAX_PIECES * MAX_VALUE_LENGTH {
        Vec::new()
    } else {
        // The encoded value is ASCII, so that every cut falls between two characters.
        encoded
            .as_bytes()
            .chunks(MAX_VALUE_LENGTH)
            .filter_map(|piece| std::str::from_utf8(piece).ok())
            .collect()
    };
    let mut lines = Vec::with_capacity(1 + RANGE);
    lines.push(if is_whole && !encoded.is_empty() {
        write_line(base, &encoded, lifetime, secure)?
    } else {
        write_line(base, "", Lifetime::Expired, secure)?
    });
    for number in 0..RANGE {
        let name = format!("{base}.{number}");
        lines.push(match pieces.get(number) {
            Some(piece) => write_line(&name, piece, lifetime, secure)?,
            None => write_line(&name, "", Lifetime::Expired, secure)?,
        });
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use poem::http::header;

    use super::*;

    const FULL: usize = MAX_VALUE_LENGTH;

    fn read(cookies: &str) -> PiecedCookie {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_str(cookies).unwrap());
        read_pieces(&headers, CookieName::Session, false)
    }

    /// Suffix of each piece's name, and length of its value.
    type PieceSizes<'a> = &'a [(&'a str, usize)];

    fn named(pieces: PieceSizes<'_>) -> String {
        let pairs: Vec<_> = pieces
            .iter()
            .map(|(name, length)| format!("tollgate.session-token{name}={}", "a".repeat(*length)))
            .collect();
        pairs.join("; ")
    }

    // row: G6
    #[test]
    fn only_complete_cookie_pieces_are_read() {
        let rows: [(PieceSizes<'_>, Option<usize>); 22] = [
            (&[("", 43)], Some(43)),
            (&[("", 5000)], Some(5000)),
            (&[(".0", FULL), (".1", 63)], Some(FULL + 63)),
            (&[(".1", 63), (".0", FULL)], Some(FULL + 63)),
            (
                &[
                    (".0", FULL),
                    (".1", FULL),
                    (".2", FULL),
                    (".3", FULL),
                    (".4", FULL),
                ],
                Some(5 * FULL),
            ),
            (&[("", 43), (".1e1", 3)], Some(43)),
            (&[("", 43), (".-1", 3)], Some(43)),
            (&[("", 43), (".00", 3)], Some(43)),
            (&[("", 43), (".57", 3), (".x", 3), ("-2", 3)], Some(43)),
            (&[("", 0)], None),
            (&[("", 43), ("", 43)], None),
            (&[(".0", FULL)], None),
            (&[(".0", 43)], None),
            (&[(".0", FULL), (".1", 0)], None),
            (&[(".0", FULL - 1), (".1", 63)], None),
            (&[(".0", FULL + 1), (".1", 63)], None),
            (&[(".0", FULL), (".2", 63)], None),
            (&[(".1", 63)], None),
            (&[(".0", FULL), (".0", FULL), (".1", 63)], None),
            (&[("", 43), (".0", FULL), (".1", 63)], None),
            (&[(".00", FULL), (".1", 63)], None),
            (&[("", 43), (".7", 3)], None),
        ];
        for (pieces, expected) in rows {
            let expected = expected.map_or(PiecedCookie::Spoiled, |length| {
                PiecedCookie::Value("a".repeat(length))
            });
            assert_eq!(read(&named(pieces)), expected, "{pieces:?}");
        }
        let six: Vec<_> = (0..6).map(|number| (format!(".{number}"), FULL)).collect();
        let six: Vec<_> = six
            .iter()
            .map(|(name, length)| (name.as_str(), *length))
            .collect();
        assert_eq!(read(&named(&six)), PiecedCookie::Spoiled);
        let hundred: Vec<_> = (0..100).map(|number| format!(".{number}")).collect();
        let hundred: Vec<_> = hundred.iter().map(|name| (name.as_str(), FULL)).collect();
        assert_eq!(read(&named(&hundred)), PiecedCookie::Spoiled);
        assert_eq!(
            read(&named(&hundred[10..])),
            PiecedCookie::Absent,
            "of others"
        );
    }

    // row: seed-9
    /// The server splits a value into pieces of 3933 characters, and joins them again.
    #[test]
    fn long_value_is_split_and_joined() {
        for (length, expected) in [
            (3863, vec![]),
            (3933, vec![]),
            (3996, vec![3933, 63]),
            (8263, vec![3933, 3933, 397]),
        ] {
            let value = "b".repeat(length);
            let lines =
                write_pieces(CookieName::Session, &value, Lifetime::Browser, false).unwrap();
            assert_eq!(lines.len(), 11, "every piece has a header");
            let retained: Vec<_> = lines
                .iter()
                .map(|line| line.to_str().unwrap())
                .filter(|line| !line.contains("Max-Age=0"))
                .map(|line| line.split(';').next().unwrap())
                .collect();
            let pieces: Vec<_> = retained
                .iter()
                .filter_map(|pair| pair.strip_prefix("tollgate.session-token."))
                .map(|pair| pair.len() - "0=".len())
                .collect();
            assert_eq!(pieces, expected, "{length}");
            assert_eq!(read(&retained.join("; ")), PiecedCookie::Value(value));
        }
        let endless = "b".repeat(5 * FULL + 1);
        let lines = write_pieces(CookieName::Session, &endless, Lifetime::Browser, false);
        let lines = lines.unwrap();
        assert!(
            lines
                .iter()
                .all(|line| line.to_str().unwrap().contains("Max-Age=0"))
        );
    }
}
