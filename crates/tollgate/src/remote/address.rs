//! Paths of the admin API that contain ids.

use std::fmt::Write;

/// Joins segments to a path; each stays one segment, with any characters.
pub(crate) fn path(parts: &[&str]) -> String {
    parts.iter().fold(String::new(), |mut path, part| {
        path.push('/');
        for byte in part.bytes() {
            if byte.is_ascii_alphanumeric() || b"-_~".contains(&byte) {
                path.push(char::from(byte));
            } else {
                // Writing into a text cannot fail.
                let _written = write!(path, "%{byte:02X}");
            }
        }
        path
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_stays_one_part() {
        let rows = [
            ("usr_1", "/users/usr_1"),
            ("../keys", "/users/%2E%2E%2Fkeys"),
            ("a?b#c d", "/users/a%3Fb%23c%20d"),
            ("\u{fc}", "/users/%C3%BC"),
            ("", "/users/"),
        ];
        for (id, expected) in rows {
            assert_eq!(path(&["users", id]), expected);
        }
    }
}
