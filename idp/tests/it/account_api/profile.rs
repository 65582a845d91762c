//! Tests the user's profile in the API, and changes of the display name.

use std::time::Duration;

use serde_json::json;

use super::{ANN, call, kind, send, token};
use crate::proofs::key::changed;
use crate::visiting::TestBackend;

const PROFILE: (&str, &str) = ("GET", "/account/v1/profile");
const EXPORT: (&str, &str) = ("GET", "/account/v1/export");
const CHANGE: (&str, &str) = ("PATCH", "/account/v1/profile");

on_every_store! {
    async fn profile_is_returned_and_its_name_changes(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        let bob = world.signed_in("bob@example.com").await;
        let (own, theirs) = (token(&world, &ann).await, token(&world, &bob).await);
        let response = call(&world, PROFILE, &own).await.ok();
        let id = world.text("SELECT id FROM users WHERE email = 'ann@example.com'").await;
        let expected = |name: Option<&str>| {
            let mut expected = json!({
                "id": id, "email": ANN, "email_verified": true, "created_at": "2023-11-14T22:13:20.000Z",
                "has_password": false, "is_operator": false,
            });
            // The response omits unknown members, as the contract says.
            if let Some(name) = name {
                expected["name"] = json!(name);
            }
            expected
        };
        assert_eq!(response, expected(None));
        let changed = send(&world, CHANGE, &own, Some(json!({ "name": "  Ann\t Lee " }))).await;
        assert_eq!(changed.ok(), expected(Some("Ann Lee")));
        assert_eq!(call(&world, PROFILE, &own).await.ok(), expected(Some("Ann Lee")));
        assert_eq!(ann.session().await["user"]["name"], "Ann Lee");
        assert_eq!(call(&world, PROFILE, &theirs).await.ok()["name"], json!(null), "another's");
        let audit_log = world
            .text("SELECT details FROM audit WHERE action = 'user.name_changed' AND actor = subject AND network = '127.0.0.1'")
            .await;
        assert_eq!(audit_log, "{}", "not what it is");
        for odd in [
            json!({ "name": " \t\u{200b}" }),
            json!({ "name": "x".repeat(201) }),
            json!({ "name": null }),
            json!({ "name": "a", "email": "b@example.com" }),
            json!({ "is_operator": true }),
            json!("a"),
        ] {
            let response = send(&world, CHANGE, &own, Some(odd.clone())).await;
            assert_eq!(response.status, 400, "{odd}: {response:?}");
        }
        assert_eq!(call(&world, PROFILE, &own).await.ok(), expected(Some("Ann Lee")));
    }
}

on_every_store! {
    async fn profile_claims_change_one_by_one(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        let own = token(&world, &ann).await;
        let changes = [
            (json!({ "name": "Ann" }), json!({ "name": "Ann" })),
            (json!({ "preferred_username": " lee " }), json!({ "preferred_username": "lee" })),
            (
                json!({ "given_name": "Ann\u{202e}", "family_name": "Lee", "locale": "de_AT", "zoneinfo": "Europe/Vienna" }),
                json!({ "given_name": "Ann", "family_name": "Lee", "locale": "de-AT", "zoneinfo": "Europe/Vienna" }),
            ),
            (json!({ "preferred_username": "" }), json!({ "preferred_username": null })),
            (json!({ "locale": " ", "family_name": null }), json!({ "locale": null })),
        ];
        let mut expected = call(&world, PROFILE, &own).await.ok();
        for (change, merged) in changes {
            expected = changed(expected, &merged);
            let response = send(&world, CHANGE, &own, Some(change.clone())).await;
            assert_eq!(response.ok(), expected, "{change}");
            assert_eq!(call(&world, PROFILE, &own).await.ok(), expected, "{change}");
        }
        let exported = call(&world, EXPORT, &own).await.ok();
        assert_eq!(exported["profile"], expected);
        let audit_log = "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'user.profile_changed' AND details = '{}' \
            AND client_id = 'web'";
        assert_eq!(world.text(audit_log).await, "4", "the name has a line of its own");
        let long = "x".repeat(201);
        for (member, wrong) in [
            ("locale", "x"),
            ("locale", "de-<b>"),
            ("zoneinfo", "Europe//Vienna"),
            ("zoneinfo", "../etc"),
            ("given_name", "\u{200b}"),
            ("preferred_username", long.as_str()),
        ] {
            let response = send(&world, CHANGE, &own, Some(json!({ member: wrong, "name": "Eve" }))).await;
            assert_eq!(kind(&response), (400, "invalid-request"), "{member} {wrong}");
            assert!(response.body["detail"].as_str().unwrap().starts_with(&format!("{member}: ")), "{response:?}");
        }
        let nothing = send(&world, CHANGE, &own, Some(json!({}))).await;
        assert_eq!(kind(&nothing), (400, "invalid-request"));
        assert_eq!(call(&world, PROFILE, &own).await.ok(), expected, "a refusal changes nothing");
    }
}

on_every_store! {
    async fn name_is_not_changed_without_end_and_the_same_name_changes_nothing(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        let own = token(&world, &ann).await;
        let change = async |name: &str| send(&world, CHANGE, &own, Some(json!({ "name": name }))).await;
        let changes = "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'user.name_changed'";
        for _ in 0..5 {
            assert_eq!(change("Ann").await.ok()["name"], "Ann");
        }
        assert_eq!(world.text(changes).await, "1", "the same is none");
        let mut done = 1;
        let refused = loop {
            let response = change(&format!("Ann {done}")).await;
            if response.status != 200 {
                break response;
            }
            done += 1;
            assert!(done <= 60, "no end");
        };
        assert_eq!((kind(&refused), done), ((429, "rate-limited"), 60));
        assert_eq!(refused.header("retry-after"), "3600");
        assert!(refused.body["detail"].as_str().unwrap().ends_with("Try again in 60 minutes."), "{refused:?}");
        assert_eq!(world.text(changes).await, "60");
        assert_eq!(change("Ann 59").await.ok()["name"], "Ann 59", "the name that she has");
        world.wait(Duration::from_hours(1));
        let later = token(&world, &ann).await;
        let response = send(&world, CHANGE, &later, Some(json!({ "name": "Ann" }))).await;
        assert_eq!(response.ok()["name"], "Ann");
    }

    async fn profile_reads_are_limited(backend: TestBackend) {
        let world = super::world(backend).await;
        let (ann, bob) = (world.signed_in(ANN).await, world.signed_in("bob@example.com").await);
        let own = token(&world, &ann).await;
        for _ in 0..20 {
            assert_eq!(call(&world, EXPORT, &own).await.status, 200);
        }
        world.wait(Duration::from_secs(3570));
        let (own, theirs) = (token(&world, &ann).await, token(&world, &bob).await);
        let refused = call(&world, EXPORT, &own).await;
        assert_eq!((kind(&refused), refused.header("retry-after")), ((429, "rate-limited"), "30"));
        assert!(refused.body["detail"].as_str().unwrap().ends_with("Try again in a minute."));
        assert_eq!(call(&world, EXPORT, &theirs).await.status, 200, "another's");
        world.wait(Duration::from_secs(30));
        assert_eq!(call(&world, EXPORT, &own).await.status, 200);
    }
}
