//! Settings: the only module that reads the environment. It reports all problems at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use crate::secret::{GENERATION_ADVICE, SecretString, find_weakness};

/// Environment variables, read once at the start.
#[derive(Clone, Default)]
pub struct Environment(BTreeMap<String, String>);

impl Environment {
    /// Reads the process's own variables, except those that are not text.
    pub fn from_process() -> Self {
        Self(
            std::env::vars_os()
                .filter_map(|(name, value)| {
                    Some((name.into_string().ok()?, value.into_string().ok()?))
                })
                .collect(),
        )
    }

    /// Creates an environment from pairs, for tests and for the binary's own defaults.
    pub fn from_pairs<N: Into<String>, V: Into<String>>(
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        Self(
            pairs
                .into_iter()
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        )
    }

    /// Returns the value of a variable; an empty one counts as absent.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .get(name)
            .map(String::as_str)
            .filter(|value| !value.is_empty())
    }

    /// Sets a variable that is not set yet.
    pub fn set_default(&mut self, name: &str, value: impl Into<String>) {
        if self.get(name).is_none() {
            self.0.insert(name.to_owned(), value.into());
        }
    }

    /// Returns all variables, for a child process.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Returns true for the variables by which Kubernetes and Docker name other services to a container.
///
/// A service called `idp` sets `IDP_PORT=tcp://10.0.0.1:80`, which is neither a setting of ours nor the operator's mistake.
pub fn is_of_service(name: &str, value: &str) -> bool {
    const PROTOCOLS: [&str; 3] = ["TCP", "UDP", "SCTP"];
    let is_address = |text: &str| {
        let scheme = text.split_once("://").map(|(scheme, _)| scheme);
        scheme.is_some_and(|scheme| PROTOCOLS.iter().any(|one| one.eq_ignore_ascii_case(scheme)))
    };
    let is_of_port = |rest: &str| {
        let mut parts = rest.split('_');
        let is_number = parts.next().is_some_and(|port| port.parse::<u16>().is_ok());
        is_number && parts.next().is_some_and(|one| PROTOCOLS.contains(&one))
    };
    name.ends_with("_SERVICE_HOST")
        || name.ends_with("_SERVICE_PORT")
        || name.contains("_SERVICE_PORT_")
        || (name.ends_with("_PORT") && is_address(value))
        || name
            .match_indices("_PORT_")
            .any(|(at, word)| name.get(at + word.len()..).is_some_and(is_of_port))
}

/// One problem of the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingProblem {
    /// Name of the variable.
    pub name: String,
    /// The problem, and how to solve it.
    pub what: String,
}

/// All problems of the settings; the program refuses to start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingProblems(pub Vec<SettingProblem>);

impl fmt::Display for SettingProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "the settings have {} problem(s):", self.0.len())?;
        for problem in &self.0 {
            writeln!(f, "  {}: {}", problem.name, problem.what)?;
        }
        Ok(())
    }
}

impl std::error::Error for SettingProblems {}

/// Reads one service's variables, and records each name and each problem.
pub struct Reader<'a> {
    environment: &'a Environment,
    prefix: &'static str,
    known: BTreeSet<&'static str>,
    problems: Vec<SettingProblem>,
}

impl<'a> Reader<'a> {
    /// Creates a reader of the variables that begin with `prefix`, such as `IDP_`.
    pub fn new(environment: &'a Environment, prefix: &'static str) -> Self {
        Self {
            environment,
            prefix,
            known: BTreeSet::new(),
            problems: Vec::new(),
        }
    }

    /// Returns the text of an optional variable.
    pub fn text(&mut self, name: &'static str) -> Option<String> {
        self.known.insert(name);
        self.environment.get(name).map(ToOwned::to_owned)
    }

    /// Returns the text of a required variable. If it is missing, records a problem with its purpose.
    pub fn required(&mut self, name: &'static str, purpose: &str) -> String {
        self.text(name).unwrap_or_else(|| {
            self.problem(name, format!("is not set; {purpose}"));
            String::new()
        })
    }

