//! Tests receivers that are unavailable, slow, deleted or moved, and servers that crash during a delivery.

use std::time::Duration;

use foundation::Random;
use product_api::app::App;
use reqwest::Method;
use serde_json::{Value, json};

use super::{WebhookSetup, add};
use crate::credits::{Shop, grant};
use crate::harness::{TestApi, on_both_engines};
use crate::receiver::{Receiver, ReceiverBehaviour};

on_both_engines! {
    /// The server retries by the schedule with one id and body, and gives up after ten attempts.
    async fn unavailable_receiver_is_retried_for_three_days(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        hooked.receiver.does(ReceiverBehaviour::Responds(503));
        grant(&hooked.world, &hooked.shop, "g", "ada", 100).await;
        hooked.deliver().await;
        // Checks that each pause lasts at least nine tenths and at most eleven tenths of its scheduled length.
        let pauses = [
            (3, 6),
            (269, 330),
            (1619, 1980),
            (6479, 7920),
            (16_199, 19_800),
            (32_399, 39_600),
            (45_359, 55_440),
            (64_799, 79_200),
            (77_759, 95_040),
        ];
        for (index, (early, late)) in pauses.into_iter().enumerate() {
            hooked.pass(early).await;
            assert_eq!(hooked.receiver.received().len(), index + 1, "after {early}");
            hooked.pass(late - early).await;
            assert_eq!(hooked.receiver.received().len(), index + 2, "after {late}");
        }
        let delivery = hooked.delivery().await;
        assert_eq!((&delivery["state"], &delivery["attempts"], &delivery["last_status"]), (&json!("failed"), &json!(10), &json!(503)));
        hooked.pass(864_000).await;
        let came = hooked.receiver.received();
        assert_eq!(came.len(), 10);
        assert!(came.iter().all(|one| one.id == came[0].id && one.body == came[0].body));
        assert!(came.iter().all(|one| one.is_signed_by(&hooked.secret)));
    }
}

on_both_engines! {
    async fn recovered_receiver_gets_missed_events(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        hooked.receiver.does(ReceiverBehaviour::Responds(500));
        grant(&hooked.world, &hooked.shop, "g", "ada", 100).await;
        grant(&hooked.world, &hooked.shop, "h", "bob", 7).await;
        hooked.deliver().await;
        let found = hooked.call(Method::GET, "", None).await.json();
        assert_ne!(found["failing_since"], Value::Null);
        hooked.receiver.does(ReceiverBehaviour::Responds(204));
        hooked.pass(6).await;
        assert_eq!(hooked.receiver.received().len(), 4);
        assert_eq!(hooked.call(Method::GET, "", None).await.json()["failing_since"], Value::Null);
        let page = hooked.call(Method::GET, "/deliveries?state=delivered", None).await.json();
        assert_eq!(page["items"].as_array().unwrap().len(), 2);
    }
}

on_both_engines! {
    // row: I4
    async fn redirect_is_a_failure_and_retry_after_is_honoured(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let elsewhere = Receiver::start(hooked.world.take_listener());
        hooked.receiver.does(ReceiverBehaviour::RespondsWithHeader(307, "location", elsewhere.url.clone()));
        grant(&hooked.world, &hooked.shop, "g", "ada", 100).await;
        hooked.deliver().await;
        let delivery = hooked.delivery().await;
        assert_eq!((&delivery["last_status"], &delivery["last_error"]), (&json!(307), &json!("it answered with a redirect")));
        hooked.receiver.does(ReceiverBehaviour::RespondsWithHeader(429, "retry-after", "600".to_owned()));
        hooked.pass(6).await;
        assert_eq!(hooked.receiver.received().len(), 2);
        hooked.receiver.does(ReceiverBehaviour::Responds(200));
        hooked.pass(590).await;
        assert_eq!(hooked.receiver.received().len(), 2, "the schedule says five minutes, it asked for ten");
        hooked.pass(10).await;
        assert_eq!((hooked.receiver.received().len(), elsewhere.received().len()), (3, 0));
    }
}

