//! Tests account deletion by the API: an export of all data, and two weeks to return by a sign-in.

use std::time::Duration;

use foundation::testing::select;
use idp::testing::{TestBrowser, merge, sweep};
use serde_json::{Value, json};

use super::{ANN, BASE, COOKIE, SIGN_IN_METHODS, call, kind, link, send, token};
use crate::sign_in::passkeys::add;
use crate::visiting::{Authenticator, ReceivedEmail, TestBackend, TestInstallation};

const EXPORT: (&str, &str) = ("GET", "/account/v1/export");
const DELETION: (&str, &str) = ("POST", "/account/v1/deletion");
const FORTNIGHT: Duration = Duration::from_hours(14 * 24);
/// One second less than two weeks.
const BEFORE_DUE: Duration = Duration::from_secs(14 * 24 * 3600 - 1);
/// Tables with data of a user, apart from `users`.
const TABLES: [&str; 6] = [
    "accounts",
    "passkeys",
    "passwords",
    "consents",
    "grants",
    "sessions",
];

async fn count(world: &TestInstallation, statement: &str) -> i64 {
    select(&world.app.database, statement, &[]).await
}

async fn ask(
    world: &TestInstallation,
    token: &str,
    confirm: &str,
) -> crate::responses::HttpResponse {
    send(world, DELETION, token, Some(json!({ "confirm": confirm }))).await
}

