//! JSON pointers (RFC 6901) from a problem to the member of a registration that causes it.

use super::self_registered::is_member;

/// Returns the pointer to the member that a problem's text begins with: `/jwks_uri`, or `/redirect_uris/1` for an item
/// of a list. Returns an empty pointer, which means the whole registration, if the text begins with no member's name.
pub(crate) fn pointer_of(problem: &str) -> String {
    let first = problem.split([' ', ':']).next().unwrap_or_default();
    let (member, index) = first.split_once('/').unwrap_or((first, ""));
    if !is_member(member) {
        return String::new();
    }
    if index.bytes().all(|byte| byte.is_ascii_digit()) && !index.is_empty() {
        format!("/{member}/{index}")
    } else {
        format!("/{member}")
    }
}

#[cfg(test)]
mod tests {
    use super::pointer_of;

    #[test]
    fn problem_points_at_the_member_that_it_begins_with() {
        let rows = [
            (
                "redirect_uris/1: \"https://a.example/#x\" has a fragment",
                "/redirect_uris/1",
            ),
            (
                "backchannel_logout_uri is no address",
                "/backchannel_logout_uri",
            ),
            ("jwks and jwks_uri are both there", "/jwks"),
            ("scope is not words", "/scope"),
            ("is_active is said by the document", "/is_active"),
            (
                "protected_resources: \"https://a.example\" has a fragment",
                "/protected_resources",
            ),
            ("the registration cannot be read", ""),
            ("unknown field `x`, expected one of `client_name`", ""),
            ("", ""),
        ];
        for (problem, expected) in rows {
            assert_eq!(pointer_of(problem), expected, "{problem}");
        }
    }
}
