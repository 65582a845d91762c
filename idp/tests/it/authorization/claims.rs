//! Tests OpenID Connect Core sections 5.4 and 5.5: claims by scope and by name, and the limits of the parameter.

use foundation::on_both_engines;
use serde_json::{Value, json};

use super::{ShownPage, allow, shop};
use crate::admin_clients::put;
use crate::harness::{RedirectResponse, SECRET, TestIdp, claims};

const NAME: &str = r#"{"userinfo":{"name":{"essential":true}}}"#;

async fn named(world: &TestIdp, user_id: &str) {
    let statement =
        "UPDATE users SET name = 'Ann', image = 'https://a.example/a.png' WHERE id = $1";
    world.execute(statement, user_id).await;
}

fn names_of(response: &Value) -> Vec<&str> {
    let mut names: Vec<_> = response.as_object().unwrap().keys().collect();
    names.sort_unstable();
    names.into_iter().map(String::as_str).collect()
}

on_both_engines!(claims_are_returned_in_the_requested_response);

async fn claims_are_returned_in_the_requested_response(world: TestIdp) {
    let ann = world.visitor("ann").await;
    named(&world, &ann.user_id).await;
    let rows = [
        ("openid", "", vec!["sub"], Value::Null, Value::Null),
        (
            "openid",
            NAME,
            vec!["name", "sub"],
            Value::Null,
            Value::Null,
        ),
        (
            "openid profile email",
            "",
            vec![
                "email",
                "email_verified",
                "name",
                "picture",
                "preferred_username",
                "sub",
                "updated_at",
            ],
            Value::Null,
            Value::Null,
        ),
        (
            "openid",
            r#"{"userinfo":{"picture":null,"nickname":null},"id_token":{"email":null,"name":null}}"#,
            vec!["picture", "sub"],
            json!("ann@example.com"),
            json!("Ann"),
        ),
    ];
    for (scope, requested, at_userinfo, email, name) in rows {
        let code = world
            .code(&ann, &[("scope", scope), ("claims", requested)])
            .await;
        let tokens = world.redeem(&code).await.ok();
        let response = world
            .userinfo(tokens["access_token"].as_str().unwrap())
            .await;
        let response = response.ok();
        assert_eq!(names_of(&response), at_userinfo, "{scope} {requested}");
        let id_token = claims(tokens["id_token"].as_str().unwrap());
        assert_eq!(id_token["email"], email, "{scope} {requested}");
        assert_eq!(id_token["name"], name, "{scope} {requested}");
        if response.get("updated_at").is_some() {
            assert!(response["updated_at"].is_i64());
        }
    }
}

// row: A21
#[tokio::test]
async fn claims_that_are_too_much_are_refused() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let deep = format!(
        r#"{{"userinfo":{{"name":{{"values":{}{}}}}}}}"#,
        "[".repeat(1000),
        "]".repeat(1000)
    );
    let long = format!(r#"{{"x":"{}"}}"#, "x".repeat(9000));
    for bad in [
        "x",
        "[]",
        "{\"userinfo\":7}",
        "{\"id_token\":{\"name\":1}}",
        r#"{"userinfo":{"name":{"values":[[["a"]]]}}}"#,
        &deep,
        &long,
    ] {
        let landing = world.authorize(Some(&ann), &[("claims", bad)]).await;
        assert_eq!(landing.error(), "invalid_request", "{bad:.40}");
    }
    // The HTTP server refuses an address or a form of a megabyte earlier.
    let huge = "x".repeat(1024 * 1024);
    let callback = world.at("/auth/callback");
    let form = [
        ("client_id", "web"),
        ("redirect_uri", callback.as_str()),
        ("claims", huge.as_str()),
    ];
    let response = world.post("/oauth/authorize", &form, "").await;
    assert!([400, 413].contains(&response.status().as_u16()));
    for good in [NAME, r#"{"userinfo":{"name":{"values":["a"]}}}"#] {
        let control = world.authorize(Some(&ann), &[("claims", good)]).await;
        assert!(control.parameter("code").is_some(), "{good}");
    }
}

