//! Renders the text that an owner pastes after registering: settings, sign-in for Next.js, and one spend.
//!
//! The files are in `snippets/`; the web app shows the same ones for more frameworks.

use foundation::secret::ExposeSecret;
use foundation::{Failure, Random};

use super::register::RegistrationResult;

const SETTINGS: &str = include_str!("../../../snippets/settings.env");
/// The files of the Next.js snippet, each with its path in the owner's project.
const NEXT: &[(&str, &str)] = &[
    ("auth.ts", include_str!("../../../snippets/next/auth.ts")),
    (
        "app/api/auth/[...nextauth]/route.ts",
        include_str!("../../../snippets/next/app/api/auth/[...nextauth]/route.ts"),
    ),
    (
        "app/layout.tsx",
        include_str!("../../../snippets/next/app/layout.tsx"),
    ),
    (
        "app/page.tsx",
        include_str!("../../../snippets/next/app/page.tsx"),
    ),
];
const SPEND: &str = include_str!("../../../snippets/curl/spend.sh");

/// Settings of the owner's website that are not part of the registration.
pub(crate) struct SnippetSettings {
    /// The redirect URI in `.env`.
    redirect_uri: String,
    /// A new secret for the website's own session cookie.
    auth_secret: String,
}

impl SnippetSettings {
    /// Chooses a redirect URI on localhost if there is one: developers run the snippet there first.
    pub(crate) fn new(redirect_uris: &[String], random: &Random) -> Result<Self, Failure> {
        let is_local = |uri: &&String| uri.starts_with("http://localhost:");
        let chosen = redirect_uris
            .iter()
            .find(is_local)
            .or(redirect_uris.first());
        Ok(Self {
            redirect_uri: chosen.cloned().unwrap_or_default(),
            auth_secret: random.token()?,
        })
    }
}

/// Renders the snippet with the real ids. It contains the secrets, so it is shown only once.
pub(crate) fn snippet(
    issuer: &str,
    registered: &RegistrationResult,
    site: &SnippetSettings,
    webhook_secret: Option<&str>,
) -> String {
    let values: [(&str, &str); 7] = [
        ("ISSUER", issuer),
        ("CLIENT_ID", &registered.detail.website.client_id),
        ("CLIENT_SECRET", registered.client_secret.expose_secret()),
        ("REDIRECT_URI", &site.redirect_uri),
        ("AUTH_SECRET", &site.auth_secret),
        ("API_KEY", registered.live_key.reveal()),
        ("TEST_API_KEY", registered.test_key.reveal()),
    ];
    let mut text = format!("# .env\n{}", filled(SETTINGS, &values));
    if let Some(secret) = webhook_secret {
        text += "# Webhooks are signed with it (Standard Webhooks).\nTOLLGATE_WEBHOOK_SECRET=";
        text += secret;
        text.push('\n');
    }
    for (path, content) in NEXT {
        text += &["\n// ", *path, "\n", *content].concat();
    }
    text += "\n# Spends five credits of the visitor whose id is $SUB: a repeat with the same key does not charge again.\n";
    text += &filled(SPEND, &values);
    text
}

/// Replaces each `{{NAME}}` by its value.
fn filled(template: &str, values: &[(&str, &str)]) -> String {
    values
        .iter()
        .fold(template.to_owned(), |text, (name, value)| {
            text.replace(&format!("{{{{{name}}}}}"), value)
        })
}

#[cfg(test)]
mod tests {
    use super::filled;

    /// The web app's tests expect the same text from the same values.
    #[test]
    fn settings_filled_with_values_match_the_web_apps() {
        let values = [
            ("ISSUER", "https://id.example"),
            ("CLIENT_ID", "client_1"),
            ("CLIENT_SECRET", "s3cret"),
            ("REDIRECT_URI", "http://localhost:3000/callback"),
            ("AUTH_SECRET", "random"),
            ("API_KEY", "tg_live_k"),
            ("TEST_API_KEY", "tg_test_k"),
        ];
        let expected = include_str!("../../../snippets/settings.expected.env");
        assert_eq!(filled(super::SETTINGS, &values), expected);
    }

    #[test]
    fn snippet_files_have_no_placeholder_without_a_value() {
        for (path, text) in super::NEXT {
            assert!(!text.contains("{{"), "{path}");
        }
        assert_eq!(
            filled(super::SPEND, &[("ISSUER", "")])
                .matches("{{")
                .count(),
            0
        );
    }
}
