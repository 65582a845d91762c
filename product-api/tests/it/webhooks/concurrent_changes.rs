//! Tests concurrent changes of webhooks. Row locks of PostgreSQL block one of two operations until the other is done.

use std::time::Duration;

use foundation::testing::RowLocks;
use reqwest::Method;
use serde_json::{Value, json};

use super::WebhookSetup;
use crate::credits::grant;
use crate::harness::{TestApi, on_both_engines};
use crate::receiver::{Receiver, ReceiverBehaviour};

const OFF: [&str; 2] = [
    "UPDATE book SET heard = 0",
    "UPDATE webhook_endpoint SET status = 'off'",
];
const WAITING: &str = "SELECT count(*) FROM webhook_delivery WHERE state = 'waiting'";
const SUBSCRIPTION: &str = "SELECT CAST(MAX(heard) AS BIGINT) FROM book";

/// Returns an endpoint that failed once; its event is due again in six seconds.
async fn failing() -> WebhookSetup {
    let hooked = WebhookSetup::new(TestApi::postgres().await).await;
    hooked.receiver.does(ReceiverBehaviour::Responds(500));
    grant(&hooked.world, &hooked.shop, "g", "ada", 100).await;
    hooked.deliver().await;
    hooked.world.clock.advance(Duration::from_secs(6));
    hooked
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn endpoint_added_during_a_disabling_gets_events() {
    let hooked = failing().await;
    hooked.receiver.does(ReceiverBehaviour::Responds(410));
    let mut holding =
        RowLocks::take(&hooked.world.app.database, &["UPDATE book SET heard = 1"]).await;
    let adding = async {
        holding.wait_for_sessions(1).await;
        holding
            .execute(
                "INSERT INTO webhook_endpoint (id, website_id, mode, url, host, events, secret, status, created_at, updated_at) \
                 SELECT 'whe_second', website_id, mode, 'https://pictures.example.com/', 'pictures.example.com:443', events, \
                     secret, 'active', created_at, updated_at FROM webhook_endpoint",
            )
            .await;
        holding.commit().await;
    };
    tokio::join!(hooked.deliver(), adding);
    let disabled = hooked.call(Method::GET, "", None).await.json();
    assert_eq!(disabled["status"], "disabled");
    assert_eq!(
        hooked.world.count(SUBSCRIPTION).await,
        1,
        "the second listens"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn owner_and_worker_never_deadlock() {
    let hooked = failing().await;
    hooked.receiver.does(ReceiverBehaviour::Hangs);
    let switching_off = async {
        hooked.receiver.wait_for_requests(2).await;
        let mut holding = RowLocks::take(&hooked.world.app.database, &OFF).await;
        hooked.receiver.release();
        holding.wait_for_sessions(1).await;
        let give_up = "UPDATE webhook_delivery SET state = 'failed', next_at = NULL";
        holding.execute(give_up).await;
        holding.commit().await;
    };
    tokio::join!(hooked.deliver(), switching_off);
    assert_eq!(hooked.world.count(WAITING).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_url_change_is_not_overwritten() {
    let hooked = WebhookSetup::new(TestApi::postgres().await).await;
    let mut holding = RowLocks::take(
        &hooked.world.app.database,
        &["UPDATE book SET heard = heard"],
    )
    .await;
    let moving = async {
        holding.wait_for_sessions(1).await;
        let moved = "UPDATE webhook_endpoint SET url = 'https://moved.example.com/', host = 'moved.example.com:443'";
        holding.execute(moved).await;
        holding.commit().await;
    };
    let on = json!({"status": "active", "events": ["credits.low"]});
    let (changed, ()) = tokio::join!(hooked.call(Method::PATCH, "", Some(on)), moving);
    let changed = changed.json();
    assert_eq!(
        (&changed["url"], &changed["events"]),
        (
            &json!("https://moved.example.com/"),
            &json!(["credits.low"])
        )
    );
    let host = "SELECT host FROM webhook_endpoint";
    assert_eq!(hooked.world.text(host).await, "moved.example.com:443");
}

/// Sends sixteen events of as many customers, and runs an action while the first four requests are in flight.
async fn sixteen_while(hooked: &WebhookSetup, act: impl Future<Output = ()>) {
    for n in 0..16 {
        grant(
            &hooked.world,
            &hooked.shop,
            &format!("g{n}"),
            &format!("c{n}"),
            1,
        )
        .await;
    }
    hooked.receiver.does(ReceiverBehaviour::Hangs);
    let concurrent = async {
        hooked.receiver.wait_for_requests(4).await;
        act.await;
        hooked.receiver.release();
    };
    tokio::join!(hooked.deliver(), concurrent);
}

on_both_engines! {
    async fn pending_event_is_sent_to_the_current_url(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let moved = Receiver::start(hooked.world.take_listener());
        sixteen_while(&hooked, async {
            let to = json!({"url": moved.url});
            assert_eq!(hooked.call(Method::PATCH, "", Some(to)).await.status, 200);
        })
        .await;
        hooked.deliver().await;
        assert_eq!((hooked.receiver.received().len(), moved.received().len()), (4, 12));
    }
}

on_both_engines! {
    /// A 410 of the old address neither disables an endpoint that has moved nor counts as its last attempt.
    async fn failed_event_is_sent_to_a_new_url_at_once(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let moved = Receiver::start(hooked.world.take_listener());
        hooked.receiver.does(ReceiverBehaviour::Responds(500));
        grant(&hooked.world, &hooked.shop, "g", "ada", 1).await;
        hooked.deliver().await;
        assert_eq!(hooked.world.sql("UPDATE webhook_delivery SET attempts = 9", &[]).await, 1);
        hooked.world.clock.advance(Duration::from_secs(6));
        hooked.receiver.does(ReceiverBehaviour::Hangs);
        let moving = async {
            hooked.receiver.wait_for_requests(2).await;
            let to = json!({"url": moved.url});
            assert_eq!(hooked.call(Method::PATCH, "", Some(to)).await.status, 200);
            hooked.receiver.release_with(410);
        };
        tokio::join!(hooked.deliver(), moving);
        hooked.deliver().await;
        assert_eq!(moved.received().len(), 1);
        let endpoint = hooked.call(Method::GET, "", None).await.json();
        assert_eq!((&endpoint["status"], &endpoint["failing_since"]), (&json!("active"), &Value::Null));
    }
}

on_both_engines! {
    /// A resend restarts the count of attempts, and the failure of the earlier attempt does not end the new one.
    async fn resend_is_not_undone_by_an_earlier_attempt(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let moved = Receiver::start(hooked.world.take_listener());
        for receiver in [&hooked.receiver, &moved] {
            receiver.does(ReceiverBehaviour::Hangs);
        }
        grant(&hooked.world, &hooked.shop, "g", "ada", 1).await;
        let first = async {
            tokio::select! {
                () = hooked.deliver() => {}
                () = moved.wait_for_requests(2) => {}
            }
            moved.release();
        };
        let again = async {
            hooked.receiver.wait_for_requests(1).await;
            let event = hooked.receiver.received()[0].id.clone();
            let to = json!({"url": moved.url});
            assert_eq!(hooked.call(Method::PATCH, "", Some(to)).await.status, 200);
            hooked.world.clock.advance(Duration::from_secs(1));
            let resend = format!("/deliveries/{event}/resend");
            assert_eq!(hooked.call(Method::POST, &resend, None).await.status, 200);
            let failing = async {
                moved.wait_for_requests(1).await;
                hooked.receiver.release_with(500);
            };
            tokio::join!(hooked.deliver(), failing);
        };
        tokio::join!(first, again);
        hooked.deliver().await;
        assert_eq!((hooked.receiver.received().len(), moved.received().len()), (1, 1));
        let found = hooked.delivery().await;
        assert_eq!((&found["state"], &found["attempts"], &found["last_status"]), (&json!("delivered"), &json!(1), &json!(200)));
    }
}

on_both_engines! {
    async fn deleted_endpoint_gets_no_further_attempt(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        sixteen_while(&hooked, async {
            assert_eq!(hooked.call(Method::DELETE, "", None).await.status, 204);
        })
        .await;
        assert_eq!(hooked.receiver.received().len(), 4);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrently_disabled_endpoint_gets_no_new_event() {
    let hooked = WebhookSetup::new(TestApi::postgres().await).await;
    hooked.receiver.does(ReceiverBehaviour::Responds(500));
    grant(&hooked.world, &hooked.shop, "g", "ada", 100).await;
    let holding = RowLocks::take(&hooked.world.app.database, &OFF).await;
    tokio::join!(hooked.deliver(), holding.commit_when_awaited());
    assert_eq!(hooked.world.count(WAITING).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrently_disabled_endpoint_gets_no_resend() {
    let hooked = WebhookSetup::new(TestApi::postgres().await).await;
    grant(&hooked.world, &hooked.shop, "g", "ada", 100).await;
    hooked.deliver().await;
    let event = hooked.receiver.received()[0].id.clone();
    let range = json!({"from": "2027-01-15T00:00:00Z", "to": "2027-01-16T00:00:00Z"});
    for (path, body) in [
        (format!("/deliveries/{event}/resend"), None),
        ("/resend".to_owned(), Some(range)),
    ] {
        hooked
            .world
            .sql("UPDATE webhook_endpoint SET status = 'active'", &[])
            .await;
        let holding = RowLocks::take(&hooked.world.app.database, &OFF).await;
        let (response, ()) = tokio::join!(
            hooked.call(Method::POST, &path, body),
            holding.commit_when_awaited()
        );
        response.is_problem(400, "invalid-request");
        assert_eq!(hooked.world.count(WAITING).await, 0, "{path}");
    }
}
