//! Who one is, by the API, and another display name.

use serde_json::json;

use super::{ANN, call, in_each_place, send, token};
use crate::visiting::{Place, World};

const PROFILE: (&str, &str) = ("GET", "/account/v1/profile");
const CHANGE: (&str, &str) = ("PATCH", "/account/v1/profile");

in_each_place! {
    async fn the_person_is_told_and_takes_another_name(world) {
        let ann = world.signed_in(ANN).await;
        let bob = world.signed_in("bob@example.com").await;
        let (own, theirs) = (token(&world, &ann).await, token(&world, &bob).await);
        let told = call(&world, PROFILE, &own).await.ok();
        let id = world.text("SELECT id FROM users WHERE email = 'ann@example.com'").await;
        let expected = |name: Option<&str>| json!({
            "id": id, "name": name, "email": ANN, "email_verified": true, "image": null,
            "created_at": "2023-11-14T22:13:20.000Z", "has_password": false, "is_operator": false,
        });
        assert_eq!(told, expected(None));
        let changed = send(&world, CHANGE, &own, Some(json!({ "name": "  Ann\t Lee " }))).await;
        assert_eq!(changed.ok(), expected(Some("Ann Lee")));
        assert_eq!(call(&world, PROFILE, &own).await.ok(), expected(Some("Ann Lee")));
        assert_eq!(ann.session().await["user"]["name"], "Ann Lee");
        assert_eq!(call(&world, PROFILE, &theirs).await.ok()["name"], json!(null), "another's");
        let trail = world
            .text("SELECT details FROM audit WHERE action = 'user.name_changed' AND actor = subject AND network = '127.0.0.1'")
            .await;
        assert_eq!(trail, "{}", "not what it is");
        for odd in [
            json!({ "name": " \t\u{200b}" }),
            json!({ "name": "x".repeat(201) }),
            json!({ "name": null }),
            json!({ "name": "a", "email": "b@example.com" }),
            json!({ "is_operator": true }),
            json!("a"),
        ] {
            let told = send(&world, CHANGE, &own, Some(odd.clone())).await;
            assert_eq!(told.status, 400, "{odd}: {told:?}");
        }
        assert_eq!(call(&world, PROFILE, &own).await.ok(), expected(Some("Ann Lee")));
    }
}
