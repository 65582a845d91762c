//! A visitor signs in by an email link: from the web app to tokens, and out again.

use foundation::on_both_engines;
use journeys::browser::Browser;
use journeys::installation::TestInstallation;
use journeys::relying_party::RelyingParty;
use journeys::users::{self, TestUser};
use serde_json::json;

on_both_engines! {
    async fn visitor_signs_in_by_an_e_mail_link(mut world: TestInstallation) {
        let visitor = TestUser::arrive(&world.address, "ann@example.com").await;
        assert_eq!(visitor.tokens.email.as_deref(), Some("ann@example.com"));
        let me = visitor.get(&world.address, "/v1/me").await;
        assert_eq!(me["id"], visitor.tokens.subject.as_str());
        assert_eq!(me["email"], "ann@example.com");
        assert_eq!(me["email_verified"], true);
        assert_eq!(me["is_operator"], false);
        let credits = visitor.get(&world.address, "/v1/me/credits").await;
        assert_eq!(credits["balances"], json!([]));
        sign_out(&world.address, &visitor).await;
        let _running = world.process();
    }

    async fn code_of_the_email_signs_in_the_requesting_browser(mut world: TestInstallation) {
        let browser = Browser::default();
        let page = browser.open(&world.address.at("/api/auth/signin")).await;
        let csrf = page.field("csrfToken");
        let fields = [("csrfToken", csrf.as_str()), ("email", "bob@example.com")];
        let response = browser.submit(&world.address.at("/api/auth/signin/email"), &fields).await;
        let code = world.address.mailbox.wait_for_email("bob@example.com", 1).await.code();
        let csrf = response.field("csrfToken");
        let fields = [("csrfToken", csrf.as_str()), ("code", code.as_str())];
        let address = world.address.at("/api/auth/callback/email");
        // An attacker's browser knows the code but did not request it.
        let attacker = Browser::default();
        let page = attacker.open(&world.address.at("/api/auth/signin")).await;
        let own = page.field("csrfToken");
        attacker.submit(&address, &[("csrfToken", own.as_str()), ("code", code.as_str())]).await;
        assert!(!users::is_signed_in(&world.address, &attacker).await);
        browser.submit(&address, &fields).await;
        assert!(users::is_signed_in(&world.address, &browser).await);
        let _running = world.process();
    }

    async fn another_website_signs_its_visitors_in(mut world: TestInstallation) {
        let owner = TestUser::arrive(&world.address, "owner@example.com").await;
        let registered = owner.register_website(&world.address, "Shop").await;
        let text = |name: &str| registered["client"][name].as_str().unwrap().to_owned();
        let shop = RelyingParty {
            issuer: text("issuer"),
            client_id: text("client_id"),
            client_secret: Some(text("client_secret")),
            redirect_uri: "https://shop.example/callback".to_owned(),
            scopes: vec!["profile", "email", "credits.read"],
        };
        let visitor = TestUser::arrive(&world.address, "ann@example.com").await;
        let at_the_shop = shop.sign_in(&visitor.browser).await;
        assert_eq!(at_the_shop.subject, visitor.tokens.subject);
        // The second sign-in asks for no consent.
        let again = shop.sign_in(&visitor.browser).await;
        assert_eq!(again.subject, visitor.tokens.subject);
        let _running = world.process();
    }
}

/// Signs out with the ID token as a hint: this ends the session and returns to the app.
async fn sign_out(installation: &journeys::installation::InstallationAddress, visitor: &TestUser) {
    let mut address = reqwest::Url::parse(&installation.at("/oauth/logout")).unwrap();
    address
        .query_pairs_mut()
        .append_pair("id_token_hint", &visitor.tokens.id_token)
        .append_pair("client_id", "web")
        .append_pair("post_logout_redirect_uri", &installation.at("/"))
        .append_pair("state", "come-back");
    let page = visitor.browser.open(address.as_str()).await;
    assert_eq!(page.url.path(), "/");
    assert_eq!(page.parameter("state").as_deref(), Some("come-back"));
    assert!(!users::is_signed_in(installation, &visitor.browser).await);
}
