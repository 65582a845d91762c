//! Tests the metrics of a server: backlogs, refusals by kind, batches of the ledger, the last verification.

use std::time::Duration;

use foundation::telemetry::count_metrics;
use foundation::testing::Metrics;
use product_api::telemetry::FAMILIES;

use crate::credits::{Shop, grant, spend};
use crate::harness::{TestApi, on_both_engines};
use crate::operator::operator_token;

/// Inserts an event that waits for delivery, written 90 seconds before the test begins.
const EVENT: &str = "\
    INSERT INTO outbox (id, book_id, account_id, n, type, payload, created_at, is_waiting) \
    VALUES (1, 1, 1, 1, 'credits.granted', '{}', 1799999910000000, TRUE)";
/// Inserts a delivery that has waited since then for an unavailable endpoint.
const DELIVERY: &str = "\
    INSERT INTO webhook_delivery (id, endpoint_id, event_id, account_id, n, type, state, next_at, created_at) \
    VALUES ('del_1', 'whe_1', 1, 1, 1, 'credits.granted', 'waiting', 1900000000000000, 1799999910000000)";

async fn metrics(world: &TestApi) -> Metrics {
    let response = world.get("/metrics", "").await;
    assert_eq!(response.status, 200);
    assert!(
        response
            .header("content-type")
            .starts_with("text/plain; version=0.0.4")
    );
    Metrics::parse(&response.body)
}

on_both_engines! {
    async fn backlog_has_its_size_and_the_age_of_its_oldest_item(world: TestApi) {
        let figures = |metrics: &Metrics, queue| {
            let labels = [("service", "product-api"), ("queue", queue)];
            let figure = |name| metrics.value(name, &labels);
            (figure("queue_size"), figure("queue_oldest_age_seconds"))
        };
        let before = metrics(&world).await;
        for queue in ["events", "webhooks"] {
            assert_eq!(figures(&before, queue), (Some(0.0), Some(0.0)), "{queue}");
        }
        assert_eq!(figures(&before, "ledger"), (Some(0.0), None));
        world.sql(EVENT, &[]).await;
        world.sql(DELIVERY, &[]).await;
        world.clock.advance(Duration::from_millis(500));
        let after = metrics(&world).await;
        for queue in ["events", "webhooks"] {
            assert_eq!(figures(&after, queue), (Some(1.0), Some(90.5)), "{queue}");
        }
    }
}

on_both_engines! {
    async fn refusals_are_counted_by_their_kind(world: TestApi) {
        count_metrics(&[FAMILIES]);
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        // The server stores the first refusal under its key, and does not store the second.
        spend(&world, &shop, "s", 101).await.is_problem(402, "insufficient-credits");
        world.get("/v1/me", "nonsense").await.is_problem(401, "unauthenticated");
        let metrics = metrics(&world).await;
        for kind in ["insufficient-credits", "unauthenticated"] {
            assert!(metrics.value("api_refusals_total", &[("kind", kind)]).is_some(), "{kind}");
        }
        assert!(metrics.value("api_ledger_batch_size_count", &[]).is_some());
        assert!(metrics.value("api_ledger_batch_duration_seconds_sum", &[]).is_some());
    }
}

on_both_engines! {
    async fn last_verification_has_its_time_and_its_findings(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let before = metrics(&world).await;
        assert_eq!(before.value("api_ledger_verification_timestamp_seconds", &[]), None);
        world.sql("UPDATE customers SET credits = 71", &[]).await;
        world.get("/v1/ledger/verification", &operator_token(&world)).await;
        let after = metrics(&world).await;
        for (name, value) in [
            ("api_ledger_verification_timestamp_seconds", 1_800_000_000.0),
            ("api_ledger_verification_findings", 1.0),
            ("api_ledger_verification_broken_off", 0.0),
            ("api_frozen_accounts", 1.0),
        ] {
            assert_eq!(after.value(name, &[]), Some(value), "{name}");
        }
    }
}

on_both_engines! {
    async fn figures_that_cannot_be_read_cost_no_others(world: TestApi) {
        let success = |metrics: &Metrics, collector| {
            metrics.value("metrics_collector_success", &[("collector", collector)])
        };
        world.sql("ALTER TABLE webhook_delivery RENAME TO away", &[]).await;
        let metrics = metrics(&world).await;
        assert_eq!(success(&metrics, "api_queues"), Some(0.0));
        assert_eq!(success(&metrics, "api_state"), Some(1.0));
        let pools = metrics.values_of("database_pool_connections", "pool");
        assert!(!pools.is_empty());
    }
}
