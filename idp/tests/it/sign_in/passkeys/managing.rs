//! Tests management of passkeys: after a recent sign-in, one's own only, and never without a sign-in method.

use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::visiting::spawn;

#[tokio::test]
async fn new_passkey_is_requested_as_discoverable() {
    let world = world(TestBackend::Sqlite).await;
    let (browser, device) = ann_with_passkey(&world).await;
    let ceremony = begin(&browser, &format!("{OURS}/options")).await;
    let public_key = &ceremony["publicKey"];
    let selection = &public_key["authenticatorSelection"];
    assert_eq!(selection["residentKey"], "required");
    assert_eq!(selection["userVerification"], "required");
    assert_eq!(
        public_key["excludeCredentials"].as_array().unwrap().len(),
        1
    );
    let user = world.text("SELECT id FROM users").await;
    let handle = String::from_utf8_lossy(&device.handle).into_owned();
    assert!(!handle.contains(ANN) && !handle.contains(&user));
}

#[tokio::test]
async fn passkey_changes_require_a_recent_sign_in() {
    let world = world(TestBackend::Sqlite).await;
    let (browser, mut device) = ann_with_passkey(&world).await;
    let id = id_on(&browser.get(OURS).await.body);
    let ceremony = begin(&browser, &format!("{OURS}/options")).await;
    world.wait(Duration::from_mins(10) + Duration::from_micros(1));
    let page = browser.get(OURS).await.body;
    assert!(page.contains("id=\"again-link\"") && !page.contains("id=\"passkey-add-form\""));
    let csrf = browser.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("id", id.as_str()),
        ("ceremony", ceremony["ceremony"].as_str().unwrap()),
        ("credential", "{}"),
    ];
    for change in ["options", "add", "remove"] {
        let response = browser.post(&format!("{OURS}/{change}"), &fields).await;
        assert_eq!(response.status, 303, "{change}");
        assert!(
            response
                .location()
                .starts_with("/api/auth/signin?error=SessionRequired&callbackUrl="),
            "{change}"
        );
    }
    assert_eq!(sign_in(&browser, &mut device).await.location(), BASE);
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("id", id.as_str())];
    let response = browser.post(&format!("{OURS}/remove"), &fields).await;
    assert_eq!(
        response.location(),
        format!("{OURS}?done=removed"),
        "the control"
    );
    assert_eq!(
        sign_in(&world.browser(), &mut device).await.location(),
        REFUSED
    );
}

#[tokio::test]
async fn passkey_of_another_user_and_missing_token_are_refused() {
    let world = world(TestBackend::Sqlite).await;
    let (owner, mut device) = ann_with_passkey(&world).await;
    let id = id_on(&owner.get(OURS).await.body);
    let bob = world.signed_in("bob@example.com").await;
    let csrf = bob.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("id", id.as_str()),
        ("name", "Mine"),
    ];
    for change in ["rename", "remove"] {
        let response = bob.post(&format!("{OURS}/{change}"), &fields).await;
        assert_eq!(
            response.location(),
            format!("{OURS}?error=gone"),
            "{change}"
        );
        let response = owner.post(&format!("{OURS}/{change}"), &fields).await;
        assert_eq!(
            response.status, 403,
            "{change} with another browser's token"
        );
    }
    // Ann's ceremony adds nothing to Bob's account.
    let options = begin(&owner, &format!("{OURS}/options")).await;
    let mut other = Authenticator::new(BASE, "localhost");
    let credential = other.register(&options["publicKey"]);
    let ceremony = options["ceremony"].as_str().unwrap();
    let response = bring(&bob, &format!("{OURS}/add"), ceremony, &credential, "").await;
    assert_eq!(response.location(), format!("{OURS}?error=device"));
    // A device's passkey cannot belong to two users.
    let response = add(&bob, &mut device, "").await;
    assert_eq!(response.location(), format!("{OURS}?error=device"));

    let csrf = owner.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("id", id.as_str()),
        ("name", "<Mine>"),
    ];
    let response = owner.post(&format!("{OURS}/rename"), &fields).await;
    assert_eq!(
        response.location(),
        format!("{OURS}?done=renamed"),
        "the control"
    );
    let page = owner.get(&format!("{OURS}?done=renamed")).await.body;
    assert!(
        page.contains("&#60;Mine&#62;</h2>") && page.contains("id=\"page-done\""),
        "{page}"
    );
    let anonymous = world.browser().get(OURS).await;
    assert_eq!(anonymous.status, 303);
}

