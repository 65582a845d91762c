//! Tests repeated or lost responses of an authorization: the same browser gets the response again.

use foundation::on_both_engines;

use super::{ShownPage, shop};
use crate::harness::{RedirectResponse, TestIdp};

const ALLOW: [(&str, &str); 1] = [("decision", "allow")];
const DENY: [(&str, &str); 1] = [("decision", "deny")];

on_both_engines!(consent_sent_twice_leads_to_the_website_with_the_same_code);

async fn consent_sent_twice_leads_to_the_website_with_the_same_code(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let page = ShownPage::at(&world, &shop(&world, &[]), &ann).await;
    let (one, two) = tokio::join!(
        page.press(&world, "/oauth/consent", &ALLOW),
        page.press(&world, "/oauth/consent", &ALLOW)
    );
    let first = RedirectResponse::from_response(&one);
    assert!(first.parameter("code").is_some(), "{first:?}");
    assert_eq!(
        first.location,
        RedirectResponse::from_response(&two).location
    );
    let again =
        RedirectResponse::from_response(&page.press(&world, "/oauth/consent", &ALLOW).await);
    assert_eq!(first.location, again.location);
    assert_eq!(world.count("SELECT COUNT(*) FROM grants").await, 1);
    let other = RedirectResponse::from_response(&page.press(&world, "/oauth/consent", &DENY).await);
    assert!(other.is_page(), "another decision: {other:?}");
    world.wait(31);
    let late = RedirectResponse::from_response(&page.press(&world, "/oauth/consent", &ALLOW).await);
    assert!(late.is_page(), "{late:?}");
}

on_both_engines!(consent_sent_again_after_the_code_was_redeemed_leads_to_a_code_that_works);

async fn consent_sent_again_after_the_code_was_redeemed_leads_to_a_code_that_works(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let address = world.authorize_url(&[("prompt", "consent login")]);
    let back = RedirectResponse::from_response(&world.get(&address, Some(&ann)).await);
    let back = back.parameter("callbackUrl").unwrap();
    let ann = world.sign_in_again("ann", &ann).await;
    let first = RedirectResponse::from_response(&world.get(&back, Some(&ann)).await);
    let code = first.parameter("code").unwrap();
    let tokens = world.redeem(&code).await.ok();
    let again = RedirectResponse::from_response(&world.get(&back, Some(&ann)).await);
    let second = again.parameter("code").unwrap();
    assert_ne!(code, second, "a redeemed code is not sent again");
    assert_eq!(first.parameter("state"), again.parameter("state"));
    let more = world.redeem(&second).await.ok();
    for tokens in [tokens, more] {
        let token = tokens["access_token"].as_str().unwrap().to_owned();
        assert_eq!(world.userinfo(&token).await.status, 200);
    }
    assert_eq!(world.count("SELECT COUNT(*) FROM grants").await, 1);
    // The second code has its own single use.
    assert_eq!(world.redeem(&second).await.refusal().1, "invalid_grant");
}

on_both_engines!(refusal_sent_twice_reaches_the_website_twice);

async fn refusal_sent_twice_reaches_the_website_twice(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let page = ShownPage::at(&world, &shop(&world, &[]), &ann).await;
    let (one, two) = tokio::join!(
        page.press(&world, "/oauth/consent", &DENY),
        page.press(&world, "/oauth/consent", &DENY)
    );
    for landing in [
        RedirectResponse::from_response(&one),
        RedirectResponse::from_response(&two),
    ] {
        assert_eq!(landing.error(), "access_denied");
    }
    let other =
        RedirectResponse::from_response(&page.press(&world, "/oauth/consent", &ALLOW).await);
    assert!(other.is_page(), "another decision: {other:?}");
    assert_eq!(world.count("SELECT COUNT(*) FROM grants").await, 0);
}

on_both_engines!(account_chosen_twice_leads_to_the_website_with_the_same_code);

async fn account_chosen_twice_leads_to_the_website_with_the_same_code(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let address = world.authorize_url(&[("prompt", "select_account")]);
    let page = ShownPage::at(&world, &address, &ann).await;
    let (one, two) = tokio::join!(
        page.press(&world, "/oauth/select", &[]),
        page.press(&world, "/oauth/select", &[])
    );
    let first = RedirectResponse::from_response(&one);
    assert!(first.parameter("code").is_some(), "{first:?}");
    assert_eq!(
        first.location,
        RedirectResponse::from_response(&two).location
    );
}

/// A browser may follow the redirect to the client twice, in the same session only.
#[tokio::test]
async fn return_followed_again_in_another_session_is_refused() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let address = world.authorize_url(&[("prompt", "login")]);
    let back = RedirectResponse::from_response(&world.get(&address, Some(&ann)).await);
    let back = back.parameter("callbackUrl").unwrap();
    let ann = world.sign_in_again("ann", &ann).await;
    let first = RedirectResponse::from_response(&world.get(&back, Some(&ann)).await);
    let again = RedirectResponse::from_response(&world.get(&back, Some(&ann)).await);
    assert_eq!(first.location, again.location);
    let bob = world.visitor("bob").await;
    let elsewhere = world.visitor("ann").await;
    for visitor in [Some(&bob), Some(&elsewhere), None] {
        let landing = RedirectResponse::from_response(&world.get(&back, visitor).await);
        assert!(landing.is_page(), "{landing:?}");
    }
}
