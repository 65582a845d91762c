//! Compares the database connections that one replica of each service may open with the limit of PostgreSQL.

use std::collections::BTreeMap;
use std::time::Duration;

use foundation::database::{ConnectionSettings, PROBE_CONNECTIONS};
use foundation::env::{Environment, Reader};
use foundation::{Database, Failure, within};
use futures_util::future::join_all;
use product_api::config::OWN_CONNECTIONS;
use reqwest::Url;

use super::finding::Finding;

const CHECK: &str = "connections";
const POSTGRES_PORT: u16 = 5432;

/// A service's settings of its database.
struct ServiceSettings {
    prefix: &'static str,
    url: &'static str,
    connections: &'static str,
    pooler: &'static str,
    /// Connections outside the pool.
    own: u32,
}

const SERVICES: [ServiceSettings; 2] = [
    ServiceSettings {
        prefix: "IDP_",
        url: "IDP_DATABASE_URL",
        connections: "IDP_DATABASE_CONNECTIONS",
        pooler: "IDP_DATABASE_POOLER",
        own: PROBE_CONNECTIONS,
    },
    ServiceSettings {
        prefix: "API_",
        url: "API_DATABASE_URL",
        connections: "API_DATABASE_CONNECTIONS",
        pooler: "API_DATABASE_POOLER",
        own: OWN_CONNECTIONS,
    },
];

/// Maximum number of connections of one replica of a service.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ConnectionDemand {
    setting: &'static str,
    count: u32,
    own: u32,
    /// Setting of the database URL, if it is not set here.
    missing_url: Option<&'static str>,
}

impl ServiceSettings {
    fn demand(&self, settings: ConnectionSettings, is_missing: bool) -> ConnectionDemand {
        ConnectionDemand {
            setting: self.connections,
            count: settings.max_connections,
            own: self.own,
            missing_url: is_missing.then_some(self.url),
        }
    }
}

/// One PostgreSQL server, and the services that use it.
struct DatabaseServer {
    url: String,
    demands: Vec<ConnectionDemand>,
}

/// Compares the settings with each PostgreSQL server that they name. All servers together have the time limit.
pub(super) async fn examine(environment: &Environment, limit: Duration) -> Vec<Finding> {
    let (servers, mut findings) = read(environment);
    let servers = servers.iter();
    let compared = servers.map(|(name, server)| examine_server(name, server, limit));
    findings.extend(join_all(compared).await);
    findings
}

async fn examine_server(name: &str, server: &DatabaseServer, limit: Duration) -> Finding {
    let doing = format!("waiting {} ms for its answer", limit.as_millis());
    match within(limit, &doing, connections_of(&server.url)).await {
        Ok(has) => compare(name, &server.demands, has),
        Err(failure) => Finding::failed(CHECK, format!("{name} cannot be asked: {failure}")),
    }
}

/// Groups the services by their server. A service whose URL is not set here, as in a container of the other service, is
/// counted with its settings as if it used the same server.
fn read(environment: &Environment) -> (BTreeMap<String, DatabaseServer>, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut servers: BTreeMap<String, DatabaseServer> = BTreeMap::new();
    for service in &SERVICES {
        let Some(url) = environment.get(service.url) else {
            continue;
        };
        let Some(name) = server_of(url) else {
            continue;
        };
        let settings = settings_of(service, environment, url);
        if settings.has_pooler {
            let says = format!(
                "{} is set: the pooler's own limits count, not those of PostgreSQL",
                service.pooler
            );
            findings.push(Finding::ok(CHECK, says));
            continue;
        }
        let server = servers.entry(name).or_insert_with(|| DatabaseServer {
            url: url.to_owned(),
            demands: Vec::new(),
        });
        server.demands.push(service.demand(settings, false));
    }
    for service in &SERVICES {
        let settings = settings_of(service, environment, "");
        if environment.get(service.url).is_some() || settings.has_pooler {
            continue;
        }
        for server in servers.values_mut() {
            server.demands.push(service.demand(settings, true));
        }
    }
    (servers, findings)
}

/// Returns the host and port of a PostgreSQL URL, which are equal for two services with the same server.
fn server_of(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    matches!(url.scheme(), "postgres" | "postgresql").then(|| {
        let host = url.host_str().filter(|host| !host.is_empty());
        let host = host.unwrap_or("localhost");
        format!("{host}:{}", url.port().unwrap_or(POSTGRES_PORT))
    })
}

/// Reads the settings. Another check reports invalid ones.
fn settings_of(
    service: &ServiceSettings,
    environment: &Environment,
    url: &str,
) -> ConnectionSettings {
    let mut reader = Reader::new(environment, service.prefix);
    ConnectionSettings::read(&mut reader, service.connections, service.pooler, url)
}

async fn connections_of(url: &str) -> Result<u32, Failure> {
    let database = Database::open(url).await?;
    let connections = database.connections_for_clients().await;
    database.close().await;
    Ok(connections?.unwrap_or_default())
}

