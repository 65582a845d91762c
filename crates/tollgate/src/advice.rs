//! Warnings about valid settings that mislead: they have no effect here, or name a port without a server.

use std::net::SocketAddr;

use foundation::env::{Environment, SettingProblem, is_of_service};
use foundation::text::host::{is_loopback_address, is_loopback_url};
use reqwest::Url;

use crate::idle_settings::find_idle;

/// Prefixes of the names of settings.
const PREFIXES: [&str; 3] = ["API_", "IDP_", "TOLLGATE_"];

/// The commands that serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServedPart {
    /// `tollgate serve`
    All,
    /// `tollgate idp`
    Idp,
    /// `tollgate api`
    Api,
}

impl ServedPart {
    fn command(self) -> &'static str {
        match self {
            Self::All => "tollgate serve",
            Self::Idp => "tollgate idp",
            Self::Api => "tollgate api",
        }
    }

    /// Returns the prefixes of the settings that it reads.
    fn prefixes(self) -> &'static [&'static str] {
        match self {
            Self::All => &["API_", "IDP_"],
            Self::Idp => &["IDP_"],
            Self::Api => &["API_"],
        }
    }

    /// Returns the setting of the address to listen on.
    fn listen(self) -> &'static str {
        match self {
            Self::All => "TOLLGATE_LISTEN",
            Self::Idp => "IDP_LISTEN",
            Self::Api => "API_LISTEN",
        }
    }
}

/// Logs a warning for each setting that misleads, with its name and the fix.
pub(crate) fn warn(serving: ServedPart, environment: &Environment, listen: SocketAddr) {
    log_service_variables(environment);
    let port = port_advice(serving, environment, listen);
    let mail = mail_advice(serving, environment);
    for advice in unused(serving, environment)
        .into_iter()
        .chain(find_idle(environment, serving.prefixes()))
        .chain(port)
        .chain(mail)
    {
        tracing::warn!("{}: {}", advice.name, advice.what);
    }
}

fn log_service_variables(environment: &Environment) {
    let names = platform_variables(environment).join(" ");
    if !names.is_empty() {
        tracing::info!(
            names,
            "ignoring variables that the container platform sets for its services"
        );
    }
}

/// Returns the names of variables that Kubernetes or Docker sets, and that only look like settings.
fn platform_variables(environment: &Environment) -> Vec<&str> {
    let is_like_ours = |name: &str| PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    let all = environment.pairs();
    let found = all.filter(|(name, value)| is_like_ours(name) && is_of_service(name, value));
    found.map(|(name, _)| name).collect()
}

/// Returns the settings that are set and that the command does not read.
fn unused(serving: ServedPart, environment: &Environment) -> Vec<SettingProblem> {
    let mut all: Vec<_> = environment.pairs().collect();
    all.sort_unstable();
    all.into_iter()
        .filter(|(name, value)| !value.is_empty() && !is_of_service(name, value))
        .filter_map(|(name, _)| {
            let instead = instead_of(serving, name)?;
            let what = format!("has no effect under `{}`; {instead}", serving.command());
            let name = name.to_owned();
            Some(SettingProblem { name, what })
        })
        .collect()
}

/// Returns advice about a setting that a command does not read. `None` for those that it reads, and for those by which
/// other commands on the same machine find the server.
fn instead_of(serving: ServedPart, name: &str) -> Option<String> {
    let only = |commands: &str| Some(format!("only {commands} read it"));
    match (serving, name) {
        (ServedPart::All, "IDP_LISTEN" | "API_LISTEN")
        | (ServedPart::Idp | ServedPart::Api, "TOLLGATE_LISTEN") => {
            Some(format!("set {} instead", serving.listen()))
        }
        (ServedPart::Idp, "TOLLGATE_DATA_DIR") => Some("set IDP_DATABASE_URL instead".to_owned()),
        (ServedPart::Api, "TOLLGATE_DATA_DIR") => Some("set API_DATABASE_URL instead".to_owned()),
        (ServedPart::Idp | ServedPart::Api, "TOLLGATE_ANALYTICS_SCRIPT") => {
            Some("only `tollgate serve` has the landing page".to_owned())
        }
        (ServedPart::Idp, name) if name.starts_with("API_") => {
            only("`tollgate api` and `tollgate serve`")
        }
        (ServedPart::Api, name) if name.starts_with("IDP_") => {
            only("`tollgate idp` and `tollgate serve`")
        }
        _ => None,
    }
}