#[tokio::test]
async fn passkeys_added_at_once_stop_at_twenty() {
    for backend in ENGINES {
        many_additions(world(backend).await).await;
    }
}

async fn many_additions(world: TestInstallation) {
    // Uses separate sessions, because an addition gives its session a new id.
    let (_owner, mut device) = ann_with_passkey(&world).await;
    let mut crowd = Vec::new();
    for _ in 0..25 {
        let browser = Arc::new(world.browser());
        assert_eq!(sign_in(&browser, &mut device).await.location(), BASE);
        let csrf = browser.csrf().await;
        let options = begin(&browser, &format!("{OURS}/options")).await;
        let credential = Authenticator::new(BASE, "localhost").register(&options["publicKey"]);
        let ceremony = options["ceremony"].as_str().unwrap().to_owned();
        crowd.push(spawn(async move {
            let fields = [
                ("csrfToken", csrf.as_str()),
                ("ceremony", ceremony.as_str()),
                ("credential", credential.as_str()),
            ];
            let path = format!("{OURS}/add");
            let response = retry_while_busy(|| browser.post(&path, &fields)).await;
            response.location().to_owned()
        }));
    }
    let mut added = 0;
    for one in crowd {
        let response = one.await.unwrap();
        if response == format!("{OURS}?done=added") {
            added += 1;
        } else {
            assert_eq!(response, format!("{OURS}?error=many"));
        }
    }
    assert_eq!(added, 19, "beside the first");
}

#[tokio::test]
async fn last_method_remains_and_deactivated_user_is_refused() {
    let world = world(TestBackend::Sqlite).await;
    let (browser, mut device) = ann_with_passkey(&world).await;
    let id = id_on(&browser.get(OURS).await.body);
    world
        .change("UPDATE users SET email = NULL, email_verified_at = NULL")
        .await;
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("id", id.as_str())];
    let path = format!("{OURS}/remove");
    let response = browser.post(&path, &fields).await;
    assert_eq!(response.location(), format!("{OURS}?error=last"));
    let mut second = Authenticator::new(BASE, "localhost");
    add(&browser, &mut second, "").await;
    // The CSRF token of the form ended with the session's old id.
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("id", id.as_str())];
    let response = browser.post(&path, &fields).await;
    assert_eq!(
        response.location(),
        format!("{OURS}?done=removed"),
        "the control"
    );
    assert_eq!(
        sign_in(&world.browser(), &mut device).await.location(),
        REFUSED
    );
    world.change("UPDATE users SET is_active = FALSE").await;
    let response = sign_in(&world.browser(), &mut second).await;
    assert_eq!(
        response.location(),
        format!("{BASE}/api/auth/error?error=AccessDenied")
    );
}

// row: stricter-9
#[tokio::test]
async fn first_email_proof_removes_earlier_passkeys() {
    let world = world(TestBackend::Sqlite).await;
    let (_thief, mut device) = ann_with_passkey(&world).await;
    // A further proof of the address changes nothing.
    world.signed_in(ANN).await;
    assert_eq!(
        sign_in(&world.browser(), &mut device).await.location(),
        BASE,
        "the control"
    );
    world
        .change("UPDATE users SET email_verified_at = NULL")
        .await;
    let owner = world.browser();
    let count = world.emails_to(ANN).len();
    owner.ask(ANN).await;
    let link = world.wait_for_email(ANN, count + 1).await.link();
    owner.post(&link, &[]).await;
    assert!(owner.is_signed_in().await);
    assert_eq!(
        sign_in(&world.browser(), &mut device).await.location(),
        REFUSED
    );
}

