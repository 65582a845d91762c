//! Health, metrics and logs for the operator; the logs have no secret.

use std::time::Duration;

use foundation::on_both_engines;
use foundation::testing::{Metrics, TestEngine};
use journeys::installation::TestInstallation;
use journeys::process::Process;
use journeys::users::{TestUser, WebsiteBackEnd};
use serde_json::Value;

/// Families of a server that has just started.
const FAMILIES: [&str; 17] = [
    "api_frozen_accounts",
    "database_pool_connections",
    "database_pool_max_connections",
    "database_pool_waiting",
    "http_request_duration_seconds",
    "http_requests_total",
    "log_lines_dropped_total",
    "metrics_collector_success",
    "process_cpu_seconds_total",
    "process_max_fds",
    "process_open_fds",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
    "process_threads",
    "process_virtual_memory_bytes",
    "queue_oldest_age_seconds",
    "queue_size",
];

/// Returns true if a log line has a six-digit code: as a word of any member except those with a time, which may have
/// the same digits by chance.
fn contains_code(record: &Value, code: &str) -> bool {
    let members = record.as_object().unwrap();
    members
        .iter()
        .filter(|(name, _)| !["timestamp", "microseconds"].contains(&name.as_str()))
        .any(|(_, value)| {
            let text = value.to_string();
            text.split(|sign: char| !sign.is_ascii_alphanumeric())
                .any(|word| word == code)
        })
}

