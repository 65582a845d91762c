//! Web analytics of the public landing page, which exist only if a setting names their script.

use poem::http::{HeaderMap, header};

use super::endpoint::PAGE_POLICY;

/// Source of the script: this origin, or the provider's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Analytics {
    script: String,
    /// `None` for a script of this origin, which the policy allows anyway.
    origin: Option<String>,
}

impl Analytics {
    /// Parses the setting: a path on this origin, or an https URL.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_plain = |c: char| c.is_ascii_graphic() && !"\"'<>;,\\&".contains(c);
        if !text.chars().all(is_plain) {
            return None;
        }
        if text.starts_with('/') && !text.starts_with("//") {
            return Some(Self {
                script: text.to_owned(),
                origin: None,
            });
        }
        let url = reqwest::Url::parse(text).ok()?;
        let is_script = url.scheme() == "https" && url.has_host() && url.username().is_empty();
        is_script.then(|| Self {
            script: text.to_owned(),
            origin: Some(url.origin().ascii_serialization()),
        })
    }

    /// Returns the page's policy; it allows scripts from the provider's origin and reports to it.
    fn policy(&self) -> String {
        let Some(origin) = &self.origin else {
            return PAGE_POLICY.to_owned();
        };
        PAGE_POLICY
            .replace("script-src 'self'", &format!("script-src 'self' {origin}"))
            .replace(
                "connect-src 'self'",
                &format!("connect-src 'self' {origin}"),
            )
    }

    /// Returns the page with the script's name; the page's own script decides if it loads that script.
    fn page(&self, html: &str) -> String {
        let name = format!(
            "<meta name=\"tollgate-analytics\" content=\"{}\" />\n  </head>",
            self.script
        );
        html.replacen("</head>", &name, 1)
    }
}

/// The landing page while analytics are enabled.
pub(super) struct LandingPage {
    pub(super) page: String,
    pub(super) policy: String,
}

impl LandingPage {
    /// Builds the page once from the built file.
    pub(super) fn new(analytics: &Analytics, built: &[u8]) -> Self {
        Self {
            page: analytics.page(&String::from_utf8_lossy(built)),
            policy: analytics.policy(),
        }
    }
}

/// Returns true if a browser sends a session cookie; the app then checks if the session is still valid.
pub(super) fn has_session(headers: &HeaderMap) -> bool {
    headers
        .get_all(header::COOKIE)
        .iter()
        .any(|sent| String::from_utf8_lossy(sent.as_bytes()).contains("session-token"))
}

#[cfg(test)]
mod tests {
    use poem::http::HeaderValue;

    use super::*;

    #[test]
    fn setting_names_a_path_of_ours_or_an_https_address() {
        let rows = [
            ("/_insights/script.js", true),
            ("https://stats.example/script.js?site=1", true),
            ("//stats.example/script.js", false),
            ("http://stats.example/script.js", false),
            ("https://user@stats.example/script.js", false),
            ("script.js", false),
            ("", false),
            ("/a\" onload=\"x", false),
            ("https://stats.example/a;script-src *", false),
            ("/a b", false),
        ];
        for (text, expected) in rows {
            assert_eq!(Analytics::parse(text).is_some(), expected, "{text}");
        }
    }

    #[test]
    fn csp_additionally_allows_the_providers_origin_for_scripts_and_reports() {
        let there = Analytics::parse("https://stats.example/script.js").unwrap();
        let widened = PAGE_POLICY
            .replace(
                "script-src 'self'",
                "script-src 'self' https://stats.example",
            )
            .replace(
                "connect-src 'self'",
                "connect-src 'self' https://stats.example",
            );
        assert_eq!(there.policy(), widened);
        let here = Analytics::parse("/_insights/script.js").unwrap();
        assert_eq!(here.policy(), PAGE_POLICY);
    }

    #[test]
    fn page_names_the_script_once_and_runs_nothing() {
        let analytics = Analytics::parse("/_insights/script.js").unwrap();
        let landing = LandingPage::new(&analytics, b"<head></head><body></body>");
        assert_eq!(
            landing.page,
            "<head><meta name=\"tollgate-analytics\" content=\"/_insights/script.js\" />\n  </head><body></body>"
        );
    }

    #[test]
    fn session_cookie_is_seen_among_others() {
        let with = |sent: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_static(sent));
            has_session(&headers)
        };
        assert!(with("a=1; __Secure-tollgate.session-token=x"));
        assert!(with(
            "tollgate.session-token.0=x; tollgate.session-token.1=y"
        ));
        assert!(!with("a=1; tollgate.csrf-token=x"));
        assert!(!has_session(&HeaderMap::new()));
    }
}
