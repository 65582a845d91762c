//! Tests `prompt=select_account`: the user chooses between the session's account and another one.

use foundation::on_both_engines;
use idp::testing::TestBrowser;

use super::{ShownPage, shop};
use crate::harness::{RedirectResponse, TestIdp};

const SELECT: (&str, &str) = ("prompt", "select_account");

on_both_engines!(account_of_the_session_or_another_one);

async fn account_of_the_session_or_another_one(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let page = ShownPage::at(&world, &world.authorize_url(&[SELECT]), &ann).await;
    assert_eq!(page.status, 200);
    assert!(page.html.contains("ann@example.com"), "{}", page.html);
    let this = RedirectResponse::from_response(&page.press(&world, "/oauth/select", &[]).await);
    assert!(this.parameter("code").is_some(), "{this:?}");
    let again = RedirectResponse::from_response(&page.press(&world, "/oauth/select", &[]).await);
    assert_eq!(again.location, this.location, "a press that came twice");
    world.wait(60);
    let again = RedirectResponse::from_response(&page.press(&world, "/oauth/select", &[]).await);
    assert!(again.is_page(), "answered once");

    let page = ShownPage::at(&world, &world.authorize_url(&[SELECT]), &ann).await;
    let other = page.behind("id=\"account-other\" href=\"");
    assert!(
        other.starts_with("/api/auth/signin?callbackUrl="),
        "{other}"
    );
    let back = RedirectResponse {
        status: page.status,
        location: Some(other),
    };
    let ben = world.sign_in_again("ben", &ann).await;
    let back = back.parameter("callbackUrl").unwrap();
    let landing = RedirectResponse::from_response(&world.get(&back, Some(&ben)).await);
    assert!(
        landing.parameter("code").is_some(),
        "a recent sign-in chooses the account"
    );
}

#[tokio::test]
async fn signed_out_user_selects_by_signing_in() {
    let world = TestIdp::new().await;
    let response = world.authorize(None, &[SELECT]).await;
    assert_eq!(response.url().path(), "/api/auth/signin");
    let back = response.parameter("callbackUrl").unwrap();
    let ann = world.visitor("ann").await;
    let landing = RedirectResponse::from_response(&world.get(&back, Some(&ann)).await);
    assert!(landing.parameter("code").is_some());
}

#[tokio::test]
async fn consent_comes_after_the_account() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let page = ShownPage::at(&world, &shop(&world, &[SELECT]), &ann).await;
    assert!(page.html.contains("id=\"account-this\""), "{}", page.html);
    let response = page.press(&world, "/oauth/select", &[]).await;
    let consent = ShownPage::read(response, &page.cookie).await;
    assert!(
        consent.html.contains("id=\"consent-allow\""),
        "{}",
        consent.html
    );
    assert!(consent.html.contains("ann@example.com"), "who is asked");
    let allow = [("decision", "allow")];
    let landing =
        RedirectResponse::from_response(&consent.press(&world, "/oauth/consent", &allow).await);
    assert!(landing.parameter("code").is_some(), "{landing:?}");
}

// row: A24
#[tokio::test]
async fn selection_requires_the_own_session() {
    let world = TestIdp::new().await;
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    let page = ShownPage::at(&world, &world.authorize_url(&[SELECT]), &ann).await;
    let pressed_by = async |visitor: &TestBrowser, token: &str| {
        let cookie = page.cookie.replace(&ann.cookie, &visitor.cookie);
        let resume = page.field("resume");
        let form = [("csrfToken", token), ("resume", resume.as_str())];
        world.post("/oauth/select", &form, &cookie).await.status()
    };
    let token = page.field("csrfToken");
    assert_eq!(pressed_by(&ben, &token).await, 403);
    assert_eq!(pressed_by(&ann, "0").await, 403);
    assert_eq!(pressed_by(&ann, &token).await, 303);
}