on_both_engines! {
    // row: B17, E16, K6
    async fn log_of_a_whole_journey_holds_no_secret(mut world: TestInstallation) {
        let owner = TestUser::arrive(&world.address, "owner@example.com").await;
        let registered = owner.register_website(&world.address, "Shop").await;
        let shop = WebsiteBackEnd::new(&world.address, &registered);
        shop.grant("a-key-of-a-grant", "ann@example.com", 100).await;
        shop.spend("a-key-of-a-spend", "ann@example.com", 5).await;
        let email = world.address.mailbox.wait_for_email("owner@example.com", 1).await;
        let link = reqwest::Url::parse(&email.link()).unwrap();
        let token = link.query_pairs().find(|(name, _)| name == "token").unwrap().1.into_owned();
        world.stop();
        let log = world.process().log();
        let count = log.lines().filter(|line| line.contains("\"answered\"")).count();
        assert!(count >= 10, "only {count} requests are in the log");
        let mut secrets = vec![
            token,
            shop.key().to_owned(),
            registered["client"]["client_secret"].as_str().unwrap().to_owned(),
            owner.tokens.access_token.clone(),
            owner.tokens.id_token.clone(),
            "owner@example.com".to_owned(),
            "ann@example.com".to_owned(),
            "code=".to_owned(),
        ];
        // The cookie of the last sign-in method has only the name of the method.
        let values = owner.browser.cookie_values();
        secrets.extend(values.into_iter().filter(|value| value != "email"));
        for secret in secrets {
            assert!(!log.contains(&secret), "the log holds {secret}");
        }
        let code = email.code();
        for line in log.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            assert!(!contains_code(&record, &code), "the log holds the code {code}: {record}");
        }
    }

    async fn health_and_metrics_show_the_state(mut world: TestInstallation) {
        let client = foundation::testing::test_client();
        for path in ["/health/live", "/health/ready"] {
            let response = client.get(world.address.at(path)).send().await.unwrap();
            assert_eq!(response.status(), 200, "{path}");
        }
        client.get(world.address.at("/")).send().await.unwrap();
        let ready = client.get(world.address.at("/health/ready")).send().await.unwrap();
        let ready: Value = ready.json().await.unwrap();
        for part in ["idp_database", "idp_database_write", "api_database", "api_database_write"] {
            assert_eq!(ready[part], "ready", "{part}: {ready}");
        }
        let metrics = client.get(world.address.at("/metrics")).send().await.unwrap().text().await.unwrap();
        let metrics = Metrics::parse(&metrics);
        let families: Vec<&str> = metrics.families().collect();
        for family in FAMILIES {
            assert!(families.contains(&family), "{family} is not in {families:?}");
        }
        let routes = metrics.values_of("http_requests_total", "route");
        for route in ["/health/live", "/health/ready", "/*path"] {
            assert!(routes.contains(route), "{route} is not in {routes:?}");
        }
        let collectors = metrics.values_of("metrics_collector_success", "collector");
        for collector in collectors {
            let labels = [("collector", collector)];
            assert_eq!(metrics.value("metrics_collector_success", &labels), Some(1.0), "{collector}");
        }
        let services = metrics.values_of("database_pool_connections", "service");
        assert_eq!(services.into_iter().collect::<Vec<_>>(), ["idp", "product-api"]);
        let _running = world.process();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mailbox_page_answers_this_machine_by_its_own_name_only() {
    let world = TestInstallation::new(TestEngine::Sqlite).await;
    let client = foundation::testing::test_client();
    let own = client
        .get(world.address.at("/dev/mailbox"))
        .send()
        .await
        .unwrap();
    assert_eq!(own.status(), 200);
    for (host, expected) in [
        ("LOCALHOST:1", 200),
        ("localhost.:1", 200),
        ("[::1]", 200),
        ("[::ffff:127.0.0.1]:1", 200),
        ("localhost.example", 404),
    ] {
        let response = client.get(world.address.at("/dev/mailbox"));
        let response = response.header("host", host).send().await.unwrap();
        assert_eq!(response.status(), expected, "{host}");
    }
    let rebound = client
        .get(world.address.at("/dev/mailbox"))
        .header("host", "evil.example");
    assert_eq!(rebound.send().await.unwrap().status(), 404);
    for (name, value) in [
        ("x-forwarded-for", "203.0.113.7"),
        ("x-forwarded-host", "localhost"),
        ("x-forwarded-proto", "http"),
        ("forwarded", "for=127.0.0.1"),
        ("via", "1.1 proxy"),
        ("x-real-ip", "127.0.0.1"),
    ] {
        let forwarded = client
            .get(world.address.at("/dev/mailbox"))
            .header(name, value);
        assert_eq!(forwarded.send().await.unwrap().status(), 404, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopping_server_is_unready_before_it_refuses_requests() {
    let drain = ("TOLLGATE_DRAIN_SECONDS", "255");
    let mut world = TestInstallation::set_up(TestEngine::Sqlite, &[drain]).await;
    let client = foundation::testing::test_client();
    let ready = world.address.at("/health/ready");
    assert_eq!(client.get(&ready).send().await.unwrap().status(), 200);
    world.process().terminate();
    while client.get(&ready).send().await.unwrap().status() != 503 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let page = client.get(world.address.at("/docs"));
    let page = page.send().await.unwrap();
    assert_eq!(page.status(), 200);
    assert_eq!(page.headers()["connection"], "close");
    // A second signal ends the wait.
    assert!(world.process().stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn public_address_has_no_mailbox_page_and_says_that_no_mail_is_sent() {
    let base = ("IDP_BASE_URL", "https://id.example.com");
    let mut world = TestInstallation::set_up(TestEngine::Sqlite, &[base]).await;
    let client = foundation::testing::test_client();
    let page = client.get(world.address.at("/dev/mailbox"));
    let page = page.send().await.unwrap();
    assert_eq!(page.status(), 404);
    let ready = client.get(world.address.at("/health/ready"));
    let ready = ready.send().await.unwrap();
    let ready: Value = ready.json().await.unwrap();
    assert_eq!(ready["idp_mail"], "goes to files");
    let welcome = world.process().welcome().await;
    assert!(welcome.contains("NOT SENT"), "{welcome}");
    assert!(!welcome.contains("/dev/mailbox"), "{welcome}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn request_that_machines_repeat_is_in_the_log_at_debug_level() {
    let mut world = TestInstallation::new(TestEngine::Sqlite).await;
    let client = foundation::testing::test_client();
    for (path, expected) in [
        ("/health/live", "DEBUG"),
        ("/health/ready", "DEBUG"),
        ("/metrics", "DEBUG"),
        ("/docs", "INFO"),
    ] {
        let request = client.get(world.address.at(path));
        assert_eq!(request.send().await.unwrap().status(), 200, "{path}");
        assert_eq!(level_of(world.process(), path).await, expected, "{path}");
    }
    for path in ["/admin/v1/user-changes", "/admin/v1/ended-grants"] {
        let polled = level_of(world.process(), path).await;
        assert_eq!(polled, "DEBUG", "{path}");
    }
}

/// Waits for the log line about a successful request of a route. Returns its level.
async fn level_of(process: &Process, route: &str) -> String {
    loop {
        let log = process.log();
        let lines = log
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        let found = lines
            .filter(|line: &Value| line["message"] == "answered" && line["status"] == 200)
            .find(|line| line["route"] == route);
        match found {
            Some(line) => return line["level"].as_str().unwrap().to_owned(),
            None => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}
