//! Unmodified third-party client libraries: sign in, refresh, sign out. Those for JavaScript are in `web/e2e`.

use foundation::on_both_engines;
use journeys::authlib_site::{AuthlibSite, said};
use journeys::browser::{Browser, HtmlPage};
use journeys::installation::TestInstallation;
use journeys::relying_party::RelyingParty;
use journeys::users::{self, TestUser};
use reqwest::Url;
use serde_json::{Value, json};

const CALLBACK: &str = "https://library.example/callback";
const BYE: &str = "https://library.example/bye";

on_both_engines! {
    async fn openidconnect_crate(mut world: TestInstallation) {
        let metadata = json!({
            "redirect_uris": [CALLBACK],
            "post_logout_redirect_uris": [BYE],
            "grant_types": ["authorization_code", "refresh_token"],
        });
        let secret = users::register_client(&world, "library", &metadata).await;
        let library = RelyingParty {
            issuer: world.address.base.clone(),
            client_id: "library".to_owned(),
            client_secret: Some(secret),
            redirect_uri: CALLBACK.to_owned(),
            scopes: vec!["profile", "email"],
        };
        let ann = TestUser::arrive(&world.address, "ann@example.com").await;
        let first = library.sign_in(&ann.browser).await;
        assert_eq!(first.subject, ann.tokens.subject);
        assert_eq!(first.email.as_deref(), Some("ann@example.com"));
        let second = library.refreshed(&first).await;
        assert_ne!(second.access_token, first.access_token);
        assert_eq!(second.email, first.email);
        let page = library.sign_out(&ann.browser, &second, BYE).await;
        assert_eq!(page.url.as_str(), format!("{BYE}?state=come-back"));
        assert!(!users::is_signed_in(&world.address, &ann.browser).await);
        // A grant without offline access ends with the session.
        assert_eq!(library.refresh(&second.refresh_token.unwrap()).await, 400);
        let _running = world.process();
    }

    async fn authlib(mut world: TestInstallation) {
        for method in ["client_secret_basic", "client_secret_post"] {
            let site = AuthlibSite::start(&world, method).await;
            let ann = TestUser::arrive(&world.address, &format!("{method}@example.com")).await;
            a_visit(&world, &site, &ann).await;
        }
        let _running = world.process();
    }
}

/// Visits with one browser at the website, and one of the same user at the idp: each has the cookies of its own origin.
async fn a_visit(world: &TestInstallation, site: &AuthlibSite, ann: &TestUser) {
    let at_site = Browser::default();
    let address = at_site.open(&site.at("/login")).await.url;
    let back = allowed(&ann.browser, &address).await;
    let first = said(&at_site.open(back.as_str()).await);
    assert_eq!(first["sub"], ann.tokens.subject.as_str());
    refreshed(site, &at_site, &first, ann).await;
    let address = at_site.open(&site.at("/logout")).await.url;
    let back = ann.browser.open(address.as_str()).await.url;
    assert_eq!(said(&at_site.open(back.as_str()).await)["signed_out"], true);
    assert!(!users::is_signed_in(&world.address, &ann.browser).await);
}

/// Checks that new tokens belong to the same user, and return the same claims.
async fn refreshed(site: &AuthlibSite, at_site: &Browser, first: &Value, ann: &TestUser) {
    let me = said(&at_site.open(&site.at("/me")).await);
    assert_eq!(me["email"], ann.tokens.email.as_deref().unwrap());
    let second = said(&at_site.open(&site.at("/refresh")).await);
    assert_eq!(second["sub"], first["sub"]);
    assert_ne!(second["access_token"], first["access_token"]);
    assert_eq!(said(&at_site.open(&site.at("/me")).await), me);
}

/// Sends a browser to the idp, gives consent, and returns the URL to which the idp redirects it.
async fn allowed(browser: &Browser, address: &Url) -> Url {
    let page: HtmlPage = browser.open(address.as_str()).await;
    let page = browser.submit_page(&page, "consent-allow").await;
    assert_eq!(page.url.path(), "/callback", "{}", page.body);
    page.url
}