on_every_store! {
    // row: account-6
    async fn export_contains_all_data_of_the_user_and_none_of_others(backend: TestBackend) {
        let world = super::world(backend).await;
        let (ann, bob) = (world.signed_in(ANN).await, world.signed_in("bob@example.com").await);
        link(&world, &ann, "github", "1").await;
        let (own, theirs) = (token(&world, &ann).await, token(&world, &bob).await);
        let response = call(&world, EXPORT, &own).await;
        let disposition = response.header("content-disposition").to_owned();
        assert_eq!(disposition, "attachment; filename=\"account-2023-11-14.json\"");
        let export = response.ok();
        let id = world.text("SELECT id FROM users WHERE email = 'ann@example.com'").await;
        assert_eq!((&export["profile"]["id"], &export["profile"]["email"]), (&json!(id), &json!(ANN)));
        assert_eq!((&export["issuer"], &export["exported_at"]), (&json!(BASE), &json!("2023-11-14T22:13:20.000Z")));
        assert_eq!(export["sign_in_methods"]["accounts"][0]["provider"], "github");
        assert_eq!(export["sessions"].as_array().unwrap().len(), 1);
        assert_eq!(export["applications"][0]["client_id"], "web");
        let events = export["events"].as_array().unwrap();
        for action in ["sign_in.succeeded", "account.linked"] {
            let found: Vec<_> = events.iter().filter(|event| event["action"] == action).collect();
            assert!(!found.is_empty(), "{action}: {events:?}");
            assert!(found.iter().all(|event| event["actor"] == id.as_str()), "{found:?}");
        }
        let emails = export["letters"].as_array().unwrap();
        assert!(emails.iter().any(|email| email["kind"] == "sign_in_link" && email["at"] == "2023-11-14T22:13:20.000Z"), "{emails:?}");
        let text = export.to_string();
        assert!(!text.contains("bob@") && !text.contains("gho_first"), "{text}");
        world.change("UPDATE users SET email_verified_at = NULL WHERE email = 'ann@example.com'").await;
        let unproven = call(&world, EXPORT, &own).await.ok();
        assert_eq!(unproven["letters"], json!([]), "the address may be somebody else's");
        let theirs = call(&world, EXPORT, &theirs).await.ok().to_string();
        assert!(theirs.contains("bob@example.com") && !theirs.contains(&id) && !theirs.contains(ANN));
    }

    async fn export_contains_merged_accounts(backend: TestBackend) {
        let world = super::world(backend).await;
        let bob = world.signed_in("bob@example.com").await;
        link(&world, &bob, "github", "1").await;
        let bob_id = world.text("SELECT id FROM users").await;
        let ann = world.signed_in(ANN).await;
        let before = call(&world, EXPORT, &token(&world, &ann).await).await.ok();
        assert!(!before.to_string().contains(&bob_id));
        let id = before["profile"]["id"].as_str().unwrap().to_owned();
        let person = TestBrowser { user_id: id, cookie: format!("{COOKIE}={}", ann.cookie(COOKIE).unwrap()) };
        let merged = merge(&world.app, &person, "bob@example.com").await.unwrap();
        let (_, session) = merged.cookie.split_once('=').unwrap();
        ann.set_cookie(COOKIE, Some(session));
        let after = call(&world, EXPORT, &token(&world, &ann).await).await.ok();
        let events = after["events"].as_array().unwrap();
        let of_bob = |action: &str| events.iter().any(|one| one["actor"] == bob_id.as_str() && one["action"] == action);
        assert!(of_bob("sign_in.succeeded") && of_bob("account.linked"), "{events:?}");
        let at: Vec<_> = events.iter().map(|one| one["at"].as_str().unwrap()).collect();
        assert!(at.iter().rev().is_sorted(), "the newest first");
    }

    // row: account-7
    async fn deletion_signs_out_at_once_and_deletes_after_two_weeks(backend: TestBackend) {
        let world = super::world(backend).await;
        let (ann, elsewhere) = (world.signed_in(ANN).await, world.signed_in(ANN).await);
        let bob = world.signed_in("bob@example.com").await;
        link(&world, &ann, "github", "1").await;
        let own = token(&world, &ann).await;
        world.change("UPDATE users SET profile = '{\"given_name\":\"Ann\"}' WHERE email = 'ann@example.com'").await;
        add(&ann, &mut Authenticator::new(BASE, "localhost"), "Phone").await;
        let id = world.text("SELECT id FROM users WHERE email = 'ann@example.com'").await;
        for wrong in ["", "ann", "bob@example.com", &id] {
            assert_eq!(kind(&ask(&world, &own, wrong).await), (400, "invalid-request"), "{wrong}");
        }
        assert!(elsewhere.is_signed_in().await, "nothing was changed");
        let response = ask(&world, &own, " Ann@Example.com ").await;
        assert_eq!((response.status.as_u16(), &response.body), (202, &json!({ "at": "2023-11-28T22:13:20.000Z" })));
        assert!(!ann.is_signed_in().await && !elsewhere.is_signed_in().await);
        assert!(bob.is_signed_in().await);
        assert_eq!(kind(&call(&world, ("GET", SIGN_IN_METHODS), &own).await), (401, "invalid-token"));
        let matches = |email: &ReceivedEmail| email.text.starts_with("Your account will be deleted on 2023-11-28.");
        // Waits for the emails of two sign-ins, two added sign-in methods and the deletion.
        world.wait_for_email(ANN, 5).await;
        assert!(world.emails_to(ANN).iter().any(matches));
        // Guesses and emails are counted by address for longer than the account exists.
        for statement in [
            "INSERT INTO code_guesses (identifier, guesses, newest) VALUES \
             ('ann@example.com', 1, 1800000000000000), ('bob@example.com', 1, 1800000000000000)",
            "INSERT INTO mail_budgets (identifier, newest, middle, oldest) VALUES \
             ('ann@example.com', 1800000000000000, 0, 0), ('bob@example.com', 1800000000000000, 0, 0)",
            "INSERT INTO mail_deliveries (id, kind, recipient, state, attempts, created_at, ended_at) VALUES \
             ('mail_a', 'sign_in_link', 'ann@example.com', 'sent', 1, 0, 1800000000000000), \
             ('mail_b', 'sign_in_link', 'bob@example.com', 'sent', 1, 0, 1800000000000000)",
            "INSERT INTO outgoing_mail (id, recipient, sealed, token, next_attempt_at, expires_at) VALUES \
             ('mail_c', 'ann@example.com', '', '', 1800000000000000, 1800000000000000), \
             ('mail_d', 'bob@example.com', '', '', 1800000000000000, 1800000000000000)",
        ] {
            world.change(statement).await;
        }
        world.wait(BEFORE_DUE);
        sweep(&world.app).await.unwrap();
        assert_eq!(world.text("SELECT email FROM users WHERE leaves_at IS NOT NULL").await, ANN, "not yet");
        world.wait(Duration::from_secs(1));
        sweep(&world.app).await.unwrap();
        let stored = count(&world, "SELECT count(*) FROM users WHERE name IS NULL AND email IS NULL AND image IS NULL \
            AND profile IS NULL AND NOT is_active AND NOT is_operator AND leaves_at IS NULL").await;
        assert_eq!(stored, 1, "a row that tells of nobody");
        for table in TABLES {
            let statement = format!("SELECT count(*) FROM {table} WHERE user_id = '{id}'");
            assert_eq!(count(&world, &statement).await, 0, "{table}");
        }
        for table in ["code_guesses", "mail_budgets", "mail_deliveries", "outgoing_mail WHERE recipient <> ''"] {
            let left = count(&world, &format!("SELECT count(*) FROM {table}")).await;
            assert_eq!(left, 1, "Bob's in {table}");
        }
        let audit_log = world.text("SELECT action FROM audit WHERE actor = 'idp' AND action LIKE 'user.%'").await;
        assert_eq!(audit_log, "user.deleted");
        sweep(&world.app).await.unwrap();
        let found = count(&world, "SELECT count(*) FROM audit WHERE action = 'user.deleted'").await;
        assert_eq!(found, 1, "once");
        // A new user may use the address.
        let again = world.signed_in(ANN).await;
        let fresh = call(&world, ("GET", "/account/v1/profile"), &token(&world, &again).await).await.ok();
        assert_ne!(fresh["id"], id.as_str());
    }

    async fn repeated_deletion_request_schedules_one_deletion_with_one_response(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        let bob = world.signed_in("bob@example.com").await;
        let (own, other) = (token(&world, &ann).await, token(&world, &ann).await);
        let at_once = tokio::join!(ask(&world, &own, ANN), ask(&world, &own, ANN));
        let due = json!({ "at": "2023-11-28T22:13:20.000Z" });
        for response in [at_once.0, at_once.1] {
            assert_eq!((response.status.as_u16(), &response.body), (202, &due));
        }
        world.wait(Duration::from_secs(29));
        let again = ask(&world, &own, ANN).await;
        assert_eq!((again.status.as_u16(), &again.body), (202, &due), "the response was lost");
        let found = count(&world, "SELECT count(*) FROM audit WHERE action = 'user.deletion_asked'").await;
        assert_eq!(found, 1);
        // Another token gets no such response, this token gets it for 30 seconds only, and it opens nothing else.
        assert_eq!(kind(&ask(&world, &other, ANN).await), (401, "invalid-token"));
        assert_eq!(kind(&call(&world, ("GET", SIGN_IN_METHODS), &own).await), (401, "invalid-token"));
        world.wait(Duration::from_secs(1));
        assert_eq!(kind(&ask(&world, &own, ANN).await), (401, "invalid-token"));
        // The control: another user must confirm with their own address.
        let theirs = token(&world, &bob).await;
        assert_eq!(ask(&world, &theirs, ANN).await.status, 400);
    }

    async fn repeated_request_after_a_cancellation_schedules_no_deletion(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        link(&world, &ann, "github", "1").await;
        let own = token(&world, &ann).await;
        assert_eq!(ask(&world, &own, ANN).await.status, 202);
        let back = world.browser();
        link(&world, &back, "github", "1").await;
        assert_eq!(kind(&ask(&world, &own, ANN).await), (401, "invalid-token"));
        let matches = |email: &ReceivedEmail| email.text.starts_with("You signed in, so your account will not be deleted.");
        // Waits for the emails of a sign-in, an added sign-in method, the deletion, and its cancellation.
        world.wait_for_email(ANN, 4).await;
        assert!(world.emails_to(ANN).iter().any(matches));
    }

    // row: account-7
    async fn sign_in_before_the_deletion_cancels_it(backend: TestBackend) {
        let world = super::world(backend).await;
        let ann = world.signed_in(ANN).await;
        link(&world, &ann, "github", "1").await;
        let own = token(&world, &ann).await;
        assert_eq!(ask(&world, &own, ANN).await.status, 202);
        world.wait(BEFORE_DUE);
        let back = world.browser();
        link(&world, &back, "github", "1").await;
        let audit_log = world.text("SELECT actor || details FROM audit WHERE action = 'user.deletion_cancelled'").await;
        let id = world.text("SELECT id FROM users").await;
        assert_eq!(audit_log, format!("{id}{{}}"));
        world.wait(FORTNIGHT);
        sweep(&world.app).await.unwrap();
        let profile = call(&world, ("GET", "/account/v1/profile"), &token(&world, &back).await).await.ok();
        assert_eq!((&profile["id"], &profile["email"]), (&json!(id), &json!(ANN)));
        let found = count(&world, "SELECT count(*) FROM audit WHERE action = 'user.deletion_cancelled'").await;
        assert_eq!(found, 1);
    }
}

