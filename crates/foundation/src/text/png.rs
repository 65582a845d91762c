//! Pictures from external parties in `data:` URLs: only small, still, complete PNGs are accepted.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Maximum length of a picture, in bytes.
pub const MAX_LENGTH: usize = 16 * 1024;
/// Maximum side of a picture, in pixels: few bytes can use much memory in a browser.
pub const MAX_SIDE: u32 = 1024;
/// Prefix of the URL of a picture (RFC 2397).
const PREFIX: &str = "data:image/png;base64,";
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Returns the picture in a `data:image/png;base64,…` URL. The content decides, not the declared type: a complete PNG
/// without animation, and without bytes before, after or between its chunks.
pub fn in_address(address: &str) -> Option<Vec<u8>> {
    let encoded = address.strip_prefix(PREFIX)?;
    if encoded.len() > MAX_LENGTH.div_ceil(3) * 4 {
        return None;
    }
    let bytes = STANDARD.decode(encoded).ok()?;
    (bytes.len() <= MAX_LENGTH && is_still(&bytes)).then_some(bytes)
}

/// The `data:` address of a picture that [`in_address`] takes.
pub fn address_of(bytes: &[u8]) -> Option<String> {
    let is_good = bytes.len() <= MAX_LENGTH && is_still(bytes);
    is_good.then(|| format!("{PREFIX}{}", STANDARD.encode(bytes)))
}

fn is_still(bytes: &[u8]) -> bool {
    let Some(mut rest) = bytes.strip_prefix(SIGNATURE) else {
        return false;
    };
    let mut is_first = true;
    while let Some((kind, data, after)) = chunk(rest) {
        let begins = kind == b"IHDR";
        let moves = matches!(kind, b"acTL" | b"fcTL" | b"fdAT");
        if is_first != begins || moves || (begins && !is_small(data)) {
            return false;
        }
        if kind == b"IEND" {
            return data.is_empty() && after.is_empty();
        }
        (rest, is_first) = (after, false);
    }
    false
}

/// Returns a chunk's kind and data, and the bytes after it (PNG, section 5.3).
fn chunk(bytes: &[u8]) -> Option<(&[u8; 4], &[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (kind, rest) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    let (data, rest) = rest.split_at_checked(length)?;
    let (_checksum, rest) = rest.split_first_chunk::<4>()?;
    Some((kind, data, rest))
}

/// Returns true if a header's sides are neither empty nor too long.
fn is_small(header: &[u8]) -> bool {
    let sides = header.split_first_chunk::<4>().and_then(|(width, rest)| {
        let (height, rest) = rest.split_first_chunk::<4>()?;
        (rest.len() == 5).then_some([*width, *height])
    });
    let is_side = |side: [u8; 4]| (1..=MAX_SIDE).contains(&u32::from_be_bytes(side));
    sides.is_some_and(|sides| sides.into_iter().all(is_side))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
        let length = u32::try_from(data.len()).unwrap();
        let mut bytes = length.to_be_bytes().to_vec();
        bytes.extend([&kind, data, &[0; 4]].concat());
        bytes
    }

    fn header(width: u32, height: u32) -> Vec<u8> {
        let mut data = [width.to_be_bytes(), height.to_be_bytes()].concat();
        data.extend([8, 6, 0, 0, 0]);
        piece(*b"IHDR", &data)
    }

    fn picture(pieces: &[Vec<u8>]) -> Vec<u8> {
        [SIGNATURE.to_vec(), pieces.concat()].concat()
    }

    fn is_taken(bytes: &[u8]) -> bool {
        let found = in_address(&format!("{PREFIX}{}", STANDARD.encode(bytes)));
        assert!(found.as_ref().is_none_or(|found| found == bytes));
        let address = address_of(bytes);
        let back = address.as_deref().and_then(in_address);
        assert_eq!(
            (address.is_some(), back.as_ref()),
            (found.is_some(), found.as_ref())
        );
        found.is_some()
    }

    #[test]
    fn only_a_small_still_complete_png_is_accepted() {
        let (data, end) = (piece(*b"IDAT", &[1, 2, 3]), piece(*b"IEND", &[]));
        let good = [header(64, 64), data.clone(), end.clone()];
        assert!(is_taken(&picture(&good)));
        assert!(is_taken(&picture(&[header(1024, 1), end.clone()])));
        let rows: [(&str, Vec<u8>); 12] = [
            ("empty", Vec::new()),
            ("the signature alone", picture(&[])),
            ("no end", picture(&good[..2])),
            ("no header", picture(&good[1..])),
            (
                "two headers",
                picture(&[header(1, 1), header(1, 1), end.clone()]),
            ),
            ("no pixels", picture(&[header(0, 64), end.clone()])),
            ("too wide", picture(&[header(1025, 1), end.clone()])),
            ("too high", picture(&[header(1, 0xffff_ffff), end.clone()])),
            (
                "one that moves",
                picture(&[header(1, 1), piece(*b"acTL", &[0; 8]), end.clone()]),
            ),
            (
                "something after it",
                [picture(&good), b"<script>".to_vec()].concat(),
            ),
            ("cut off", picture(&good)[..59].to_vec()),
            (
                "too long",
                picture(&[header(1, 1), piece(*b"IDAT", &[0; MAX_LENGTH]), end]),
            ),
        ];
        for (what, bytes) in rows {
            assert!(!is_taken(&bytes), "{what}");
        }
    }

    #[test]
    fn only_data_urls_contain_a_picture() {
        let svg = STANDARD.encode("<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>");
        let gif = STANDARD.encode("GIF89a");
        for address in [
            "https://shop.example/logo.png".to_owned(),
            "data:,".to_owned(),
            format!("data:image/svg+xml;base64,{svg}"),
            format!("{PREFIX}{svg}"),
            format!("{PREFIX}{gif}"),
            format!("{PREFIX}***"),
            format!("{PREFIX}{}", "A".repeat(1_000_000)),
        ] {
            assert_eq!(in_address(&address), None, "{address:.60}");
        }
    }
}
