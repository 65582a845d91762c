//! Tests the consents of a user in the account API: their list, and their withdrawal with every token.

use serde_json::json;

use super::{ANN, call, kind, token};
use crate::visiting::{TestBackend, TestInstallation};

const APPLICATIONS: &str = "/account/v1/applications";
const SHOP_CONSENT: &str = "/account/v1/applications/shop";

/// Inserts a consent of the user to the shop, and a grant that is still valid.
async fn allow_the_shop(world: &TestInstallation) {
    for statement in [
        "INSERT INTO consents (user_id, client_id, scope, updated_at, used_at) \
         SELECT id, 'shop', 'openid email', 1699000000000000, 1699900000000000 FROM users WHERE email = 'ann@example.com'",
        "INSERT INTO grants (id, user_id, client_id, sid, scope, is_offline, auth_time, created_at, sweep_at) \
         SELECT 'grn_shop', id, 'shop', 'ses_shop', 'openid profile', TRUE, 0, 1699800000000000, 9999999999999999 \
         FROM users WHERE email = 'ann@example.com'",
    ] {
        world.change(statement).await;
    }
}

on_every_store! {
    // row: account-5
    async fn consents_are_listed_and_revoked(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        allow_the_shop(&world).await;
        let token = token(&world, &ann).await;
        let response = call(&world, ("GET", APPLICATIONS), &token).await.ok();
        let now = "2023-11-14T22:13:20.000Z";
        let web = json!({
            "client_id": "web", "name": "Tollgate", "scopes": ["account", "email", "openid", "profile"],
            "granted_at": now, "last_used_at": now, "first_party": true,
        });
        let shop = json!({
            "client_id": "shop", "name": "Shop", "scopes": ["email", "openid", "profile"],
            "granted_at": "2023-11-03T08:26:40.000Z", "last_used_at": "2023-11-13T18:26:40.000Z", "first_party": false,
        });
        assert_eq!(response, json!({ "items": [web, shop] }));
        assert_eq!(call(&world, ("DELETE", SHOP_CONSENT), &token).await.status, 204);
        let response = call(&world, ("GET", APPLICATIONS), &token).await.ok();
        assert_eq!(response, json!({ "items": [web] }));
        let left = world
            .text("SELECT CAST(count(*) AS TEXT) FROM grants WHERE client_id = 'shop' AND revoked_at IS NULL")
            .await;
        assert_eq!(left, "0");
        let audit_log = world
            .text("SELECT details FROM audit WHERE action = 'consent.revoked' AND actor = subject AND client_id = 'shop'")
            .await;
        assert_eq!(audit_log, "{\"grants\":1}");
        let again = call(&world, ("DELETE", SHOP_CONSENT), &token).await;
        assert_eq!(kind(&again), (404, "not-found"));
        // The app may end its own consent, which also revokes the token of the request.
        let own = "/account/v1/applications/web";
        assert_eq!(call(&world, ("DELETE", own), &token).await.status, 204);
        assert_eq!(kind(&call(&world, ("GET", APPLICATIONS), &token).await), (401, "invalid-token"));
        assert!(ann.is_signed_in().await);
    }

    async fn website_that_begins_sign_ins_is_opened_from_the_list(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        allow_the_shop(&world).await;
        let statement = "UPDATE clients SET initiate_login_uri = 'https://shop.example/login?from=idp' WHERE id = 'shop'";
        world.change(statement).await;
        let response = call(&world, ("GET", APPLICATIONS), &token(&world, &ann).await).await.ok();
        let expected = url::Url::parse_with_params(
            "https://shop.example/login?from=idp",
            [("iss", &world.base)],
        )
        .unwrap();
        let items = response["items"].as_array().unwrap();
        let shop = items.iter().find(|one| one["client_id"] == "shop").unwrap();
        assert_eq!(shop["login_uri"], expected.as_str());
        let page = ann.get("/api/auth/account/applications").await;
        let link = format!("id=\"open-shop\" href=\"{}\"", expected.as_str().replace('&', "&#38;"));
        assert!(page.body.contains(&link), "{}", page.body);
    }

    // row: account-2
    async fn consent_of_another_user_cannot_be_revoked(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        allow_the_shop(&world).await;
        let own = token(&world, &ann).await;
        let before = call(&world, ("GET", APPLICATIONS), &own).await.ok();
        let mallory = world.signed_in("mallory@example.com").await;
        let stolen = token(&world, &mallory).await;
        let theirs = call(&world, ("GET", APPLICATIONS), &stolen).await.ok();
        assert_eq!(theirs["items"].as_array().unwrap().len(), 1);
        for path in [SHOP_CONSENT, "/account/v1/applications/nobody", "/account/v1/applications/%00"] {
            let response = call(&world, ("DELETE", path), &stolen).await;
            assert_eq!(kind(&response), (404, "not-found"), "{path}");
        }
        call(&world, ("DELETE", "/account/v1/applications/web"), &stolen).await;
        assert_eq!(call(&world, ("GET", APPLICATIONS), &own).await.ok(), before);
    }
}
