//! Tests sign-in with a passkey, and attempts with a wrong device, a stolen assertion or a forged one.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::visiting::{SYNCED, spawn};

// row: passkeys-1
#[tokio::test]
async fn passkey_signs_its_owner_in() {
    for backend in ENGINES {
        let world = world(backend).await;
        let (owner, mut device) = ann_with_passkey(&world).await;
        let page = owner.get(OURS).await.body;
        assert!(
            page.contains(">Phone</h2>") && page.contains("Kept on one device"),
            "{page}"
        );

        let browser = world.browser();
        let signed_in = sign_in(&browser, &mut device).await;
        assert_eq!(signed_in.status, 302, "{signed_in:?}");
        assert_eq!(signed_in.location(), BASE);
        assert_eq!(browser.session().await["user"]["email"], ANN);
        let amr = world
            .text("SELECT amr FROM sessions WHERE amr NOT LIKE '%email%'")
            .await;
        assert!(amr.contains("hwk") && amr.contains("user"), "{amr}");
        let page = browser.get(OURS).await.body;
        assert!(page.contains("last used 2023-11-14"), "{page}");
    }
}

#[tokio::test]
async fn sign_in_options_reveal_no_user() {
    let world = world(TestBackend::Sqlite).await;
    let (_owner, _device) = ann_with_passkey(&world).await;
    let (_, first) = begin_sign_in(&world.browser()).await;
    let (_, second) = begin_sign_in(&world.browser()).await;
    assert_eq!(first["rpId"], "localhost");
    assert_eq!(first["userVerification"], "required");
    assert_eq!(first["allowCredentials"], serde_json::json!([]));
    assert_ne!(first["challenge"], second["challenge"]);
}

// row: passkeys-2
#[tokio::test]
async fn passkey_assertion_posted_fifty_times_signs_in_once() {
    for backend in ENGINES {
        fifty_uses(world(backend).await).await;
    }
}

async fn fifty_uses(world: TestInstallation) {
    let (_owner, device) = ann_with_passkey(&world).await;
    let browser = Arc::new(world.browser());
    let (ceremony, public_key) = begin_sign_in(&browser).await;
    // A synced passkey has no counter, so only the ceremony distinguishes two uses.
    let credential = device.sign_as_it_stands(&public_key);
    let csrf = browser.csrf().await;
    let csrf_cookie = browser.cookie("tollgate.csrf-token").unwrap();
    let crowd: Vec<_> = (0..50)
        .map(|_| {
            let visitor = world.browser();
            visitor.set_cookie("tollgate.csrf-token", Some(&csrf_cookie));
            let (csrf, ceremony) = (csrf.clone(), ceremony.clone());
            let credential = credential.clone();
            spawn(async move {
                let fields = [
                    ("csrfToken", csrf.as_str()),
                    ("ceremony", ceremony.as_str()),
                    ("credential", credential.as_str()),
                ];
                retry_while_busy(|| visitor.post("/api/auth/callback/passkey", &fields)).await
            })
        })
        .collect();
    // One browser sends all assertions, and gets one session for all of them.
    let mut sessions = BTreeSet::new();
    for one in crowd {
        let response = one.await.unwrap();
        assert_eq!(response.location(), BASE, "{response:?}");
        sessions.extend(response.set_cookies("tollgate.session-token"));
    }
    assert_eq!(sessions.len(), 1);
}

// row: E18
#[tokio::test]
async fn assertion_is_valid_for_its_browser_its_purpose_and_five_minutes_only() {
    let world = world(TestBackend::Sqlite).await;
    let (owner, mut device) = ann_with_passkey(&world).await;

    let browser = world.browser();
    let (ceremony, public_key) = begin_sign_in(&browser).await;
    let credential = device.sign(&public_key);
    let attacker = world.browser();
    assert_eq!(
        submit(&attacker, &ceremony, &credential).await.location(),
        REFUSED
    );
    world.wait(Duration::from_mins(5));
    assert_eq!(
        submit(&browser, &ceremony, &credential).await.location(),
        REFUSED
    );

    let (ceremony, public_key) = begin_sign_in(&browser).await;
    let credential = device.sign(&public_key);
    world.wait(Duration::from_mins(5) - Duration::from_secs(1));
    // A ceremony of one kind is invalid for the other.
    let fresh = world.signed_in("bob@example.com").await;
    let added = bring(&fresh, &format!("{OURS}/add"), &ceremony, &credential, "").await;
    assert_eq!(added.location(), format!("{OURS}?error=device"));
    assert_eq!(
        submit(&browser, &ceremony, &credential).await.location(),
        BASE,
        "the control"
    );
    assert!(browser.is_signed_in().await && owner.is_signed_in().await);
}

