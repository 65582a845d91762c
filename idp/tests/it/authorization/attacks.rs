//! Tests family A of the attack table, without the rows of other files; each attack has a valid counterpart.

use std::net::TcpListener;

use foundation::on_both_engines;
use idp::testing::TestBrowser;

use super::pushed::{address_of, pushed};
use super::{ShownPage, shop};
use crate::harness::{RedirectResponse, TestIdp};

// row: A10
#[tokio::test]
async fn repeated_parameter_is_reported_by_the_single_response_mode() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let address = world.authorize_url(&[("response_mode", "form_post")]);
    let twice = format!("{address}&response_mode=query");
    let landing = RedirectResponse::from_response(&world.get(&twice, Some(&ann)).await);
    assert_eq!(landing.error(), "invalid_request");
    let once = ShownPage::at(&world, &address, &ann).await;
    assert_eq!(once.status, 200);
}

// row: A12
#[tokio::test]
async fn response_is_never_in_a_fragment() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    for mode in ["fragment", "web_message", "query.jwt", "Query", "form-post"] {
        let landing = world
            .authorize(Some(&ann), &[("response_mode", mode)])
            .await;
        assert_eq!(landing.error(), "invalid_request", "{mode}");
        assert!(!landing.location.unwrap().contains('#'));
    }
    let control = world.authorize(Some(&ann), &[("response_mode", "query")]);
    assert!(control.await.parameter("code").is_some());
}

// row: A17
#[tokio::test]
async fn pages_cannot_be_framed() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let pages = [
        "/api/auth/signin".to_owned(),
        "/api/auth/signout".to_owned(),
        "/oauth/logout".to_owned(),
        "/api/auth/account/applications".to_owned(),
        shop(&world, &[]),
        shop(&world, &[("prompt", "select_account")]),
        world.authorize_url(&[("client_id", "nobody")]),
    ];
    for address in pages {
        let page = ShownPage::at(&world, &address, &ann).await;
        let is_closed = page.policy.contains("frame-ancestors 'none'");
        assert!(is_closed, "{address}: {}", page.policy);
    }
}

// row: A22
#[tokio::test]
async fn urls_of_a_request_are_not_fetched() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let here = listener.local_addr().unwrap();
    for address in [
        format!("http://{here}/request.jwt"),
        "http://169.254.169.254/latest".to_owned(),
        "urn:other:x".to_owned(),
    ] {
        let changes = [("request_uri", address.as_str())];
        let landing = world.authorize(Some(&ann), &changes).await;
        assert_eq!(landing.error(), "request_uri_not_supported", "{address}");
    }
    assert!(listener.accept().is_err(), "nobody came");
    let control = world.authorize(Some(&ann), &[]).await;
    assert!(control.parameter("code").is_some());
}

async fn press_as(
    world: &TestIdp,
    page: &ShownPage,
    from: &TestBrowser,
    to: &TestBrowser,
) -> RedirectResponse {
    let cookie = page.cookie.replace(&from.cookie, &to.cookie);
    let (token, resume) = (page.field("csrfToken"), page.field("resume"));
    let form = [
        ("csrfToken", token.as_str()),
        ("resume", resume.as_str()),
        ("decision", "allow"),
    ];
    RedirectResponse::from_response(&world.post("/oauth/consent", &form, &cookie).await)
}

on_both_engines!(sign_in_in_another_tab_requires_a_new_consent);

// row: A24
async fn sign_in_in_another_tab_requires_a_new_consent(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let page = ShownPage::at(&world, &shop(&world, &[]), &ann).await;
    let ben = world.sign_in_again("ben", &ann).await;
    let landing = press_as(&world, &page, &ann, &ben).await;
    assert_eq!((landing.status.as_u16(), landing.location), (403, None));
    assert_eq!(world.count("SELECT COUNT(*) FROM grants").await, 0);
    // The page asks Ben after he reloads it, and his decision is for his own account.
    let resume = page.field("resume");
    let renewed = ShownPage::at(&world, &format!("/oauth/authorize?resume={resume}"), &ben).await;
    assert!(renewed.html.contains("ben@example.com"), "{}", renewed.html);
    let button = [("decision", "allow")];
    let landing =
        RedirectResponse::from_response(&renewed.press(&world, "/oauth/consent", &button).await);
    assert!(landing.parameter("code").is_some());
    let whose = world.text("SELECT user_id FROM consents").await;
    assert_eq!(whose, ben.user_id);
}

// row: A25
#[tokio::test]
async fn page_behind_the_back_button_gives_no_second_code() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let page = ShownPage::at(&world, &shop(&world, &[]), &ann).await;
    let button = [("decision", "allow")];
    let first =
        RedirectResponse::from_response(&page.press(&world, "/oauth/consent", &button).await);
    assert!(first.parameter("code").is_some());
    let again =
        RedirectResponse::from_response(&page.press(&world, "/oauth/consent", &button).await);
    assert_eq!(again.location, first.location, "a press that came twice");
    world.wait(31);
    for decision in ["allow", "deny"] {
        let button = [("decision", decision)];
        let again =
            RedirectResponse::from_response(&page.press(&world, "/oauth/consent", &button).await);
        assert!(again.is_page(), "{decision}: {again:?}");
    }
    assert_eq!(world.count("SELECT COUNT(*) FROM grants").await, 1);
}

// row: A24
#[tokio::test]
async fn outdated_consent_page_is_refused() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    world.wait(1);
    let page = ShownPage::at(&world, &shop(&world, &[("max_age", "100")]), &ann).await;
    world.wait(100);
    let button = [("decision", "allow")];
    let landing =
        RedirectResponse::from_response(&page.press(&world, "/oauth/consent", &button).await);
    assert_eq!(landing.url().path(), "/oauth/authorize", "{landing:?}");
    let response = world.get(&landing.location.unwrap(), Some(&ann)).await;
    assert_eq!(
        RedirectResponse::from_response(&response).url().path(),
        "/api/auth/signin"
    );
}

#[tokio::test]
async fn resume_with_a_request_is_an_ordinary_parameter() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    for (changes, is_signed_in) in [
        (vec![("resume", "x")], true),
        (vec![("resume", "x")], false),
    ] {
        let visitor = is_signed_in.then_some(&ann);
        let landing = world.authorize(visitor, &changes).await;
        if is_signed_in {
            assert!(landing.parameter("code").is_some(), "{landing:?}");
        } else {
            assert_eq!(landing.url().path(), "/api/auth/signin");
        }
    }
    let name = pushed(&world, &[]).await;
    let address = format!("{}&resume=x", address_of("backend", &name));
    let landing = RedirectResponse::from_response(&world.get(&address, Some(&ann)).await);
    assert!(landing.parameter("code").is_some(), "{landing:?}");
    let alone = world.get("/oauth/authorize?resume=x", Some(&ann)).await;
    assert!(
        RedirectResponse::from_response(&alone).is_page(),
        "the control: alone it has to be one of ours"
    );
}

on_both_engines!(look_at_the_headers_uses_no_request_up);

// row: A28
async fn look_at_the_headers_uses_no_request_up(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let address = address_of("backend", &pushed(&world, &[]).await);
    for address in [&address, &world.authorize_url(&[])] {
        let request = world.request("HEAD", address).header("cookie", &ann.cookie);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 405);
        assert_eq!(response.headers()["allow"], "GET, POST");
    }
    assert_eq!(world.count("SELECT COUNT(*) FROM grants").await, 0);
    let landing = RedirectResponse::from_response(&world.get(&address, Some(&ann)).await);
    assert!(
        landing.parameter("code").is_some(),
        "the control: {landing:?}"
    );
}
