//! Tests the metrics of a server: backlogs, refusals by code, and routes by their patterns.

use foundation::on_both_engines;
use foundation::telemetry::count_metrics;
use foundation::testing::Metrics;
use idp::telemetry::FAMILIES;

use crate::harness::TestIdp;

/// Inserts an email that waits for its second attempt, written 90 seconds before the test begins.
const MAIL: &str = "\
    INSERT INTO outgoing_mail (id, kind, recipient, sealed, token, created_at, next_attempt_at, attempts, expires_at) \
    VALUES ($1, 'sign_in_link', '', '', '', 1799999910000000, 1900000000000000, 1, 1900000000000000)";
/// Inserts a logout that has waited as long: it expires a day after the end of its session.
const LOGOUT: &str = "\
    INSERT INTO backchannel_logouts (id, sid, client_id, user_id, expires_at, next_attempt_at) \
    VALUES ($1, 'sid', 'web', 'usr_1', 1800086310000000, 1900000000000000)";

async fn metrics(world: &TestIdp) -> Metrics {
    let response = world.get("/metrics", None).await;
    assert_eq!(response.status(), 200);
    Metrics::parse(&response.text().await.unwrap())
}

on_both_engines!(backlog_has_its_size_and_the_age_of_its_oldest_item);

async fn backlog_has_its_size_and_the_age_of_its_oldest_item(world: TestIdp) {
    let figures = |metrics: &Metrics, queue| {
        let labels = [("service", "idp"), ("queue", queue)];
        let figure = |name| metrics.value(name, &labels).unwrap();
        (figure("queue_size"), figure("queue_oldest_age_seconds"))
    };
    let before = metrics(&world).await;
    for queue in ["mail", "logouts"] {
        assert_eq!(figures(&before, queue), (0.0, 0.0), "{queue}");
    }
    world.execute(MAIL, "mail_1").await;
    world.execute(LOGOUT, "blo_1").await;
    world.wait(10);
    let after = metrics(&world).await;
    for queue in ["mail", "logouts"] {
        assert_eq!(figures(&after, queue), (1.0, 100.0), "{queue}");
    }
}

#[tokio::test]
async fn refusals_are_counted_by_their_code() {
    count_metrics(&[FAMILIES]);
    let world = TestIdp::new().await;
    let refused = world.token(&[("grant_type", "nonsense")], None).await;
    assert_eq!(refused.body["error"], "unsupported_grant_type");
    // Opens a link without its parameters.
    world.get("/api/auth/callback/email", None).await;
    let metrics = metrics(&world).await;
    for (name, label, code) in [
        ("idp_refusals_total", "error", "unsupported_grant_type"),
        ("idp_sign_in_refusals_total", "code", "Configuration"),
    ] {
        assert!(metrics.value(name, &[(label, code)]).is_some(), "{code}");
    }
}

#[tokio::test]
async fn requests_are_counted_by_the_patterns_of_their_routes() {
    count_metrics(&[FAMILIES]);
    let world = TestIdp::new().await;
    for number in 0..20 {
        for path in [
            format!("/api/auth/signin/provider-{number}"),
            format!("/api/auth/callback/provider-{number}"),
            format!("/api/auth/error/code-{number}"),
            format!("/api/auth/unknown-{number}/x"),
            format!("/unknown-{number}"),
        ] {
            world.get(&path, None).await;
        }
    }
    world.get("/api/auth/session", None).await;
    let metrics = metrics(&world).await;
    let of_requests = metrics.values_of("http_requests_total", "route");
    let of_durations = metrics.values_of("http_request_duration_seconds_count", "route");
    for route in [
        "/api/auth/signin/:provider",
        "/api/auth/callback/:provider",
        "/api/auth/error/:code",
        "/api/auth/session",
        "/api/auth/*path",
        "-",
    ] {
        assert!(of_requests.contains(route), "{route}: {of_requests:?}");
        assert!(of_durations.contains(route), "{route}");
    }
    let from_clients = of_requests.iter().filter(|route| route.contains("-1"));
    assert_eq!(from_clients.count(), 0, "{of_requests:?}");
    let classes = metrics.values_of("http_request_duration_seconds_count", "status_class");
    assert!(
        classes.iter().all(|class| class.ends_with("xx")),
        "{classes:?}"
    );
}
