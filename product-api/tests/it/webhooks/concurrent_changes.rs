//! Tests concurrent changes of webhooks. Row locks of PostgreSQL block one of two operations until the other is done.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::WebhookSetup;
use crate::credits::grant;
use crate::harness::{TestApi, on_both};
use crate::receiver::{Receiver, ReceiverBehaviour};
use crate::row_locks::RowLocks;

const OFF: [&str; 2] = [
    "UPDATE book SET heard = 0",
    "UPDATE webhook_endpoint SET status = 'off'",
];
const WAITING: &str = "SELECT count(*) FROM webhook_delivery WHERE state = 'waiting'";
const HEARD: &str = "SELECT CAST(MAX(heard) AS BIGINT) FROM book";

/// Returns an endpoint that failed once; its event is due again in six seconds.
async fn failing() -> WebhookSetup {
    let hooked = WebhookSetup::new(TestApi::postgres().await).await;
    hooked.receiver.does(ReceiverBehaviour::Answers(500));
    grant(&hooked.world, &hooked.shop, "g", "ada", 100).await;
    hooked.deliver().await;
    hooked.world.clock.advance(Duration::from_secs(6));
    hooked
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_endpoint_that_is_added_while_another_is_disabled_is_heard() {
    let hooked = failing().await;
    hooked.receiver.does(ReceiverBehaviour::Answers(410));
    let mut holding = RowLocks::take(&hooked.world, &["UPDATE book SET heard = 1"]).await;
    let adding = async {
        holding.wait_for_waiter().await;
        holding
            .does(
                "INSERT INTO webhook_endpoint (id, website_id, mode, url, host, events, secret, status, created_at, updated_at) \
                 SELECT 'whe_second', website_id, mode, 'https://pictures.example.com/', 'pictures.example.com:443', events, \
                     secret, 'active', created_at, updated_at FROM webhook_endpoint",
            )
            .await;
        holding.lets_go().await;
    };
    tokio::join!(hooked.deliver(), adding);
    let disabled = hooked.call(Method::GET, "", None).await.json();
    assert_eq!(disabled["status"], "disabled");
    assert_eq!(hooked.world.count(HEARD).await, 1, "the second listens");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_and_the_worker_never_wait_for_each_other_in_a_circle() {
    let hooked = failing().await;
    hooked.receiver.does(ReceiverBehaviour::Hangs);
    let switching_off = async {
        hooked.receiver.wait_for_requests(2).await;
        let mut holding = RowLocks::take(&hooked.world, &OFF).await;
        hooked.receiver.lets_go();
        holding.wait_for_waiter().await;
        let give_up = "UPDATE webhook_delivery SET state = 'failed', next_at = NULL";
        holding.does(give_up).await;
        holding.lets_go().await;
    };
    tokio::join!(hooked.deliver(), switching_off);
    assert_eq!(hooked.world.count(WAITING).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_is_changed_meanwhile_stays_changed() {
    let hooked = WebhookSetup::new(TestApi::postgres().await).await;
    let mut holding = RowLocks::take(&hooked.world, &["UPDATE book SET heard = heard"]).await;
    let moving = async {
        holding.wait_for_waiter().await;
        let moved = "UPDATE webhook_endpoint SET url = 'https://moved.example.com/', host = 'moved.example.com:443'";
        holding.does(moved).await;
        holding.lets_go().await;
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
    let meanwhile = async {
        hooked.receiver.wait_for_requests(4).await;
        act.await;
        hooked.receiver.lets_go();
    };
    tokio::join!(hooked.deliver(), meanwhile);
}

on_both! {
    async fn what_had_not_begun_goes_to_where_an_endpoint_is_by_then(world) {
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

on_both! {
    /// A 410 of the old address neither disables an endpoint that has moved nor counts as its last attempt.
    async fn what_was_asked_at_the_old_address_in_vain_is_sent_to_the_new_one_at_once(world) {
        let hooked = WebhookSetup::new(world).await;
        let moved = Receiver::start(hooked.world.take_listener());
        hooked.receiver.does(ReceiverBehaviour::Answers(500));
        grant(&hooked.world, &hooked.shop, "g", "ada", 1).await;
        hooked.deliver().await;
        assert_eq!(hooked.world.sql("UPDATE webhook_delivery SET attempts = 9", &[]).await, 1);
        hooked.world.clock.advance(Duration::from_secs(6));
        hooked.receiver.does(ReceiverBehaviour::Hangs);
        let moving = async {
            hooked.receiver.wait_for_requests(2).await;
            let to = json!({"url": moved.url});
            assert_eq!(hooked.call(Method::PATCH, "", Some(to)).await.status, 200);
            hooked.receiver.lets_go_with(410);
        };
        tokio::join!(hooked.deliver(), moving);
        hooked.deliver().await;
        assert_eq!(moved.received().len(), 1);
        let endpoint = hooked.call(Method::GET, "", None).await.json();
        assert_eq!((&endpoint["status"], &endpoint["failing_since"]), (&json!("active"), &Value::Null));
    }
}

on_both! {
    /// A resend restarts the count of attempts, and the failure of the earlier attempt does not end the new one.
    async fn what_is_sent_again_meanwhile_is_not_taken_back_by_the_attempt_before_it(world) {
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
            moved.lets_go();
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
                hooked.receiver.lets_go_with(500);
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

on_both! {
    async fn nothing_more_begins_to_go_to_an_endpoint_that_was_deleted(world) {
        let hooked = WebhookSetup::new(world).await;
        sixteen_while(&hooked, async {
            assert_eq!(hooked.call(Method::DELETE, "", None).await.status, 204);
        })
        .await;
        assert_eq!(hooked.receiver.received().len(), 4);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_handed_to_an_endpoint_that_is_switched_off_meanwhile() {
    let hooked = WebhookSetup::new(TestApi::postgres().await).await;
    hooked.receiver.does(ReceiverBehaviour::Answers(500));
    grant(&hooked.world, &hooked.shop, "g", "ada", 100).await;
    let mut holding = RowLocks::take(&hooked.world, &OFF).await;
    let letting_go = async {
        holding.wait_for_waiter().await;
        holding.lets_go().await;
    };
    tokio::join!(hooked.deliver(), letting_go);
    assert_eq!(hooked.world.count(WAITING).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_sent_again_to_an_endpoint_that_is_switched_off_meanwhile() {
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
        let mut holding = RowLocks::take(&hooked.world, &OFF).await;
        let letting_go = async {
            holding.wait_for_waiter().await;
            holding.lets_go().await;
        };
        let (answer, ()) = tokio::join!(hooked.call(Method::POST, &path, body), letting_go);
        answer.is_problem(400, "invalid-request");
        assert_eq!(hooked.world.count(WAITING).await, 0, "{path}");
    }
}
