//! Tests a user's sessions in the API: their list, and ending one or all others, with each session store.

use reqwest::Method;
use serde_json::json;

use super::{ANN, SESSIONS, call, kind, listed, sid, token};
use crate::visiting::TestBackend;

const PHONE: &str = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36";

on_every_store! {
    async fn own_sessions_are_listed_with_their_clients(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        let phone = world.browser();
        phone.ask(ANN).await;
        let link = world.wait_for_email(ANN, 2).await.link();
        let signed_in = phone.send(Method::POST, &link, &[("user-agent", PHONE)], None).await;
        assert_eq!(signed_in.status, 302, "{signed_in:?}");
        world.signed_in("bob@example.com").await;
        let token = token(&world, &ann).await;
        let listed = listed(&world, &token).await;
        assert_eq!(listed.len(), 2, "{listed:?}");
        let (here, other): (Vec<_>, Vec<_>) = listed.iter().partition(|one| one["current"] == true);
        let (here, other) = (here[0], other[0]);
        assert_eq!(here["applications"], json!([{ "client_id": "web", "name": "Tollgate" }]));
        assert_eq!(here["device"]["kind"], "unknown");
        assert_eq!(other["applications"], json!([]));
        assert_eq!(other["device"], json!({ "kind": "phone", "browser": "Chrome", "system": "Android" }));
        for session in [here, other] {
            assert_eq!(session["ip"], "127.0.0.1");
            assert_eq!(session["method"], "email");
            assert_eq!(session["created_at"], "2023-11-14T22:13:20.000Z");
        }
    }

    // row: account-3
    async fn ended_session_ends_its_tokens_and_no_others(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        let lost = world.signed_in(ANN).await;
        let (own, theirs) = (token(&world, &ann).await, token(&world, &lost).await);
        let (own_sid, lost_sid) = (sid(&world, &own).await, sid(&world, &theirs).await);
        let path = format!("{SESSIONS}/{lost_sid}");
        assert_eq!(call(&world, ("DELETE", &path), &own).await.status, 204);
        assert!(!lost.is_signed_in().await && ann.is_signed_in().await);
        let response = call(&world, ("GET", SESSIONS), &theirs).await;
        assert_eq!(kind(&response), (401, "invalid-token"));
        let audit_log = world
            .text("SELECT details FROM audit WHERE action = 'session.ended' AND actor = subject AND network = '127.0.0.1'")
            .await;
        assert_eq!(audit_log, format!("{{\"sid\":\"{lost_sid}\",\"why\":\"ended-elsewhere\"}}"));
        let again = call(&world, ("DELETE", &path), &own).await;
        assert_eq!(kind(&again), (404, "not-found"));
        // The user may end the current session, which also revokes its token.
        let path = format!("{SESSIONS}/{own_sid}");
        assert_eq!(call(&world, ("DELETE", &path), &own).await.status, 204);
        assert!(!ann.is_signed_in().await);
        assert_eq!(kind(&call(&world, ("GET", SESSIONS), &own).await), (401, "invalid-token"));
    }

    // row: account-3
    async fn ending_other_sessions_keeps_the_current_one(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        let others = [world.signed_in(ANN).await, world.signed_in(ANN).await];
        let bob = world.signed_in("bob@example.com").await;
        let token = token(&world, &ann).await;
        let without = call(&world, ("DELETE", SESSIONS), &token).await;
        assert_eq!(without.status, 400, "which one stays has to be said");
        let path = format!("{SESSIONS}?except=current");
        let response = call(&world, ("DELETE", &path), &token).await.ok();
        assert_eq!(response, json!({ "ended": 2 }));
        for other in &others {
            assert!(!other.is_signed_in().await);
        }
        assert!(ann.is_signed_in().await && bob.is_signed_in().await);
        assert_eq!(listed(&world, &token).await.len(), 1);
    }

    // row: account-2
    async fn session_of_another_user_is_not_listed_or_ended(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        let ann_sid = sid(&world, &token(&world, &ann).await).await;
        let mallory = world.signed_in("mallory@example.com").await;
        let stolen = token(&world, &mallory).await;
        let listed = listed(&world, &stolen).await;
        assert_eq!(listed.len(), 1);
        assert_ne!(listed[0]["id"], ann_sid);
        for id in [ann_sid.as_str(), "ses_0", "%00", "%25", "' OR 1=1"] {
            let path = format!("{SESSIONS}/{id}");
            let response = call(&world, ("DELETE", &path), &stolen).await;
            assert_eq!(kind(&response), (404, "not-found"), "{id}");
        }
        call(&world, ("DELETE", &format!("{SESSIONS}?except=current")), &stolen).await.ok();
        assert!(ann.is_signed_in().await && mallory.is_signed_in().await);
    }
}
