//! The operator disables a user: all of the user's sessions and tokens are invalid everywhere, until the user is enabled.

use foundation::on_both_engines;
use journeys::browser::Browser;
use journeys::installation::{InstallationAddress, TestInstallation};
use journeys::operator;
use journeys::relying_party::RelyingParty;
use journeys::users::{self, TestUser, WebsiteBackEnd};
use reqwest::StatusCode;
use serde_json::{Value, json};

on_both_engines! {
    async fn operator_switches_a_user_off_and_on(mut world: TestInstallation) {
        let olga = operator::arrive(&mut world).await;
        let owner = TestUser::arrive(&world.address, "owner@example.com").await;
        let registered = owner.register_website(&world.address, "Shop").await;
        let shop = relying_party(&registered);
        let ann = TestUser::arrive(&world.address, "ann@example.com").await;
        let at_the_shop = shop.sign_in(&ann.browser).await;
        let first = at_the_shop.refresh_token.unwrap();
        let other = shop.sign_in(&ann.browser).await.refresh_token.unwrap();
        assert_eq!(shop.refresh(&first).await, 200, "the control");
        let back_end = WebsiteBackEnd::new(&world.address, &registered);
        assert_eq!(back_end.grant("welcome", "ann@example.com", 100).await.status, 200);
        ann.get(&world.address, "/v1/me").await;

        let (status, response) = switch(&world.address, &olga, &ann.tokens.subject, "deactivate").await;
        assert_eq!((status, &response["is_active"]), (StatusCode::OK, &json!(false)), "{response}");
        // The replica that served the request refuses at once; other replicas may take a second.
        assert!(!users::is_signed_in(&world.address, &ann.browser).await);
        assert_eq!(shop.refresh(&other).await, 400);
        // The product API may have read already that her grant ended.
        let kind = refused(&world.address, &ann).await;
        assert!(["holder-inactive", "unauthenticated"].contains(&&*kind), "{kind}");
        let spend = back_end.spend("job", "ann@example.com", 5).await;
        assert_eq!(spend.status, 403, "{}", spend.json());
        assert!(users::is_signed_in(&world.address, &owner.browser).await, "somebody else");

        let (status, _) = switch(&world.address, &olga, &ann.tokens.subject, "activate").await;
        assert_eq!(status, StatusCode::OK);
        assert!(!users::is_signed_in(&world.address, &ann.browser).await, "what ended stays ended");
        assert_eq!(shop.refresh(&other).await, 400);
        let again = Browser::default();
        users::sign_in_by_link(&world.address, &again, "ann@example.com", 2).await;
        assert_eq!(back_end.spend("job", "ann@example.com", 5).await.status, 200);
        // Ann is not the operator, also if she requests the scope.
        let tokens = operator::web_app(&world.address).sign_in(&again).await;
        let ann = TestUser { browser: again, tokens };
        let (status, _) = switch(&world.address, &ann, &olga.tokens.subject, "deactivate").await;
        assert_eq!(status, StatusCode::FORBIDDEN);
    }
}

fn relying_party(registered: &Value) -> RelyingParty {
    let text = |name: &str| registered["client"][name].as_str().unwrap().to_owned();
    RelyingParty {
        issuer: text("issuer"),
        client_id: text("client_id"),
        client_secret: Some(text("client_secret")),
        redirect_uri: "https://shop.example/callback".to_owned(),
        scopes: vec!["profile", "email", "credits.read"],
    }
}

async fn switch(
    address: &InstallationAddress,
    by: &TestUser,
    user_id: &str,
    way: &str,
) -> (StatusCode, Value) {
    let response = foundation::testing::test_client()
        .post(address.at(&format!("/v1/users/{user_id}/{way}")))
        .bearer_auth(&by.tokens.access_token)
        .send()
        .await
        .unwrap();
    (response.status(), response.json().await.unwrap())
}

/// Returns the type of the problem with which the product API refuses a user's token.
async fn refused(address: &InstallationAddress, person: &TestUser) -> String {
    let response = foundation::testing::test_client()
        .get(address.at("/v1/me"))
        .bearer_auth(&person.tokens.access_token)
        .send()
        .await
        .unwrap();
    assert!(response.status().is_client_error());
    let body: Value = response.json().await.unwrap();
    let kind = body["type"].as_str().unwrap();
    kind.rsplit('/').next().unwrap().to_owned()
}