on_both_engines! {
    async fn endpoint_that_returns_410_is_disabled_at_once(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        hooked.receiver.does(ReceiverBehaviour::Responds(410));
        grant(&hooked.world, &hooked.shop, "g", "ada", 100).await;
        hooked.deliver().await;
        is_disabled(&hooked, "it said that it is gone (410)").await;
        grant(&hooked.world, &hooked.shop, "h", "ada", 100).await;
        hooked.pass(86_400).await;
        assert_eq!(hooked.receiver.received().len(), 1);
        // A reactivated endpoint starts without failures, and a time range resends the missed events.
        hooked.receiver.does(ReceiverBehaviour::Responds(200));
        let on = hooked.call(Method::PATCH, "", Some(json!({"status": "active"}))).await;
        assert_eq!((&on.json()["status"], &on.json()["disabled_reason"]), (&json!("active"), &Value::Null));
        let range = json!({"from": "2027-01-15T00:00:00Z", "to": "2027-01-20T00:00:00Z"});
        let queued = hooked.call(Method::POST, "/resend", Some(range)).await.json();
        assert_eq!(queued, json!({"queued": 2, "next_cursor": null}));
        hooked.deliver().await;
        assert_eq!(hooked.receiver.received().len(), 3);
    }
}

async fn is_disabled(hooked: &WebhookSetup, reason: &str) {
    let found = hooked.call(Method::GET, "", None).await.json();
    assert_eq!(
        (&found["status"], &found["disabled_reason"]),
        (&json!("disabled"), &json!(reason))
    );
    let audit_log =
        "SELECT count(*) FROM audit WHERE action = 'webhook.disabled' AND actor = 'system'";
    assert_eq!(hooked.world.count(audit_log).await, 1);
    assert_eq!(
        hooked
            .world
            .count("SELECT count(*) FROM webhook_delivery WHERE state = 'waiting'")
            .await,
        0
    );
    assert_eq!(
        hooked
            .world
            .count("SELECT CAST(MAX(heard) AS BIGINT) FROM book")
            .await,
        0,
        "the ledger knows that nobody listens"
    );
}

on_both_engines! {
    async fn endpoint_failing_for_five_days_is_disabled(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        hooked.receiver.does(ReceiverBehaviour::Responds(500));
        for day in 0..5 {
            grant(&hooked.world, &hooked.shop, &format!("g{day}"), "ada", 5).await;
            hooked.deliver().await;
            assert_eq!(hooked.call(Method::GET, "", None).await.json()["status"], "active", "day {day}");
            hooked.world.clock.advance(Duration::from_hours(24));
        }
        hooked.deliver().await;
        is_disabled(&hooked, "it failed for five days").await;
    }
}

on_both_engines! {
    /// The lease of a server that crashes after its request expires, and another server sends again.
    async fn unfulfilled_claim_expires(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        grant(world, shop, "g", "ada", 100).await;
        let paused = world.app.config.clone();
        let dead = App::open(paused, world.clock.clone(), Random::system()).await.unwrap();
        // Creates the lease as the crashed server leaves it.
        hooked.receiver.does(ReceiverBehaviour::Hangs);
        tokio::select! {
            ended = product_api::webhooks::once(&dead) => panic!("it was to wait: {ended:?}"),
            () = hooked.receiver.wait_for_requests(1) => {}
        }
        hooked.receiver.release();
        hooked.deliver().await;
        hooked.pass(179).await;
        assert_eq!(hooked.receiver.received().len(), 1, "it is still claimed");
        hooked.pass(1).await;
        let came = hooked.receiver.received();
        assert_eq!(came.len(), 2);
        assert_eq!(came[0].id, came[1].id, "a receiver can tell that it has seen it");
        assert_eq!(hooked.delivery().await["state"], "delivered");
    }
}

