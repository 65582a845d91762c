//! The settings of the binary itself: `TOLLGATE_*`.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use foundation::env::{Environment, Reader, SettingProblems};
use foundation::http::Timeouts;
use foundation::secret::SecretString;
use foundation::telemetry::LogFormat;

use crate::web::Analytics;

/// Time in which a load balancer notices that a server stops: usual ones check every few seconds.
const USUAL_DRAIN_SECONDS: u8 = 5;

/// Settings of the binary.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// `TOLLGATE_DATA_DIR`: directory of all data of `serve`.
    pub(crate) data_dir: PathBuf,
    /// `TOLLGATE_LISTEN`: address on which `serve` listens.
    pub(crate) listen: SocketAddr,
    /// `TOLLGATE_MOST_CONNECTIONS`: maximum number of connections of a server; further ones wait.
    pub(crate) most_connections: NonZeroUsize,
    /// `TOLLGATE_DRAIN_SECONDS`: time for which a server still accepts requests after SIGTERM, while it reports that it
    /// is not ready.
    pub(crate) drain: Duration,
    /// `TOLLGATE_LOG_FORMAT`: `human` or `json`.
    pub(crate) log_format: LogFormat,
    /// `TOLLGATE_LOG_FILTER`: a level, or `target=level` pairs.
    pub(crate) log_filter: String,
    /// `TOLLGATE_ANALYTICS_SCRIPT`: script that the public landing page loads to count its visitors; none if it is not set.
    pub(crate) analytics: Option<Analytics>,
    /// `TOLLGATE_PRETEND_STRIPE`: `on` runs a double of Stripe for the test modes of websites, `off` does not. It never runs
    /// for an installation with a public URL.
    pub(crate) has_pretend_stripe: bool,
    /// The server for `clients`, `users`, `keys` and `doctor`.
    pub(crate) remote: Remote,
}

/// A running server, and our client there.
#[derive(Clone, Debug)]
pub(crate) struct Remote {
    /// `TOLLGATE_URL`: its URL, without a trailing slash; if it is not set, the one that `serve` stores in the data directory.
    pub(crate) url: Option<String>,
    /// `TOLLGATE_CLIENT_ID`: a client registered there for `client_credentials` and `idp.` scopes.
    pub(crate) client_id: String,
    /// `TOLLGATE_CLIENT_SECRET`: its secret; if it is not set, the one that `serve` stores in the data directory.
    pub(crate) client_secret: Option<SecretString>,
}

/// The client that `serve` registers for the commands.
pub(crate) const OWN_CLIENT: &str = "tollgate-cli";

impl Settings {
    /// Reads every `TOLLGATE_*` variable; returns all problems at once.
    pub(crate) fn read(environment: &Environment) -> Result<Self, SettingProblems> {
        let mut reader = Reader::new(environment, "TOLLGATE_");
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 8080));
        let listen = reader.parsed(
            "TOLLGATE_LISTEN",
            listen,
            "an address and port such as 127.0.0.1:8080",
        );
        let settings = Self {
            data_dir: reader.parsed("TOLLGATE_DATA_DIR", PathBuf::from("data"), "a path"),
            remote: Remote::read(&mut reader),
            listen,
            most_connections: reader.parsed(
                "TOLLGATE_MOST_CONNECTIONS",
                NonZeroUsize::new(Timeouts::MAX_CONNECTIONS).unwrap_or(NonZeroUsize::MIN),
                "a whole number from 1",
            ),
            drain: Duration::from_secs(
                reader
                    .parsed(
                        "TOLLGATE_DRAIN_SECONDS",
                        USUAL_DRAIN_SECONDS,
                        "a whole number of seconds, at most 255",
                    )
                    .into(),
            ),
            log_format: reader.parsed("TOLLGATE_LOG_FORMAT", LogFormat::default(), "human or json"),
            log_filter: reader
                .text("TOLLGATE_LOG_FILTER")
                .unwrap_or_else(|| "info".to_owned()),
            analytics: analytics(&mut reader),
            has_pretend_stripe: has_pretend_stripe(&mut reader),
        };
        reader.finish().map(|()| settings)
    }
}

