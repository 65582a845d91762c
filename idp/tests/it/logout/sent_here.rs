//! Tests logout requests by other websites (attack A26), and requests without valid proof.

use foundation::on_both_engines;
use idp::testing::TestBrowser;

use super::{SignOutQuestion, address, assert_done, assert_signed_in, assert_signed_out, text};
use crate::harness::{RedirectResponse, SECRET, TestIdp};

/// Headers that a browser sends with each kind of request that the user does not see.
const SUBRESOURCE_HEADERS: [(&str, &[(&str, &str)]); 6] = [
    (
        "image",
        &[("sec-fetch-dest", "image"), ("sec-fetch-mode", "no-cors")],
    ),
    (
        "frame",
        &[("sec-fetch-dest", "iframe"), ("sec-fetch-mode", "navigate")],
    ),
    (
        "script",
        &[("sec-fetch-dest", "empty"), ("sec-fetch-mode", "cors")],
    ),
    ("style", &[("sec-fetch-dest", "style")]),
    (
        "prefetch",
        &[("sec-fetch-dest", "document"), ("sec-purpose", "prefetch")],
    ),
    ("old prefetch", &[("purpose", "prefetch")]),
];

on_both_engines!(hidden_image_or_form_ends_no_session);

// row: A26
async fn hidden_image_or_form_ends_no_session(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let hint = text(&world.tokens(&ann).await, "id_token");
    let (bare, proven) = (address(&[]), address(&[("id_token_hint", &hint)]));
    for (how, headers) in SUBRESOURCE_HEADERS {
        for target in [&bare, &proven] {
            let mut request = world.request("GET", target).header("cookie", &ann.cookie);
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            let response = request.send().await.unwrap();
            assert_eq!(response.status(), 200, "{how}");
            assert!(response.text().await.unwrap().contains("id=\"sign-out\""));
            assert_signed_in(&world, &ann).await;
        }
    }
    let head = world.request("HEAD", &proven).header("cookie", &ann.cookie);
    assert_eq!(head.send().await.unwrap().status(), 200);
    assert_signed_in(&world, &ann).await;
    // A browser omits our cookies from a form of another website, but sends them with the redirect's GET.
    let long = "x".repeat(9_000);
    for (form, expected) in [
        ([("state", "s"), ("unknown", "1")], "/oauth/logout?state=s"),
        ([("state", "s"), ("id_token_hint", &long)], "/oauth/logout?"),
    ] {
        let posted = RedirectResponse::from_response(&world.post("/oauth/logout", &form, "").await);
        assert_eq!(posted.location.as_deref(), Some(expected));
    }
    let posted =
        RedirectResponse::from_response(&world.post("/oauth/logout", &[("state", "s")], "").await);
    assert_eq!(posted.status, 303);
    let response = world.get(&posted.location.unwrap(), Some(&ann)).await;
    let question = SignOutQuestion::read(response, &ann).await;
    assert_signed_in(&world, &ann).await;
    // The valid counterparts: the user confirms, or follows the client's own link.
    assert_done(question.yes(&world).await).await;
    assert_signed_out(&world, &ann).await;
    let ben = world.visitor("ben").await;
    let hint = text(&world.tokens(&ben).await, "id_token");
    let link = world
        .request("GET", &address(&[("id_token_hint", &hint)]))
        .header("cookie", &ben.cookie)
        .header("sec-fetch-dest", "document")
        .header("sec-fetch-site", "cross-site");
    assert_done(link.send().await.unwrap()).await;
    assert_signed_out(&world, &ben).await;
}

// row: A26
#[tokio::test]
async fn forged_confirmation_ends_no_session() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let page = world.get("/oauth/logout", Some(&ann)).await;
    let question = SignOutQuestion::read(page, &ann).await;
    let forged = |token: &str| vec![("csrfToken".to_owned(), token.to_owned())];
    let good = question.fields.clone();
    for (fields, headers) in [
        (vec![], None),
        (forged("x"), None),
        (forged(&"a".repeat(64)), None),
        (good.clone(), Some(("sec-fetch-site", "cross-site"))),
        (good.clone(), Some(("origin", "https://evil.example"))),
    ] {
        let mut request = world
            .request("POST", "/oauth/logout/confirm")
            .header("cookie", &question.cookie)
            .form(&fields);
        if let Some((name, value)) = headers {
            request = request.header(name, value);
        }
        assert_eq!(request.send().await.unwrap().status(), 403, "{fields:?}");
        assert_signed_in(&world, &ann).await;
    }
    let by_get = world.get("/oauth/logout/confirm", Some(&ann)).await;
    assert_eq!(by_get.status(), 405);
    assert_signed_in(&world, &ann).await;
    assert_done(question.yes(&world).await).await;
    assert_signed_out(&world, &ann).await;
}

/// Asserts that the user must confirm a logout with this hint.
async fn assert_confirmation(world: &TestIdp, ann: &TestBrowser, hint: &str) {
    let wish = [("id_token_hint", hint)];
    let response = world.get(&address(&wish), Some(ann)).await;
    let _question = SignOutQuestion::read(response, ann).await;
    assert_signed_in(world, ann).await;
}

#[tokio::test]
async fn only_id_tokens_are_hints() {
    let world = TestIdp::new().await;
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    let tokens = world.tokens(&ann).await;
    assert_confirmation(&world, &ann, &text(&tokens, "access_token")).await;
    assert_confirmation(&world, &ann, &text(&world.tokens(&ben).await, "id_token")).await;
    let elsewhere = world.visitor("ann").await;
    let other_session = text(&world.tokens(&elsewhere).await, "id_token");
    assert_confirmation(&world, &ann, &other_session).await;
    assert_confirmation(&world, &ann, &"a".repeat(15 * 1024)).await;
    let too_long = address(&[("id_token_hint", &"a".repeat(40 * 1024))]);
    // The server may close the connection while the client still writes, before the client reads the response.
    let is_refused = match world.request("GET", &too_long).send().await {
        Ok(response) => response.status() == 431,
        Err(failed) => failed.is_request(),
    };
    assert!(is_refused, "longer than any header may be");
    let hint = text(&tokens, "id_token");
    assert_done(
        world
            .get(&address(&[("id_token_hint", &hint)]), Some(&ann))
            .await,
    )
    .await;
    assert_signed_out(&world, &ann).await;
    assert_signed_in(&world, &elsewhere).await;
}

#[tokio::test]
async fn deleted_client_proves_nothing() {
    let world = TestIdp::new().await;
    let (ann, home) = (world.visitor("ann").await, world.at("/"));
    let hint = text(&world.tokens(&ann).await, "id_token");
    let machine = [
        ("grant_type", "client_credentials"),
        ("scope", "idp.clients"),
    ];
    let token = world.token(&machine, Some(("keeper", SECRET))).await;
    let deletion = world
        .request("DELETE", "/admin/v1/clients/web")
        .bearer_auth(text(&token.ok(), "access_token"));
    assert_eq!(deletion.send().await.unwrap().status(), 204);
    let wish = [
        ("id_token_hint", hint.as_str()),
        ("post_logout_redirect_uri", &home),
    ];
    let response = world.get(&address(&wish), Some(&ann)).await;
    assert_done(
        SignOutQuestion::read(response, &ann)
            .await
            .yes(&world)
            .await,
    )
    .await;
}