on_both_engines! {
    // row: I6
    async fn slow_host_does_not_delay_others(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, .. } = &hooked;
        let two = Shop::open(world, "usr_2", "Two").await;
        let quick = Receiver::start(world.take_listener());
        add(world, &two.key, &quick.url, &json!(null)).await;
        hooked.receiver.does(ReceiverBehaviour::Hangs);
        for round in 1..4 {
            grant(world, &hooked.shop, &format!("g{round}"), &format!("c{round}"), 5).await;
            grant(world, &two, &format!("g{round}"), "bob", 5).await;
            product_api::webhooks::poll(&world.app).await.unwrap();
            quick.wait_for_requests(round).await;
            world.settled_hosts(1).await;
        }
        assert!(!hooked.receiver.received().is_empty());
        hooked.receiver.release();
        world.settles().await;
        hooked.deliver().await;
        hooked.pass(200).await;
        assert!(hooked.receiver.received().len() >= 3);
    }
}

on_both_engines! {
    // row: I1, I2
    /// The server checks the address at each attempt, and again when it connects.
    async fn address_that_became_private_is_not_requested(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        let mut config = world.app.config.clone();
        config.webhooks.allowed = foundation::outbound::AllowedHosts::default();
        let strict = App::open(config, world.clock.clone(), Random::system()).await.unwrap();
        grant(world, shop, "g", "ada", 100).await;
        product_api::webhooks::once(&strict).await.unwrap();
        assert_eq!(hooked.receiver.received().len(), 0);
        assert_eq!(hooked.delivery().await["last_error"], "its address may not be asked");
        // The control: with its usual settings the server sends the event.
        world.clock.advance(Duration::from_secs(6));
        hooked.deliver().await;
        assert_eq!(hooked.receiver.received().len(), 1, "the control");
    }
}

on_both_engines! {
    async fn unreadable_secret_sends_no_event(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        world.sql("UPDATE webhook_endpoint SET secret = 'x'", &[]).await;
        grant(world, shop, "g", "ada", 100).await;
        hooked.deliver().await;
        assert_eq!(hooked.receiver.received().len(), 0);
        assert_eq!(hooked.delivery().await["last_error"], "its secret cannot be read; rotate it");
        let rotated = hooked.call(Method::POST, "/rotate-secret", Some(json!({}))).await.json();
        hooked.pass(6).await;
        assert!(hooked.receiver.received()[0].is_signed_by(rotated["secret"].as_str().unwrap()));
    }
}

on_both_engines! {
    /// Later events of a customer wait for earlier ones during their first attempts, and no longer.
    async fn event_order_of_a_customer_is_kept_if_possible(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        hooked.receiver.does(ReceiverBehaviour::Responds(500));
        grant(world, shop, "a", "ada", 1).await;
        hooked.deliver().await;
        hooked.receiver.does(ReceiverBehaviour::Responds(200));
        grant(world, shop, "b", "ada", 2).await;
        grant(world, shop, "c", "bob", 3).await;
        hooked.deliver().await;
        let amounts = || hooked.receiver.received().iter().map(|one| one.json()["data"]["amount"].as_i64().unwrap()).collect::<Vec<_>>();
        assert_eq!(amounts(), [1, 3], "of another customer");
        hooked.pass(6).await;
        assert_eq!(amounts(), [1, 3, 1, 2]);
        hooked.receiver.does(ReceiverBehaviour::Responds(500));
        grant(world, shop, "d", "ada", 4).await;
        grant(world, shop, "e", "ada", 5).await;
        hooked.deliver().await;
        for pause in [6, 331, 1981] {
            assert!(!amounts().contains(&5), "{:?}", amounts());
            hooked.pass(pause).await;
        }
        assert_eq!(amounts().into_iter().filter(|amount| *amount == 5).count(), 1, "{:?}", amounts());
    }
}