fn analytics(reader: &mut Reader<'_>) -> Option<Analytics> {
    const SCRIPT: &str = "TOLLGATE_ANALYTICS_SCRIPT";
    let text = reader.text(SCRIPT)?;
    let analytics = Analytics::parse(&text);
    if analytics.is_none() {
        reader.problem(
            SCRIPT,
            "is neither a path such as /stats/script.js nor an address such as https://stats.example/script.js",
        );
    }
    analytics
}

fn has_pretend_stripe(reader: &mut Reader<'_>) -> bool {
    const NAME: &str = "TOLLGATE_PRETEND_STRIPE";
    match reader.text(NAME).as_deref() {
        None | Some("on") => true,
        Some("off") => false,
        Some(_) => {
            reader.problem(NAME, "is neither on nor off");
            false
        }
    }
}

impl Remote {
    fn read(reader: &mut Reader<'_>) -> Self {
        const URL: &str = "TOLLGATE_URL";
        let url = reader.text(URL);
        if url.as_deref().is_some_and(|url| !is_origin(url)) {
            reader.problem(URL, "is not an address such as https://id.example.com");
        }
        let client_id = reader.text("TOLLGATE_CLIENT_ID");
        Self {
            url: url.map(|url| url.trim_end_matches('/').to_owned()),
            client_id: client_id.unwrap_or_else(|| OWN_CLIENT.to_owned()),
            client_secret: reader.text("TOLLGATE_CLIENT_SECRET").map(Into::into),
        }
    }
}

fn is_origin(text: &str) -> bool {
    reqwest::Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https") && url.path() == "/" && url.query().is_none()
    })
}

/// Returns the variables of `.env.example`, set or commented out.
#[cfg(test)]
pub(crate) fn listed() -> std::collections::BTreeSet<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.env.example");
    std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .filter_map(|line| line.trim_start_matches("# ").split_once('='))
        .map(|(name, _)| name.to_owned())
        .filter(|name| {
            name.bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn example_lists_every_setting_and_no_other() {
        let environment = Environment::default();
        let mut reader = Reader::new(&environment, "TOLLGATE_");
        for name in [
            "TOLLGATE_DATA_DIR",
            "TOLLGATE_LISTEN",
            "TOLLGATE_MOST_CONNECTIONS",
            "TOLLGATE_DRAIN_SECONDS",
            "TOLLGATE_LOG_FORMAT",
            "TOLLGATE_LOG_FILTER",
            "TOLLGATE_ANALYTICS_SCRIPT",
            "TOLLGATE_PRETEND_STRIPE",
            "TOLLGATE_URL",
            "TOLLGATE_CLIENT_ID",
            "TOLLGATE_CLIENT_SECRET",
        ] {
            reader.text(name);
        }
        let known: BTreeSet<String> = idp::config::Config::names()
            .into_iter()
            .chain(product_api::config::Config::names())
            .chain(reader.known().iter().copied())
            .map(ToOwned::to_owned)
            .collect();
        assert_eq!(listed(), known);
    }

    #[test]
    fn unknown_or_bad_setting_is_refused() {
        for (name, value) in [
            ("TOLLGATE_TYPO", "x"),
            ("TOLLGATE_LISTEN", "8080"),
            ("TOLLGATE_MOST_CONNECTIONS", "0"),
            ("TOLLGATE_MOST_CONNECTIONS", "many"),
            ("TOLLGATE_DRAIN_SECONDS", "-1"),
            ("TOLLGATE_DRAIN_SECONDS", "256"),
            ("TOLLGATE_LOG_FORMAT", "xml"),
            (
                "TOLLGATE_ANALYTICS_SCRIPT",
                "http://stats.example/script.js",
            ),
            ("TOLLGATE_URL", "id.example.com"),
            ("TOLLGATE_URL", "https://id.example.com/path"),
        ] {
            let problems = Settings::read(&Environment::from_pairs([(name, value)])).unwrap_err();
            assert_eq!(problems.0[0].name, name);
        }
    }
}
