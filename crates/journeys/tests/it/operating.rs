//! What the operator sees: health, metrics, and logs that hold no secret.

use journeys::people::{BackEnd, Person};
use journeys::world::{Engine, World};
use serde_json::Value;

/// Whether a log line tells a six-digit code: as a word of any member but those that hold a time,
/// where the same digits would be chance.
fn tells(record: &Value, code: &str) -> bool {
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

on_each_engine! {
    async fn the_log_of_a_whole_journey_holds_no_secret(world) {
        let owner = Person::arrive(&world.place, "owner@example.com").await;
        let registered = owner.register_website(&world.place, "Shop").await;
        let shop = BackEnd::of(&world.place, &registered);
        shop.grant("a-key-of-a-grant", "ann@example.com", 100).await;
        shop.spend("a-key-of-a-spend", "ann@example.com", 5).await;
        let letter = world.place.mailbox.letter_to("owner@example.com", 1).await;
        let link = reqwest::Url::parse(&letter.link()).unwrap();
        let token = link.query_pairs().find(|(name, _)| name == "token").unwrap().1.into_owned();
        world.stop();
        let log = world.process().log();
        let answered = log.lines().filter(|line| line.contains("\"answered\"")).count();
        assert!(answered >= 10, "only {answered} requests are in the log");
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
        // The cookie of the last way to sign in holds only the way's name.
        let values = owner.browser.cookie_values();
        secrets.extend(values.into_iter().filter(|value| value != "email"));
        for secret in secrets {
            assert!(!log.contains(&secret), "the log holds {secret}");
        }
        let code = letter.code();
        for line in log.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            assert!(!tells(&record, &code), "the log holds the code {code}: {record}");
        }
    }

    async fn health_and_metrics_tell_the_state(world) {
        let client = foundation::testing::patient_client();
        for path in ["/health/live", "/health/ready"] {
            let answer = client.get(world.place.at(path)).send().await.unwrap();
            assert_eq!(answer.status(), 200, "{path}");
        }
        let metrics = client.get(world.place.at("/metrics")).send().await.unwrap().text().await.unwrap();
        assert!(metrics.contains("http_requests_total{"), "{metrics}");
        assert!(metrics.contains("route=\"/health/live\""), "{metrics}");
        let _running = world.process();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_mailbox_page_answers_this_machine_by_its_own_name_only() {
    let world = World::new(Engine::Sqlite).await;
    let client = foundation::testing::patient_client();
    let own = client
        .get(world.place.at("/dev/mailbox"))
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
        let answer = client.get(world.place.at("/dev/mailbox"));
        let answer = answer.header("host", host).send().await.unwrap();
        assert_eq!(answer.status(), expected, "{host}");
    }
    let rebound = client
        .get(world.place.at("/dev/mailbox"))
        .header("host", "evil.example");
    assert_eq!(rebound.send().await.unwrap().status(), 404);
}
