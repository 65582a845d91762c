//! Settings that have no effect because another setting disables their feature.

use foundation::env::{Environment, SettingProblem};

/// A condition on another setting.
#[derive(Clone, Copy)]
enum Requirement {
    /// It is set.
    Set(&'static str),
    /// It is not set.
    Unset(&'static str),
    /// It has this value.
    Value(&'static str, &'static str),
    /// It names a PostgreSQL database.
    Postgres(&'static str),
}

/// Each setting with its condition for an effect.
const REQUIREMENTS: [(&str, Requirement); 11] = [
    (
        "API_DATABASE_CONNECTIONS",
        Requirement::Postgres("API_DATABASE_URL"),
    ),
    (
        "API_LEDGER_LANES",
        Requirement::Postgres("API_DATABASE_URL"),
    ),
    (
        "IDP_CLIENT_DOCUMENT_SCOPE",
        Requirement::Value("IDP_CLIENT_DOCUMENTS", "on"),
    ),
    (
        "IDP_DATABASE_CONNECTIONS",
        Requirement::Postgres("IDP_DATABASE_URL"),
    ),
    (
        "IDP_GITHUB_API_URL",
        Requirement::Set("IDP_GITHUB_CLIENT_ID"),
    ),
    (
        "IDP_GITHUB_BASE_URL",
        Requirement::Set("IDP_GITHUB_CLIENT_ID"),
    ),
    (
        "IDP_GOOGLE_ISSUER",
        Requirement::Set("IDP_GOOGLE_CLIENT_ID"),
    ),
    ("IDP_MAIL_DIRECTORY", Requirement::Unset("IDP_SMTP_URL")),
    (
        "IDP_REDIS_MILLISECONDS",
        Requirement::Value("IDP_SESSION_STORE", "redis"),
    ),
    (
        "IDP_REDIS_URL",
        Requirement::Value("IDP_SESSION_STORE", "redis"),
    ),
    (
        "IDP_SESSION_SECRETS",
        Requirement::Value("IDP_SESSION_STORE", "cookie"),
    ),
];

impl Requirement {
    fn is_met(self, environment: &Environment) -> bool {
        let value = |name| environment.get(name).filter(|value| !value.is_empty());
        match self {
            Self::Set(name) => value(name).is_some(),
            Self::Unset(name) => value(name).is_none(),
            Self::Value(name, expected) => value(name) == Some(expected),
            Self::Postgres(name) => {
                value(name).is_some_and(|address| address.starts_with("postgres"))
            }
        }
    }

    /// Returns the state of the other setting in which this one has no effect.
    fn unmet(self) -> String {
        match self {
            Self::Set(name) => format!("while {name} is not set"),
            Self::Unset(name) => format!("while {name} is set"),
            Self::Value(name, expected) => format!("while {name} is not {expected}"),
            Self::Postgres(name) => format!("while {name} leads to no PostgreSQL"),
        }
    }
}

/// Returns the settings with one of the prefixes that are set and have no effect because of other settings.
pub(crate) fn find_idle(environment: &Environment, prefixes: &[&str]) -> Vec<SettingProblem> {
    let is_set = |name: &str| environment.get(name).is_some_and(|value| !value.is_empty());
    REQUIREMENTS
        .into_iter()
        .filter(|(name, _)| prefixes.iter().any(|prefix| name.starts_with(prefix)))
        .filter(|(name, requirement)| is_set(name) && !requirement.is_met(environment))
        .map(|(name, requirement)| SettingProblem {
            name: name.to_owned(),
            what: format!("has no effect {}", requirement.unmet()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Pair = (&'static str, &'static str);

    fn idle(pairs: &[Pair], prefixes: &[&str]) -> Vec<String> {
        let environment = Environment::from_pairs(pairs.iter().copied());
        let found = find_idle(&environment, prefixes);
        found.into_iter().map(|problem| problem.name).collect()
    }

    #[test]
    fn settings_of_the_table_exist() {
        let names = crate::settings::listed();
        for (name, requirement) in REQUIREMENTS {
            let (Requirement::Set(other)
            | Requirement::Unset(other)
            | Requirement::Value(other, _)
            | Requirement::Postgres(other)) = requirement;
            for name in [name, other] {
                assert!(names.iter().any(|listed| listed == name), "{name}");
            }
        }
    }

    #[test]
    fn setting_of_something_that_is_deactivated_is_named() {
        let redis = ("IDP_REDIS_URL", "redis://localhost");
        let rows: [(&[Pair], &[&str]); 9] = [
            (&[redis], &["IDP_REDIS_URL"]),
            (
                &[redis, ("IDP_SESSION_STORE", "cookie")],
                &["IDP_REDIS_URL"],
            ),
            (&[redis, ("IDP_SESSION_STORE", "redis")], &[]),
            (&[("IDP_REDIS_URL", "")], &[]),
            (
                &[
                    ("IDP_MAIL_DIRECTORY", "mail"),
                    ("IDP_SMTP_URL", "smtps://h"),
                ],
                &["IDP_MAIL_DIRECTORY"],
            ),
            (&[("IDP_MAIL_DIRECTORY", "mail")], &[]),
            (
                &[
                    ("API_DATABASE_CONNECTIONS", "9"),
                    ("API_DATABASE_URL", "sqlite:api.db"),
                ],
                &["API_DATABASE_CONNECTIONS"],
            ),
            (
                &[
                    ("API_DATABASE_CONNECTIONS", "9"),
                    ("API_DATABASE_URL", "postgres://u@h/d"),
                ],
                &[],
            ),
            (&[("API_LEDGER_LANES", "9")], &["API_LEDGER_LANES"]),
        ];
        for (pairs, expected) in rows {
            assert_eq!(idle(pairs, &["API_", "IDP_"]), expected, "{pairs:?}");
        }
        assert_eq!(idle(&[redis], &["API_"]), Vec::<String>::new());
    }
}