type DeviceChange = fn(&mut Authenticator);

// row: passkeys-1
#[tokio::test]
async fn wrong_authenticators_are_refused() {
    let world = world(TestBackend::Sqlite).await;
    let (_owner, mut device) = ann_with_passkey(&world).await;
    let bob = world.signed_in("bob@example.com").await;
    let mut bobs = Authenticator::new(BASE, "localhost");
    add(&bob, &mut bobs, "").await;
    let anns_handle = device.handle.clone();

    let lies: [(&str, DeviceChange); 6] = [
        ("another port", |device| {
            device.origin = "http://localhost:8081".to_owned();
        }),
        ("another site", |device| {
            device.origin = "http://localhost.example:8080".to_owned();
        }),
        ("https", |device| {
            device.origin = "https://localhost:8080".to_owned();
        }),
        ("another host's passkey", |device| {
            device.host = "example.com".to_owned();
        }),
        ("nobody verified", |device| device.flags = 0),
        ("unknown", |device| device.credential_id = vec![7; 16]),
    ];
    for (name, lie) in lies {
        lie(&mut device);
        let browser = world.browser();
        let response = sign_in(&browser, &mut device).await;
        assert_eq!(response.location(), REFUSED, "{name}");
        assert!(!browser.is_signed_in().await, "{name}");
        device.repent(BASE, "localhost");
    }
    // Bob's device sends Ann's user handle.
    assert_ne!(bobs.handle, anns_handle);
    bobs.handle = anns_handle;
    assert_eq!(
        sign_in(&world.browser(), &mut bobs).await.location(),
        REFUSED
    );
    // Sends the signature of another challenge.
    let browser = world.browser();
    let (_, other) = begin_sign_in(&browser).await;
    let (ceremony, _) = begin_sign_in(&browser).await;
    let credential = device.sign(&other);
    assert_eq!(
        submit(&browser, &ceremony, &credential).await.location(),
        REFUSED
    );
    for credential in ["", "{}", "null", "[]", "{\"id\":1}"] {
        let (ceremony, _) = begin_sign_in(&browser).await;
        assert_eq!(
            submit(&browser, &ceremony, credential).await.location(),
            REFUSED
        );
    }
    assert_eq!(
        sign_in(&browser, &mut device).await.location(),
        BASE,
        "the control"
    );
}

// row: passkeys-4
#[tokio::test]
async fn passkey_with_a_lower_counter_is_refused_and_logged() {
    for backend in ENGINES {
        let world = world(backend).await;
        let (_owner, mut device) = ann_with_passkey(&world).await;
        device.counter = 7;
        assert_eq!(
            sign_in(&world.browser(), &mut device).await.location(),
            BASE
        );
        for counter in [7, 3, 0] {
            device.counter = counter;
            let browser = world.browser();
            let (ceremony, public_key) = begin_sign_in(&browser).await;
            let credential = device.sign_as_it_stands(&public_key);
            let response = submit(&browser, &ceremony, &credential).await;
            assert_eq!(response.location(), REFUSED, "{counter}");
        }
        let audit_log = world
            .text("SELECT details FROM audit WHERE action = 'sign_in.failed' ORDER BY id LIMIT 1")
            .await;
        assert!(audit_log.contains("\"reason\":\"counter\""), "{audit_log}");
        device.counter = 8;
        assert_eq!(
            sign_in(&world.browser(), &mut device).await.location(),
            BASE,
            "the control"
        );
    }
}

#[tokio::test]
async fn synced_passkey_is_marked() {
    let world = world(TestBackend::Sqlite).await;
    let browser = world.signed_in(ANN).await;
    let mut device = Authenticator::new(BASE, "localhost");
    device.flags |= SYNCED;
    add(&browser, &mut device, "").await;
    let page = browser.get(OURS).await.body;
    assert!(
        page.contains(">Passkey</h2>") && page.contains("Kept on all your devices"),
        "{page}"
    );
    let response = sign_in(&world.browser(), &mut device).await;
    assert_eq!(response.location(), BASE);
    let audit_log = world
        .text(
            "SELECT details FROM audit WHERE action = 'sign_in.succeeded' AND details LIKE '%wk%'",
        )
        .await;
    assert!(audit_log.contains("swk user"), "{audit_log}");
}
