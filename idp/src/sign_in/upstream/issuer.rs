//! Comparison of the provider's issuer with the one in the settings.

/// Returns the problem with the issuer of a discovery document, which must match exactly (Discovery 4.3).
pub(super) fn issuer_problem(configured: &str, named: Option<&str>) -> Option<&'static str> {
    match named {
        Some(named) if named == configured => None,
        Some(named) if named.trim_end_matches('/') == configured.trim_end_matches('/') => Some(
            "the issuer in the settings and that of the discovery document differ by the last slash only: write it as the document does",
        ),
        Some(_) | None => Some(
            "the discovery document names another issuer than the settings: write it as the document does",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::issuer_problem;

    #[test]
    fn issuer_with_another_trailing_slash_is_reported() {
        let configured = "https://id.example";
        assert_eq!(issuer_problem(configured, Some(configured)), None);
        for (configured, named, is_slash) in [
            ("https://id.example", Some("https://id.example/"), true),
            ("https://id.example/", Some("https://id.example"), true),
            ("https://id.example", Some("https://other.example"), false),
            ("https://id.example", None, false),
        ] {
            let problem = issuer_problem(configured, named).unwrap();
            assert_eq!(
                problem.contains("last slash"),
                is_slash,
                "{configured} {named:?}"
            );
        }
    }
}