/// Warns if a server with a public URL writes its email to files instead of sending it.
fn mail_advice(serving: ServedPart, environment: &Environment) -> Option<SettingProblem> {
    const NAME: &str = "IDP_SMTP_URL";
    let base = environment.get("IDP_BASE_URL")?;
    let is_sent = environment.get(NAME).is_some();
    if serving == ServedPart::Api || is_sent || is_loopback_address(base) {
        return None;
    }
    let what = format!(
        "is not set, so mail goes to files and nobody who signs in at {base} gets a link; set it to your mail server, as \
         smtps://user:password@host"
    );
    let name = NAME.to_owned();
    Some(SettingProblem { name, what })
}

/// Warns if the public URL names another port than the listener's, and no proxy is configured that forwards to it.
fn port_advice(
    serving: ServedPart,
    environment: &Environment,
    listen: SocketAddr,
) -> Option<SettingProblem> {
    const NAME: &str = "IDP_BASE_URL";
    if serving == ServedPart::Api || environment.get("IDP_TRUSTED_PROXIES").is_some() {
        return None;
    }
    let base = Url::parse(environment.get(NAME)?).ok()?;
    let port = base.port_or_known_default()?;
    if port == listen.port() {
        return None;
    }
    let mut here = base.clone();
    let or_base = if is_loopback_url(&base) && here.set_port(Some(listen.port())).is_ok() {
        format!(", or {NAME} to {}", here.as_str().trim_end_matches('/'))
    } else {
        String::new()
    };
    let what = format!(
        "leads to port {port}, but this server listens on {listen}. Set {} to {}{or_base}, or, where a proxy leads \
         here, IDP_TRUSTED_PROXIES to its network",
        serving.listen(),
        SocketAddr::new(listen.ip(), port)
    );
    let name = NAME.to_owned();
    Some(SettingProblem { name, what })
}

#[cfg(test)]
mod tests {
    use super::*;