#[tokio::test]
async fn client_of_others_is_allowed_claims_by_its_user() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let plain = [("scope", "openid")];
    assert_eq!(allow(&world, &ann, &plain).await.status(), 303);
    let prompts = [("scope", "openid"), ("claims", NAME)];
    let page = ShownPage::at(&world, &shop(&world, &prompts), &ann).await;
    assert!(
        page.html
            .contains("See your name, picture, language and time zone"),
        "{}",
        page.html
    );
    let mut silent = prompts.to_vec();
    silent.push(("prompt", "none"));
    let refused = world.get(&shop(&world, &silent), Some(&ann)).await;
    assert_eq!(
        RedirectResponse::from_response(&refused).error(),
        "consent_required"
    );
    assert_eq!(allow(&world, &ann, &prompts).await.status(), 303);
    let response = world.get(&shop(&world, &silent), Some(&ann)).await;
    assert!(
        RedirectResponse::from_response(&response)
            .parameter("code")
            .is_some(),
        "remembered"
    );
}

#[tokio::test]
async fn requested_subject_must_be_the_signed_in_user() {
    let world = TestIdp::new().await;
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    let of = |id: &str| format!(r#"{{"id_token":{{"sub":{{"value":"{id}"}}}}}}"#);
    let silent = |claims: &str| [("claims", claims.to_owned()), ("prompt", "none".to_owned())];
    let (right, wrong) = (silent(&of(&ann.user_id)), silent(&of(&ben.user_id)));
    let pairs = |of: &[(&'static str, String); 2]| of.clone();
    for (requested, expected) in [(right, None), (wrong, Some("login_required"))] {
        let requested = pairs(&requested);
        let changes: Vec<_> = requested
            .iter()
            .map(|(name, text)| (*name, text.as_str()))
            .collect();
        let landing = world.authorize(Some(&ann), &changes).await;
        assert_eq!(landing.parameter("error").as_deref(), expected);
        assert_eq!(landing.parameter("code").is_some(), expected.is_none());
    }
}

on_both_engines!(scopes_fill_the_id_token_of_a_client_registered_for_it);

async fn scopes_fill_the_id_token_of_a_client_registered_for_it(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let mut registration = json!({
        "redirect_uris": ["https://backend.example/cb"], "userinfo_claims_in_id_token": true,
        "grant_types": ["authorization_code", "refresh_token"],
    });
    let derived = json!({
        "email": "ann@example.com", "email_verified": true, "name": "ann", "preferred_username": "ann",
    });
    let about = |tokens: &Value| {
        let mut id_token = claims(tokens["id_token"].as_str().unwrap());
        let members = id_token.as_object_mut().unwrap();
        members.retain(|name, _| derived.get(name).is_some());
        id_token
    };
    for (is_on, scope, expected) in [
        (true, "openid profile email", derived.clone()),
        (
            true,
            "openid profile",
            json!({ "name": "ann", "preferred_username": "ann" }),
        ),
        (
            true,
            "openid email",
            json!({ "email": "ann@example.com", "email_verified": true }),
        ),
        (true, "openid", json!({})),
        (false, "openid profile email", json!({})),
    ] {
        registration["userinfo_claims_in_id_token"] = json!(is_on);
        put(&world, "backend", &registration).await.ok();
        world.wait(1);
        let tokens = world.site_tokens(&ann, scope).await;
        assert_eq!(about(&tokens), expected, "{is_on} {scope}");
        let form = [
            ("grant_type", "refresh_token"),
            ("refresh_token", tokens["refresh_token"].as_str().unwrap()),
        ];
        let renewed = world.token(&form, Some(("backend", SECRET))).await.ok();
        assert_eq!(about(&renewed), expected, "renewed: {is_on} {scope}");
        let access = claims(tokens["access_token"].as_str().unwrap());
        assert_eq!(access.get("name"), None, "it was not given");
        let response = world
            .userinfo(tokens["access_token"].as_str().unwrap())
            .await
            .ok();
        for (name, value) in expected.as_object().unwrap() {
            assert_eq!(&response[name], value, "userinfo and ID token say the same");
        }
    }
}