fn compare(server: &str, demands: &[ConnectionDemand], has: u32) -> Finding {
    let names: Vec<String> = demands.iter().map(describe).collect();
    let names = names.join(", ");
    let wants: u32 = demands.iter().map(|demand| demand.count + demand.own).sum();
    let missing = demands.iter().filter_map(|demand| demand.missing_url);
    let counted = missing.map(|url| {
        format!("; {url} is not set here, and its service is counted as if it used this server")
    });
    let counted = counted.collect::<Vec<_>>().concat();
    let says = format!(
        "PostgreSQL at {server} has {has} connections for its clients, one replica of each service opens up to {wants} \
         ({names}{counted})"
    );
    match has.checked_div(wants).unwrap_or_default() {
        0 => Finding::failed(
            CHECK,
            format!("{says}: lower these settings, or raise max_connections above {wants}"),
        ),
        1 => Finding::warning(
            CHECK,
            format!(
                "{says}: a second replica, as at a rolling restart, does not fit; lower these settings, or raise \
                 max_connections"
            ),
        ),
        replicas => Finding::ok(CHECK, format!("{says}: {replicas} replicas fit")),
    }
}

fn describe(demand: &ConnectionDemand) -> String {
    let ConnectionDemand {
        setting,
        count,
        own,
        missing_url: _,
    } = demand;
    if *own == 0 {
        format!("{setting}={count}")
    } else {
        format!("{setting}={count} and {own} outside the pool")
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::Verdict;
    use super::*;

    #[test]
    fn sum_of_both_services_is_compared_with_the_server() {
        let demand = |setting, own| ConnectionDemand {
            setting,
            count: 16,
            own,
            missing_url: None,
        };
        let both = [
            demand("IDP_DATABASE_CONNECTIONS", 0),
            demand("API_DATABASE_CONNECTIONS", 3),
        ];
        let rows = [
            (34, Verdict::Failed, "raise max_connections above 35"),
            (35, Verdict::Warning, "a second replica"),
            (
                69,
                Verdict::Warning,
                "API_DATABASE_CONNECTIONS=16 and 3 outside",
            ),
            (97, Verdict::Ok, "2 replicas fit"),
        ];
        for (has, verdict, says) in rows {
            let found = compare("db:5432", &both, has);
            assert_eq!(found.verdict, verdict, "{has}");
            assert!(found.says.contains(says), "{}", found.says);
        }
    }

    /// In Compose each container has only the URL of its own service.
    #[test]
    fn service_without_a_configured_address_is_counted_and_named() {
        let names = ["IDP_DATABASE_URL", "API_DATABASE_URL"];
        for (own, missing) in [(names[0], names[1]), (names[1], names[0])] {
            let settings = [
                (own, "postgres://db/own"),
                ("IDP_DATABASE_CONNECTIONS", "20"),
                ("API_DATABASE_CONNECTIONS", "30"),
            ];
            let (servers, _) = read(&Environment::from_pairs(settings));
            let demands = &servers["db:5432"].demands;
            let found = compare("db:5432", demands, 100);
            let wants = 20 + PROBE_CONNECTIONS + 30 + OWN_CONNECTIONS;
            assert_eq!(found.verdict, Verdict::Warning, "{}", found.says);
            for part in [format!("up to {wants} "), format!("{missing} is not set")] {
                assert!(found.says.contains(&part), "{}", found.says);
            }
        }
        for other in ["postgres://elsewhere/api", "sqlite:api.db"] {
            let settings = [
                ("IDP_DATABASE_URL", "postgres://db/idp"),
                ("API_DATABASE_URL", other),
            ];
            let (servers, _) = read(&Environment::from_pairs(settings));
            assert_eq!(servers["db:5432"].demands.len(), 1, "{other}");
        }
    }

    #[test]
    fn services_with_one_host_and_port_share_a_server() {
        let rows = [
            ("postgres://a:b@db/idp", Some("db:5432")),
            ("postgresql://db:5432/api?options=x", Some("db:5432")),
            ("postgres://db:6432/api", Some("db:6432")),
            ("postgres:///idp", Some("localhost:5432")),
            ("sqlite:idp.db", None),
        ];
        for (url, expected) in rows {
            assert_eq!(server_of(url).as_deref(), expected, "{url}");
        }
    }

    #[tokio::test]
    async fn each_database_server_that_hangs_is_reported() {
        // The kernel accepts the connections, and no process answers.
        let hanging = [(); 2].map(|()| std::net::TcpListener::bind("127.0.0.1:0").unwrap());
        let [idp, api] = hanging
            .each_ref()
            .map(|server| format!("postgres://own@{}/own", server.local_addr().unwrap()));
        let environment = Environment::from_pairs([
            ("IDP_DATABASE_URL", idp.as_str()),
            ("API_DATABASE_URL", api.as_str()),
        ]);
        let found = examine(&environment, Duration::from_millis(10)).await;
        assert_eq!(found.len(), 2, "{found:?}");
        for finding in &found {
            assert_eq!(finding.verdict, Verdict::Failed);
            assert!(finding.says.contains("waiting 10 ms"), "{}", finding.says);
        }
    }

    #[tokio::test]
    async fn pooler_and_sqlite_are_not_queried() {
        let environment = Environment::from_pairs([
            ("IDP_DATABASE_URL", "postgres://idp@127.0.0.1:1/idp"),
            ("IDP_DATABASE_POOLER", "transaction"),
            ("API_DATABASE_URL", "sqlite:api.db"),
        ]);
        let found = examine(&environment, Duration::from_secs(4)).await;
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].verdict, Verdict::Ok);
    }
}