    type Row<'a> = (ServedPart, &'a [(&'a str, &'a str)], bool);

    const ALL: [ServedPart; 3] = [ServedPart::All, ServedPart::Idp, ServedPart::Api];

    /// Settings by which other commands find the running server.
    const REMOTE: [&str; 3] = [
        "TOLLGATE_URL",
        "TOLLGATE_CLIENT_ID",
        "TOLLGATE_CLIENT_SECRET",
    ];

    /// Returns true if a command reads a setting, according to the code that reads them.
    fn is_read(serving: ServedPart, name: &str) -> bool {
        let listen = name.ends_with("_LISTEN");
        match serving {
            _ if listen => name == serving.listen(),
            ServedPart::All => true,
            ServedPart::Idp | ServedPart::Api if name.starts_with("TOLLGATE_") => is_common(name),
            ServedPart::Idp => idp::config::Config::names().contains(&name),
            ServedPart::Api => product_api::config::Config::names().contains(&name),
        }
    }

    fn is_common(name: &str) -> bool {
        !matches!(name, "TOLLGATE_DATA_DIR" | "TOLLGATE_ANALYTICS_SCRIPT")
    }

    #[test]
    fn setting_without_effect_is_named_with_its_use() {
        let names = crate::settings::listed();
        let rows = ALL
            .into_iter()
            .flat_map(|serving| names.iter().map(move |name| (serving, name)));
        for (serving, name) in rows {
            let environment = Environment::from_pairs([(name.clone(), "x")]);
            let advice = unused(serving, &environment);
            if is_read(serving, name) || REMOTE.contains(&name.as_str()) {
                assert_eq!(advice, [], "{serving:?} {name}");
                continue;
            }
            assert_eq!(advice.len(), 1, "{serving:?} {name}");
            assert_eq!(advice[0].name, *name);
            assert!(advice[0].what.contains("has no effect"), "{advice:?}");
        }
    }

    #[test]
    fn listen_setting_of_another_command_names_the_right_one() {
        let rows = [
            (ServedPart::All, "IDP_LISTEN", "set TOLLGATE_LISTEN"),
            (ServedPart::All, "API_LISTEN", "set TOLLGATE_LISTEN"),
            (ServedPart::Idp, "TOLLGATE_LISTEN", "set IDP_LISTEN"),
            (ServedPart::Api, "TOLLGATE_LISTEN", "set API_LISTEN"),
        ];
        for (serving, name, fix) in rows {
            let environment = Environment::from_pairs([(name, "127.0.0.1:1")]);
            let advice = unused(serving, &environment);
            assert!(advice[0].what.contains(fix), "{advice:?}");
        }
        let empty = Environment::from_pairs([("IDP_LISTEN", "")]);
        assert_eq!(unused(ServedPart::All, &empty), []);
    }

    #[test]
    fn base_url_with_another_port_is_warned_of_unless_a_proxy_is_known() {
        type Settings = &'static [(&'static str, &'static str)];
        let listen: SocketAddr = "127.0.0.1:8080".parse().unwrap();
        let rows: [(ServedPart, Settings, bool); 9] = [
            (
                ServedPart::All,
                &[("IDP_BASE_URL", "http://localhost:8080")],
                false,
            ),
            (
                ServedPart::All,
                &[("IDP_BASE_URL", "http://localhost:18080")],
                true,
            ),
            (
                ServedPart::All,
                &[("IDP_BASE_URL", "http://localhost")],
                true,
            ),
            (
                ServedPart::All,
                &[("IDP_BASE_URL", "https://id.example.com")],
                true,
            ),
            (
                ServedPart::All,
                &[
                    ("IDP_BASE_URL", "https://id.example.com"),
                    ("IDP_TRUSTED_PROXIES", "10.0.0.0/8"),
                ],
                false,
            ),
            (
                ServedPart::Idp,
                &[("IDP_BASE_URL", "https://id.example.com")],
                true,
            ),
            (
                ServedPart::Api,
                &[("IDP_BASE_URL", "https://id.example.com")],
                false,
            ),
            (ServedPart::All, &[("IDP_BASE_URL", "no address")], false),
            (ServedPart::All, &[], false),
        ];
        for (serving, pairs, expected) in rows {
            let environment = Environment::from_pairs(pairs.iter().copied());
            let advice = port_advice(serving, &environment, listen);
            assert_eq!(advice.is_some(), expected, "{serving:?} {pairs:?}");
        }
    }

    #[test]
    fn variables_of_services_are_ignored_without_a_warning() {
        let environment = Environment::from_pairs([
            ("API_SERVICE_HOST", "10.96.0.1"),
            ("IDP_PORT", "tcp://10.96.0.1:80"),
            ("OTHER_SERVICE_HOST", "10.96.0.1"),
            ("TOLLGATE_PORT_80_TCP", "tcp://10.96.0.1:80"),
        ]);
        let expected = ["API_SERVICE_HOST", "IDP_PORT", "TOLLGATE_PORT_80_TCP"];
        assert_eq!(platform_variables(&environment), expected);
        assert_eq!(unused(ServedPart::Idp, &environment), []);
    }

    #[test]
    fn mail_in_files_is_warned_of_at_a_public_address() {
        let public = ("IDP_BASE_URL", "https://id.example.com");
        let sent = ("IDP_SMTP_URL", "smtps://user:password@mail.example.com");
        let rows: [Row<'_>; 6] = [
            (ServedPart::All, &[public], true),
            (ServedPart::Idp, &[public], true),
            (ServedPart::Api, &[public], false),
            (ServedPart::All, &[public, sent], false),
            (
                ServedPart::All,
                &[("IDP_BASE_URL", "http://localhost:8080")],
                false,
            ),
            (ServedPart::All, &[], false),
        ];
        for (serving, pairs, expected) in rows {
            let environment = Environment::from_pairs(pairs.iter().copied());
            let advice = mail_advice(serving, &environment);
            assert_eq!(advice.is_some(), expected, "{serving:?} {pairs:?}");
        }
    }

    #[test]
    fn base_url_with_another_port_has_each_fix_spelled_out() {
        let environment = Environment::from_pairs([("IDP_BASE_URL", "http://localhost:18080")]);
        let listen = "127.0.0.1:8080".parse().unwrap();
        let advice = port_advice(ServedPart::All, &environment, listen).unwrap();
        for fix in [
            "TOLLGATE_LISTEN to 127.0.0.1:18080",
            "IDP_BASE_URL to http://localhost:8080",
            "IDP_TRUSTED_PROXIES",
        ] {
            assert!(advice.what.contains(fix), "{advice:?}");
        }
    }
}