// row: account-7
#[tokio::test]
async fn deletion_after_an_old_sign_in_is_refused() {
    let world = super::world(TestBackend::Sqlite).await;
    let ann = world.signed_in(ANN).await;
    world.wait(Duration::from_mins(5) + Duration::from_secs(1));
    let old = token(&world, &ann).await;
    let response = ask(&world, &old, ANN).await;
    assert_eq!(kind(&response), (401, "step-up-required"));
    assert_eq!(response.body["max_age"], 300);
    assert!(
        response
            .header("www-authenticate")
            .ends_with(", max_age=300")
    );
    assert!(ann.is_signed_in().await);
}

// row: account-7
#[tokio::test]
async fn user_without_an_address_confirms_by_the_id() {
    let world = super::world(TestBackend::Sqlite).await;
    let person = world.browser();
    link(&world, &person, "github", "1").await;
    let own = token(&world, &person).await;
    let profile = call(&world, ("GET", "/account/v1/profile"), &own)
        .await
        .ok();
    assert_eq!(profile["email"], Value::Null);
    for wrong in ["", "null", "someone@example.com"] {
        assert_eq!(ask(&world, &own, wrong).await.status, 400, "{wrong}");
    }
    let id = profile["id"].as_str().unwrap();
    assert_eq!(ask(&world, &own, id).await.status, 202);
    assert!(!person.is_signed_in().await);
}

