//! Encodes bytes as hexadecimal digits.

/// Returns the lower-case hexadecimal digits of bytes.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let halves = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    halves
        .filter_map(|half| char::from_digit(u32::from(half), 16))
        .collect()
}