#[tokio::test]
async fn installation_without_passkeys_has_no_trace_of_them() {
    let off = TestInstallation::with(&[("IDP_BASE_URL", BASE), ("IDP_PASSKEYS", "off")]).await;
    // Browsers create passkeys for host names only, not for IP addresses.
    let nameless = TestInstallation::with(&[
        ("IDP_BASE_URL", "http://127.0.0.1:8080"),
        ("IDP_PASSKEYS", "on"),
    ])
    .await;
    let on = world(TestBackend::Sqlite).await;
    for (world, is_there) in [(off, false), (nameless, false), (on, true)] {
        let browser = world.browser();
        let csrf = browser.csrf().await;
        let fields = [("csrfToken", csrf.as_str())];
        let response = browser.post("/api/auth/passkey/options", &fields).await;
        assert_eq!(response.status, if is_there { 200 } else { 400 });
        let response = browser.post("/api/auth/callback/passkey", &fields).await;
        assert_eq!(response.status, if is_there { 302 } else { 400 });
        let page = browser.get("/api/auth/signin").await;
        let policy = page.header("content-security-policy");
        assert_eq!(page.body.contains("<script"), is_there);
        assert_eq!(page.body.contains("id=\"passkey-form\""), is_there);
        assert_eq!(
            policy.contains("script-src 'self'; connect-src 'self'"),
            is_there
        );
        assert_eq!(policy.contains("trusted-types 'none'"), is_there);
        assert_eq!(
            browser.get(OURS).await.status,
            if is_there { 303 } else { 404 }
        );
        let other = browser.get("/api/auth/signout").await;
        assert!(
            !other.body.contains("<script")
                && !other
                    .header("content-security-policy")
                    .contains("script-src")
        );
    }
}

// row: passkeys-2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn passkey_registration_posted_fifty_times_adds_one() {
    for backend in ENGINES {
        let world = world(backend).await;
        let owner = world.signed_in(ANN).await;
        let options = begin(&owner, &format!("{OURS}/options")).await;
        let mut device = Authenticator::new(BASE, "localhost");
        let credential = device.register(&options["publicKey"]);
        let ceremony = options["ceremony"].as_str().unwrap().to_owned();
        assert_eq!(
            fifty_additions(&world, &owner, (&ceremony, &credential)).await,
            50,
            "one browser sent all of them"
        );
        let stored = world
            .text("SELECT CAST(count(*) AS TEXT) FROM passkeys")
            .await;
        assert_eq!(stored, "1", "{backend:?}");
        let response = sign_in(&world.browser(), &mut device).await;
        assert_eq!(response.location(), BASE, "the control");
    }
}

/// Returns how many of fifty browsers with one set of cookies report that the passkey was added.
async fn fifty_additions(
    world: &TestInstallation,
    owner: &Browser,
    registration: (&str, &str),
) -> usize {
    let csrf = owner.csrf().await;
    let mut crowd = Vec::new();
    for _ in 0..50 {
        let browser = world.browser();
        browser.take_cookies_of(owner);
        let (csrf, ceremony, credential) = (
            csrf.clone(),
            registration.0.to_owned(),
            registration.1.to_owned(),
        );
        crowd.push(spawn(async move {
            let fields = [
                ("csrfToken", csrf.as_str()),
                ("ceremony", ceremony.as_str()),
                ("credential", credential.as_str()),
            ];
            let path = format!("{OURS}/add");
            let response = retry_while_busy(|| browser.post(&path, &fields)).await;
            response.location().ends_with("?done=added")
        }));
    }
    let mut added = 0;
    for one in crowd {
        added += usize::from(one.await.unwrap());
    }
    added
}
