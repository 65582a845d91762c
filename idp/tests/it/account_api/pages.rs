//! Tests pages for actions that need a browser, which lead back to the app and nowhere else.

use super::{ANN, BASE};
use crate::visiting::{Authenticator, TestBackend};

const PAGES: [&str; 2] = ["/api/auth/account", "/api/auth/account/passkeys"];
const APP_PAGE: &str = "http://localhost:8080/account/sign-in";

#[tokio::test]
async fn pages_lead_back_to_an_address_of_ours_and_no_other() {
    let world = super::world(TestBackend::Sqlite).await;
    let ann = world.signed_in(ANN).await;
    for page in PAGES {
        for good in ["/account/sign-in", APP_PAGE] {
            let body = ann.get(&format!("{page}?callbackUrl={good}")).await.body;
            let link = format!("id=\"back-link\" href=\"{APP_PAGE}\"");
            assert!(body.contains(&link), "{good} at {page}: {body}");
            assert!(body.contains(&format!("name=\"callbackUrl\" value=\"{APP_PAGE}\"")));
        }
        for bad in [
            "",
            "callbackUrl=https://evil.example/",
            "callbackUrl=//evil.example/",
            "callbackUrl=javascript:alert(1)",
            "callbackUrl=http://localhost:8080.evil.example/",
            "callbackUrl=/account&callbackUrl=/account",
        ] {
            let body = ann.get(&format!("{page}?{bad}")).await.body;
            assert!(
                !body.contains("back-link") && !body.contains("name=\"callbackUrl\""),
                "{bad}: {body}"
            );
        }
    }
}

#[tokio::test]
async fn passkey_that_was_added_leads_back_to_the_app() {
    let world = super::world(TestBackend::Sqlite).await;
    let ann = world.signed_in(ANN).await;
    for (callback_url, expected) in [
        (APP_PAGE, APP_PAGE),
        (
            "https://evil.example/",
            "/api/auth/account/passkeys?done=added",
        ),
    ] {
        let csrf = ann.csrf().await;
        let options = "/api/auth/account/passkeys/options";
        let ceremony = ann.post(options, &[("csrfToken", &csrf)]).await.json();
        let credential = Authenticator::new(BASE, "localhost").register(&ceremony["publicKey"]);
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("ceremony", ceremony["ceremony"].as_str().unwrap()),
            ("credential", &credential),
            ("name", "Phone"),
            ("callbackUrl", callback_url),
        ];
        let response = ann.post("/api/auth/account/passkeys/add", &fields).await;
        assert_eq!((response.status, response.location()), (303, expected));
    }
}
