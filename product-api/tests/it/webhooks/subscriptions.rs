//! Tests that endpoints get each event once: signed, of their website and mode, of their chosen types.

use foundation::Random;
use product_api::app::App;
use reqwest::Method;
use serde_json::{Value, json};

use super::{WebhookSetup, add};
use crate::credits::{Shop, grant, spend};
use crate::harness::{TestApi, on_both_engines};
use crate::receiver::Receiver;

on_both_engines! {
    async fn event_arrives_signed_and_once(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let granted = grant(&hooked.world, &hooked.shop, "g", "ada", 100).await.json();
        hooked.deliver().await;
        hooked.deliver().await;
        let came = hooked.receiver.received();
        assert_eq!(came.len(), 1, "{came:?}");
        let body = came[0].json();
        assert_eq!(body["type"], "credits.granted");
        let data = &body["data"];
        assert_eq!(data["amount"], 100);
        assert_eq!(data["balance"], json!({"posted": 100, "held": 0, "debt": 0, "available": 100}));
        assert_eq!((&data["sequence"], &data["mode"], &data["external_id"]), (&json!(1), &json!("live"), &json!("ada")));
        assert_eq!(data["transaction_id"], granted["transaction"]["id"]);
        assert_eq!(data["customer_id"], granted["balance"]["customer_id"]);
        assert!(came[0].id.starts_with("evt_"));
        assert_eq!(came[0].time, hooked.world.clock.now().seconds());
        assert!(came[0].is_signed_by(&hooked.secret));
        assert!(!came[0].is_signed_by("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), "a wrong secret");
        assert_eq!(hooked.delivery().await["state"], "delivered");
    }
}

on_both_engines! {
    async fn after_a_rotation_both_secrets_sign_for_a_while(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let rotated = hooked.call(Method::POST, "/rotate-secret", Some(json!({"overlap_hours": 2}))).await;
        assert_eq!(rotated.status, 200, "{rotated:?}");
        let second = rotated.json()["secret"].as_str().unwrap().to_owned();
        assert_ne!(second, hooked.secret);
        grant(&hooked.world, &hooked.shop, "g", "ada", 100).await;
        hooked.pass(7199).await;
        let first = &hooked.receiver.received()[0];
        assert!(first.is_signed_by(&hooked.secret) && first.is_signed_by(&second));
        grant(&hooked.world, &hooked.shop, "h", "ada", 100).await;
        hooked.pass(1).await;
        let later = &hooked.receiver.received()[1];
        assert!(!later.is_signed_by(&hooked.secret), "the overlap is over");
        assert!(later.is_signed_by(&second));
        product_api::sweep::once(&hooked.world.app).await.unwrap();
        let statement = "SELECT count(*) FROM webhook_endpoint \
            WHERE previous_secret IS NOT NULL OR older_secrets IS NOT NULL OR secret LIKE '%whsec%'";
        assert_eq!(hooked.world.count(statement).await, 0, "sealed, and forgotten in time");
    }
}

on_both_engines! {
    /// Another rotation, as after a lost response, ends no secret early, because the receiver may verify with any of them.
    async fn each_previous_secret_signs_until_its_own_end(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let rotate = |hours: u16| hooked.call(Method::POST, "/rotate-secret", Some(json!({"overlap_hours": hours})));
        let second = rotate(2).await.json()["secret"].as_str().unwrap().to_owned();
        let again = rotate(1).await.json();
        let third = again["secret"].as_str().unwrap().to_owned();
        let until = hooked.world.clock.now().plus(std::time::Duration::from_hours(2));
        assert_eq!(again["endpoint"]["previous_secret_until"], until.to_iso8601(), "the latest");
        let signers = [hooked.secret.as_str(), &second, &third];
        for (wait, expected) in [(0, [true, true, true]), (3600, [true, false, true]), (3600, [false, false, true])] {
            hooked.pass(wait).await;
            grant(&hooked.world, &hooked.shop, &format!("g{wait}{}", expected[0]), "ada", 100).await;
            hooked.deliver().await;
            let last = hooked.receiver.received().pop().unwrap();
            assert_eq!(signers.map(|secret| last.is_signed_by(secret)), expected);
        }
        assert_eq!(hooked.call(Method::GET, "", None).await.json()["previous_secret_until"], Value::Null, "before the sweep");
        product_api::sweep::once(&hooked.world.app).await.unwrap();
        let statement = "SELECT count(*) FROM webhook_endpoint WHERE previous_secret IS NOT NULL OR older_secrets IS NOT NULL";
        assert_eq!(hooked.world.count(statement).await, 0, "forgotten in time");
    }
}

on_both_engines! {
    async fn ten_previous_secrets_sign_at_most_and_an_overlap_of_zero_ends_all(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let rotate = |hours: u16| hooked.call(Method::POST, "/rotate-secret", Some(json!({"overlap_hours": hours})));
        for _ in 0..10 {
            assert_eq!(rotate(2).await.status, 200);
        }
        let refused = rotate(2).await.is_problem(400, "invalid-request");
        assert_eq!(refused["errors"][0]["pointer"], "/overlap_hours", "{refused}");
        grant(&hooked.world, &hooked.shop, "g", "ada", 100).await;
        hooked.deliver().await;
        assert!(hooked.receiver.received()[0].is_signed_by(&hooked.secret));
        let alone = rotate(0).await.json();
        assert_eq!(alone["endpoint"]["previous_secret_until"], Value::Null);
        grant(&hooked.world, &hooked.shop, "h", "ada", 100).await;
        hooked.deliver().await;
        let later = &hooked.receiver.received()[1];
        assert!(later.is_signed_by(alone["secret"].as_str().unwrap()) && !later.is_signed_by(&hooked.secret));
    }
}

on_both_engines! {
    /// The server sends no event with some of its signatures missing, and a rotation that ends all old secrets repairs the row.
    async fn damaged_older_secrets_are_an_error(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let rotate = |hours: u16| hooked.call(Method::POST, "/rotate-secret", Some(json!({"overlap_hours": hours})));
        hooked.world.sql("UPDATE webhook_endpoint SET older_secrets = 'no list', older_until = 9000000000000000", &[]).await;
        grant(&hooked.world, &hooked.shop, "g", "ada", 100).await;
        assert!(product_api::webhooks::once(&hooked.world.app).await.is_err());
        assert_eq!(hooked.receiver.received().len(), 0);
        assert_eq!(rotate(2).await.status, 500);
        let secret = rotate(0).await.json()["secret"].as_str().unwrap().to_owned();
        hooked.deliver().await;
        assert!(hooked.receiver.received()[0].is_signed_by(&secret));
        assert_eq!(hooked.delivery().await["attempts"], 1);
    }
}

on_both_engines! {
    async fn event_has_the_same_bytes_in_each_attempt(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        hooked.receiver.does(crate::receiver::ReceiverBehaviour::Responds(500));
        grant(world, shop, "g", "ada", 100).await;
        hooked.deliver().await;
        world.sql("UPDATE customers SET external_id = 'augusta'", &[]).await;
        hooked.pass(6).await;
        let came = hooked.receiver.received();
        assert_eq!((came.len(), came[0].json()["data"]["external_id"].as_str()), (2, Some("ada")));
        assert_eq!((&came[0].id, &came[0].body), (&came[1].id, &came[1].body));
        hooked.receiver.does(crate::receiver::ReceiverBehaviour::Responds(200));
        grant(world, shop, "h", "augusta", 100).await;
        hooked.pass(600).await;
        let later = hooked.receiver.received().pop().unwrap();
        assert_eq!(later.json()["data"]["external_id"], "augusta", "the control");
    }
}

on_both_engines! {
    async fn endpoint_gets_its_types_and_combined_spends(world: TestApi) {
        let hooked = WebhookSetup::with_events(world, &json!(["credits.spent", "credits.depleted"])).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        grant(world, shop, "g", "ada", 10).await;
        let spends = (0..10).map(|n| async move { spend(world, shop, &format!("s{n}"), 1).await.status });
        let statuses = futures_util::future::join_all(spends).await;
        assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
        hooked.deliver().await;
        let came = hooked.receiver.received();
        let spent: Vec<Value> = came.iter().map(crate::receiver::ReceivedRequest::json).filter(|body| body["type"] == "credits.spent").collect();
        let sum = |name: &str| spent.iter().map(|body| body["data"][name].as_i64().unwrap()).sum::<i64>();
        assert_eq!((sum("spends"), sum("amount")), (10, -10));
        assert_eq!(hooked.receiver.kinds().iter().filter(|kind| *kind == "credits.depleted").count(), 1);
        assert!(!hooked.receiver.kinds().contains(&"credits.granted".to_owned()));
        let numbers: Vec<i64> = came.iter().map(|one| one.json()["data"]["sequence"].as_i64().unwrap()).collect();
        assert!(numbers.is_sorted(), "{numbers:?}");
        world.sql("UPDATE api_keys SET scopes = 'credits.spend webhooks'", &[]).await;
        let change = json!({"events": ["credits.granted"]});
        assert_eq!(hooked.call(Method::PATCH, "", Some(change)).await.status, 200);
        let events = world.count("SELECT count(*) FROM outbox").await;
        world.sql("UPDATE account SET overdraft_limit = 50 WHERE kind = 'wallet'", &[]).await;
        spend(world, shop, "t", 1).await;
        assert_eq!(world.count("SELECT count(*) FROM outbox").await, events, "spends add no events without a subscriber");
    }
}

on_both_engines! {
    async fn events_are_separate_per_website_and_mode(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        let two = Shop::open(world, "usr_2", "Two").await;
        let other = Receiver::start(world.take_listener());
        add(world, &shop.test_key, &other.url, &json!(null)).await;
        grant(world, &two, "g", "bob", 5).await;
        hooked.deliver().await;
        assert_eq!((hooked.receiver.received().len(), other.received().len()), (0, 0));
        let waiting = "SELECT count(*) FROM outbox WHERE is_waiting";
        assert_eq!(world.count(waiting).await, 0, "a book without subscribers has no waiting events");
        grant(world, shop, "g", "ada", 5).await;
        assert_eq!(world.count(waiting).await, 1);
        let test = Shop { id: shop.id.clone(), key: shop.test_key.clone(), test_key: String::new() };
        grant(world, &test, "g", "ada", 7).await;
        hooked.deliver().await;
        let amounts = |receiver: &Receiver| receiver.received().iter().map(|one| one.json()["data"]["amount"].as_i64().unwrap()).collect::<Vec<_>>();
        assert_eq!((amounts(&hooked.receiver), amounts(&other)), (vec![5], vec![7]));
        assert_eq!(other.received()[0].json()["data"]["mode"], "test");
    }
}

on_both_engines! {
    /// Two servers queue and send each of fifty events once.
    async fn two_servers_send_each_event_once(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        let second = App::open(world.app.config.clone(), world.clock.clone(), Random::system()).await.unwrap();
        let grants = (0..50).map(|n| async move { grant(world, shop, &format!("g{n}"), &format!("c{}", n % 9), 5).await });
        futures_util::future::join_all(grants).await;
        let sent = tokio::join!(
            product_api::webhooks::once(&world.app),
            product_api::webhooks::once(&second),
            product_api::webhooks::once(&world.app),
            product_api::webhooks::once(&second),
        );
        for outcome in [sent.0, sent.1, sent.2, sent.3] {
            outcome.unwrap();
        }
        // A server that found the last deliveries claimed by the other returned before they were sent.
        hooked.receiver.wait_for_requests(50).await;
        let mut ids: Vec<String> = hooked.receiver.received().into_iter().map(|one| one.id).collect();
        assert_eq!(ids.len(), 50);
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), 50);
        hooked.deliver().await;
        assert_eq!(hooked.receiver.received().len(), 50);
        // The events of each customer arrive in order.
        for customer in 0..9 {
            let name = json!(format!("c{customer}"));
            let bodies: Vec<Value> = hooked.receiver.received().iter().map(crate::receiver::ReceivedRequest::json).collect();
            let numbers: Vec<i64> = bodies
                .iter()
                .filter(|body| body["data"]["external_id"] == name)
                .map(|body| body["data"]["sequence"].as_i64().unwrap())
                .collect();
            assert!(numbers.len() >= 5 && numbers.is_sorted(), "{name}: {numbers:?}");
        }
    }
}