/// Makes the deletion of this provider account fail by a trigger, on either engine.
async fn hold_account(world: &TestInstallation) {
    if world.backend == TestBackend::Postgres {
        world
            .change(
                "CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
                 IF OLD.provider_account_id = 'held' THEN RAISE EXCEPTION 'a fault'; END IF; RETURN OLD; END $$",
            )
            .await;
        let rows =
            "CREATE TRIGGER fault BEFORE DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION fault()";
        return world.change(rows).await;
    }
    world
        .change(
            "CREATE TRIGGER fault BEFORE DELETE ON accounts WHEN OLD.provider_account_id = 'held' \
             BEGIN SELECT RAISE(ABORT, 'a fault'); END",
        )
        .await;
}

#[tokio::test]
async fn failing_deletion_does_not_block_the_next_users() {
    for backend in [TestBackend::Sqlite, TestBackend::Postgres] {
        let world = super::world(backend).await;
        for (email, id) in [(ANN, "held"), ("bob@example.com", "free")] {
            let browser = world.signed_in(email).await;
            link(&world, &browser, "github", id).await;
            let token = token(&world, &browser).await;
            assert_eq!(ask(&world, &token, email).await.status, 202);
            world.wait(Duration::from_secs(1));
        }
        hold_account(&world).await;
        world.wait(FORTNIGHT);
        assert!(
            sweep(&world.app).await.is_err(),
            "the sweep reports the failure"
        );
        assert_eq!(world.text("SELECT MIN(email) FROM users").await, ANN);
        let left = "SELECT count(*) FROM users WHERE email IS NOT NULL";
        assert_eq!(count(&world, left).await, 1, "only she");
        let drop = match backend {
            TestBackend::Postgres => "DROP TRIGGER fault ON accounts",
            TestBackend::Sqlite | TestBackend::Redis | TestBackend::Cookie => "DROP TRIGGER fault",
        };
        world.change(drop).await;
        sweep(&world.app).await.unwrap();
        let left = "SELECT count(*) FROM users WHERE email IS NOT NULL";
        assert_eq!(count(&world, left).await, 0);
    }
}

#[tokio::test]
async fn audit_log_names_the_client_of_changes_and_deletions() {
    let world = super::world(TestBackend::Sqlite).await;
    let ann = world.signed_in(ANN).await;
    link(&world, &ann, "github", "1").await;
    let own = token(&world, &ann).await;
    add(&ann, &mut Authenticator::new(BASE, "localhost"), "Phone").await;
    let methods = call(&world, ("GET", SIGN_IN_METHODS), &own).await.ok();
    let id = |kind: &str| methods[kind][0]["id"].as_str().unwrap().to_owned();
    let (account, passkey) = (id("accounts"), id("passkeys"));
    let passkey = format!("/account/v1/passkeys/{passkey}");
    let named = || Some(json!({ "name": "Ann" }));
    let response = send(&world, ("PATCH", "/account/v1/profile"), &own, named()).await;
    assert_eq!(response.status, 200);
    let response = send(&world, ("PATCH", &passkey), &own, named()).await;
    assert_eq!(response.status, 204);
    let account = format!("/account/v1/accounts/{account}");
    for path in [&passkey, &account] {
        assert_eq!(call(&world, ("DELETE", path), &own).await.status, 204);
    }
    assert_eq!(ask(&world, &own, ANN).await.status, 202);
    for action in [
        "user.name_changed",
        "passkey.renamed",
        "passkey.removed",
        "account.unlinked",
        "user.deletion_asked",
    ] {
        let of_web = format!(
            "SELECT count(*) FROM audit WHERE action = '{action}' AND client_id = 'web' AND network = '127.0.0.1'"
        );
        assert_eq!(count(&world, &of_web).await, 1, "{action}");
    }
    let on_pages =
        "SELECT count(*) FROM audit WHERE action = 'passkey.added' AND client_id IS NULL";
    assert_eq!(count(&world, on_pages).await, 1, "the control");
}
