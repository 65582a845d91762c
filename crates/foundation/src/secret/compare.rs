//! Comparison of secrets in constant time.

use subtle::ConstantTimeEq;

/// Compares two texts in a time that depends only on their lengths.
pub fn equal(left: &str, right: &str) -> bool {
    left.as_bytes().ct_eq(right.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_compares_whole_texts() {
        let rows = [
            ("", "", true),
            ("a", "a", true),
            ("a", "b", false),
            ("a", "aa", false),
            ("", "a", false),
        ];
        for (left, right, expected) in rows {
            assert_eq!(equal(left, right), expected, "{left:?} {right:?}");
        }
    }
}
