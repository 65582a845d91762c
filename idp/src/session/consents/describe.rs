//! Descriptions of scopes for the user who consents to them.

use crate::config::ScopeWords;
use crate::http::i18n::{fill_two, language, say};

/// Describes scopes: first the data that the client gets, then other permissions, and lasting access last. `openid` has
/// no description, because it means only that the user signs in. A scope unknown to the idp and the operator keeps its
/// name, with its resource server if that is known.
pub(crate) fn describe_scopes<'a>(
    words: &ScopeWords,
    audience: Option<&str>,
    scopes: impl IntoIterator<Item = &'a str>,
) -> Vec<String> {
    let mut scopes: Vec<_> = scopes.into_iter().filter(|one| *one != "openid").collect();
    scopes.sort_by_key(|one| match *one {
        "profile" => 0,
        "email" => 1,
        "offline_access" => 3,
        _ => 2,
    });
    scopes
        .into_iter()
        .map(|scope| describe_scope(words, audience, scope))
        .collect()
}

fn describe_scope(words: &ScopeWords, audience: Option<&str>, scope: &str) -> String {
    let own = match scope {
        "profile" => say("See your name, picture, language and time zone"),
        "email" => say("See your email address"),
        "offline_access" => say("Stay connected while you are away"),
        other => match (words.find(other, language().tag()), audience) {
            (Some(words), _) => words,
            (None, Some(audience)) => return fill_two("Act for you at {}: {}", audience, other),
            (None, None) => other,
        },
    };
    own.to_owned()
}

#[cfg(test)]
mod tests {
    use foundation::env::Environment;

    use super::*;
    use crate::config::Config;
    use crate::http::i18n::{Language, with_language};

    const SCOPES: [&str; 6] = [
        "credits.read",
        "email",
        "offline_access",
        "openid",
        "other",
        "profile",
    ];

    fn words() -> ScopeWords {
        let words = r#"{"credits.read": {"en": "See your credits", "de": "Ihre Credits sehen"}}"#;
        let environment = Environment::from_pairs([
            ("IDP_BASE_URL", "https://id.example.com"),
            ("IDP_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635"),
            ("IDP_DATABASE_URL", "sqlite:idp.db"),
            ("IDP_MAIL_DIRECTORY", "mail"),
            ("IDP_SCOPE_WORDS", words),
        ]);
        Config::read(&environment).unwrap().scope_words
    }

    #[test]
    fn consent_lists_profile_data_first_and_offline_access_last() {
        let expected = [
            "See your name, picture, language and time zone",
            "See your email address",
            "See your credits",
            "Act for you at https://api.example: other",
            "Stay connected while you are away",
        ];
        let described = describe_scopes(&words(), Some("https://api.example"), SCOPES);
        assert_eq!(described, expected);
        assert!(describe_scopes(&words(), None, ["openid"]).is_empty());
        let bare = describe_scopes(&words(), None, ["other"]);
        assert_eq!(bare, ["other"], "an unknown scope is named only");
    }

    #[tokio::test]
    async fn descriptions_are_in_the_users_language() {
        let described = with_language(Language::German, async {
            describe_scopes(
                &words(),
                Some("https://api.example"),
                ["credits.read", "other"],
            )
        });
        let expected = [
            "Ihre Credits sehen",
            "Bei https://api.example f\u{fc}r Sie handeln: other",
        ];
        assert_eq!(described.await, expected);
    }
}