    /// Returns a required secret. Records a problem if it has fewer than `shortest` bytes, or is an example or a pattern.
    pub fn secret(&mut self, name: &'static str, shortest: usize, purpose: &str) -> SecretString {
        let value = self.required(name, purpose);
        let length = value.len();
        let why = if length < shortest {
            Some(format!(
                "holds {length} bytes; at least {shortest} are needed"
            ))
        } else {
            find_weakness(&value).map(ToOwned::to_owned)
        };
        if let Some(why) = why.filter(|_| length > 0) {
            self.problem(name, format!("{why}; {GENERATION_ADVICE}"));
        }
        value.into()
    }

    /// Returns a parsed variable, or `default` if it is absent. Records a problem for a value that does not parse.
    pub fn parsed<T: FromStr>(&mut self, name: &'static str, default: T, form: &str) -> T {
        match self.text(name).map(|text| text.parse::<T>()) {
            None => default,
            Some(Ok(value)) => value,
            Some(Err(_)) => {
                self.problem(name, format!("is not {form}"));
                default
            }
        }
    }

    /// Records a problem of a variable.
    pub fn problem(&mut self, name: &'static str, what: impl Into<String>) {
        self.known.insert(name);
        self.problems.push(SettingProblem {
            name: name.to_owned(),
            what: what.into(),
        });
    }

    /// Returns the names read so far, which `.env.example` has to list.
    pub fn known(&self) -> &BTreeSet<&'static str> {
        &self.known
    }

    /// Ends the reading with all problems, including unknown names with the prefix.
    pub fn finish(mut self) -> Result<(), SettingProblems> {
        let unknown: Vec<String> = self
            .environment
            .pairs()
            .filter(|(name, _)| name.starts_with(self.prefix) && !self.known.contains(name))
            .filter(|(name, value)| !is_of_service(name, value))
            .map(|(name, _)| name.to_owned())
            .collect();
        for name in unknown {
            let what = "is not a known setting; see .env.example for all of them".to_owned();
            self.problems.push(SettingProblem { name, what });
        }
        if self.problems.is_empty() {
            Ok(())
        } else {
            Err(SettingProblems(self.problems))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_is_listed_at_once() {
        let environment = Environment::from_pairs([
            ("IDP_SECRET", "short"),
            ("IDP_MINUTES", "soon"),
            ("IDP_TYPO", "x"),
            ("OTHER_NAME", "ignored"),
        ]);
        let mut reader = Reader::new(&environment, "IDP_");
        let _secret = reader.secret("IDP_SECRET", 32, "it protects the keys");
        let _minutes = reader.parsed("IDP_MINUTES", 15, "a whole number");
        let _address = reader.required("IDP_BASE_URL", "the public address");
        let problems = reader.finish().unwrap_err();
        let names: Vec<_> = problems
            .0
            .iter()
            .map(|problem| problem.name.as_str())
            .collect();
        assert_eq!(
            names,
            ["IDP_SECRET", "IDP_MINUTES", "IDP_BASE_URL", "IDP_TYPO"]
        );
    }

    #[test]
    fn variables_of_services_are_no_unknown_settings() {
        let rows = [
            ("IDP_PORT", "tcp://10.96.0.1:8080", true),
            ("IDP_PORT", "8080", false),
            ("IDP_PORT_8080_TCP", "tcp://10.96.0.1:8080", true),
            ("IDP_PORT_8080_TCP_ADDR", "10.96.0.1", true),
            ("IDP_PORT_53_UDP_PROTO", "udp", true),
            ("IDP_PORT_HTTP", "x", false),
            ("IDP_SERVICE_HOST", "10.96.0.1", true),
            ("IDP_SERVICE_PORT", "8080", true),
            ("IDP_SERVICE_PORT_HTTP", "8080", true),
            ("IDP_REDIS_PORT", "tcp://10.96.0.1:6379", true),
            ("IDP_SECRETS", "x", false),
        ];
        for (name, value, expected) in rows {
            assert_eq!(is_of_service(name, value), expected, "{name}={value}");
            let environment = Environment::from_pairs([(name, value)]);
            let read = Reader::new(&environment, "IDP_").finish();
            assert_eq!(read.is_ok(), expected, "{name}={value}");
        }
    }

    #[test]
    fn absent_and_empty_are_the_same() {
        let environment = Environment::from_pairs([("IDP_A", "")]);
        let mut reader = Reader::new(&environment, "IDP_");
        assert_eq!(reader.text("IDP_A"), None);
        assert_eq!(reader.parsed("IDP_B", 7, "a number"), 7);
        assert!(reader.finish().is_ok());
    }
}
