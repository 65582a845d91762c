//! Tests that no website, receiver or failure delays the webhooks of others.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;

use super::{WebhookSetup, add};
use crate::credits::{Shop, grant};
use crate::harness::{TestApi, on_both_engines};
use crate::receiver::{Receiver, ReceiverBehaviour};

on_both_engines! {
    // row: I6
    /// Forty hosts of one website that never respond, first in any order, do not delay other websites.
    async fn slow_website_does_not_delay_others(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        let test = Shop { id: shop.id.clone(), key: shop.test_key.clone(), test_key: String::new() };
        for n in 1..40 {
            let key = if n < 20 { &shop.key } else { &shop.test_key };
            add(world, key, &hooked.receiver.url, &json!(null)).await;
        }
        world.sql("UPDATE webhook_endpoint SET host = id", &[]).await;
        hooked.receiver.does(ReceiverBehaviour::Hangs);
        grant(world, shop, "g", "ada", 5).await;
        grant(world, &test, "g", "ada", 5).await;
        let two = Shop::open(world, "usr_2", "Two").await;
        let quick = Receiver::start(world.take_listener());
        add(world, &two.key, &quick.url, &json!(null)).await;
        world.sql("UPDATE webhook_endpoint SET host = 'zzz' WHERE website_id = $1", &[&two.id]).await;
        grant(world, &two, "g", "bob", 5).await;
        product_api::webhooks::poll(&world.app).await.unwrap();
        quick.wait_for_requests(1).await;
        hooked.receiver.wait_for_requests(4).await;
        world.settled_hosts(4).await;
        assert_eq!(hooked.receiver.received().len(), 4, "a website has four deliveries at a time");
        hooked.receiver.release();
        world.settles().await;
        hooked.deliver().await;
        assert_eq!(hooked.receiver.received().len(), 40, "the rest later");
    }
}

on_both_engines! {
    /// A run queues a bounded number of deliveries; later runs queue the rest while the first are sent.
    async fn claim_takes_a_bounded_number_of_events(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, .. } = &hooked;
        let many = "\
            INSERT INTO outbox (id, book_id, account_id, n, type, payload, created_at, is_waiting) \
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000) \
            SELECT n, (SELECT id FROM book WHERE heard = 1), n, 1, 'credits.granted', '{}', 1800000000000000, TRUE FROM numbers";
        world.sql(many, &[]).await;
        hooked.receiver.does(ReceiverBehaviour::Hangs);
        let waiting = "SELECT count(*) FROM outbox WHERE is_waiting";
        let handed = "SELECT count(*) FROM webhook_delivery";
        product_api::webhooks::poll(&world.app).await.unwrap();
        assert_eq!((world.count(waiting).await, world.count(handed).await), (952, 2048));
        hooked.receiver.wait_for_requests(1).await;
        product_api::webhooks::poll(&world.app).await.unwrap();
        assert_eq!((world.count(waiting).await, world.count(handed).await), (0, 3000));
        let off = json!({"status": "off"});
        assert_eq!(hooked.call(Method::PATCH, "", Some(off)).await.status, 200);
        hooked.receiver.release();
        world.settles().await;
    }
}

on_both_engines! {
    /// Attempts without a recorded outcome count as well, so no delivery is sent an eleventh time.
    async fn event_claimed_ten_times_is_given_up(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        hooked.receiver.does(ReceiverBehaviour::Responds(500));
        grant(world, shop, "g", "ada", 5).await;
        grant(world, shop, "h", "bob", 5).await;
        hooked.deliver().await;
        // Sets the state after ten servers that crashed during their attempts.
        let first = hooked.receiver.received()[0].id.trim_start_matches("evt_").to_owned();
        world.sql("UPDATE webhook_delivery SET attempts = 10 WHERE CAST(event_id AS TEXT) = $1", &[&first]).await;
        hooked.receiver.does(ReceiverBehaviour::Responds(200));
        hooked.pass(6).await;
        let came = hooked.receiver.received();
        assert_eq!(came.len(), 3, "{came:?}");
        assert_eq!(came[2].id, came[1].id, "the other one, the control");
        let body = hooked.call(Method::GET, &format!("/deliveries/evt_{first}"), None).await.json();
        assert_eq!((&body["delivery"]["state"], &body["delivery"]["next_attempt_at"]), (&json!("failed"), &json!(null)));
    }
}

on_both_engines! {
    /// Fifty responses with 410 at four servers disable an endpoint once. An endpoint that is added concurrently gets events.
    async fn one_of_fifty_concurrent_failures_disables_the_endpoint_and_new_ones_get_events(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        hooked.receiver.does(ReceiverBehaviour::Responds(500));
        let grants = (0..50).map(|n| async move { grant(world, shop, &format!("g{n}"), &format!("c{n}"), 5).await });
        join_all(grants).await;
        hooked.deliver().await;
        world.clock.advance(std::time::Duration::from_secs(6));
        hooked.receiver.does(ReceiverBehaviour::Responds(410));
        let second = Receiver::start(world.take_listener());
        let workers = join_all((0..4).map(|_| product_api::webhooks::once(&world.app)));
        let nothing = json!(null);
        let (worked, _added) = tokio::join!(workers, add(world, &shop.key, &second.url, &nothing));
        for outcome in worked {
            outcome.unwrap();
        }
        let audit_log = "SELECT count(*) FROM audit WHERE action = 'webhook.disabled'";
        assert_eq!(world.count(audit_log).await, 1);
        assert_eq!(world.count("SELECT count(*) FROM webhook_delivery WHERE state = 'waiting'").await, 0);
        grant(world, shop, "last", "ada", 7).await;
        hooked.deliver().await;
        assert_eq!(second.received().len(), 1);
    }
}
