//! Tests users imported from another system: they keep their sign-in methods, and gain no other user's.

use foundation::on_both_engines;
use idp::imports::{ImportMode, ImportOutcome, ImportedUser, import_users};
use idp::testing::{TestProfile, sign_in_by_provider};

use crate::visiting::{Browser, BrowserResponse, TestBackend, TestInstallation};

const ANN: &str = "ann@example.com";
const KILN: &str = "kiln tugboat 40";
/// Hash of [`KILN`] by another system.
const HASH: &str = "$2b$05$abcdefghijklmnopqrstuuposM5Bj3ljfQuHsAFYuaQmRSIRlftcy";
const SETTINGS: [(&str, &str); 3] = [
    ("IDP_PASSWORDS", "sign-in"),
    ("IDP_GITHUB_CLIENT_ID", "id"),
    ("IDP_GITHUB_CLIENT_SECRET", "secret"),
];

fn line(id: &str, more: &str) -> ImportedUser {
    let line = format!(r#"{{"id":"{id}",{more}}}"#);
    ImportedUser::read(line.as_bytes()).expect("a good line")
}

fn whole(id: &str, email: &str, github: &str) -> ImportedUser {
    line(
        id,
        &format!(
            r#""name":"Ann Lee","email":"{email}","email_verified":true,"password_hash":"{HASH}","accounts":[
            {{"provider":"github","provider_account_id":"{github}","access_token":"gho_secret","refresh_token":"ghr_secret"}}]"#
        ),
    )
}

async fn take(
    world: &TestInstallation,
    people: Vec<ImportedUser>,
) -> Result<Vec<ImportOutcome>, Vec<u64>> {
    let numbered: Vec<_> = (1..).zip(people).collect();
    let taken = import_users(&world.app, &numbered, ImportMode::Commit).await;
    taken
        .expect("machinery that works")
        .map_err(|problems| problems.into_iter().map(|(line, _)| line).collect())
}

fn made(taken: &ImportOutcome) -> &str {
    let ImportOutcome::Created { user_id } = taken else {
        panic!("{taken:?}");
    };
    user_id
}

async fn enter(browser: &Browser, email: &str, password: &str) -> BrowserResponse {
    let csrf = browser.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("email", email),
        ("password", password),
        ("json", "true"),
    ];
    browser
        .post("/api/auth/callback/credentials", &fields)
        .await
}

async fn github(world: &TestInstallation, id: &str) -> (Option<&'static str>, Option<String>) {
    let profile = TestProfile {
        provider: "github",
        id,
        email: None,
        token: "gho_new",
    };
    let came = sign_in_by_provider(&world.app, profile, None, None)
        .await
        .unwrap();
    let browser = world.browser();
    browser.set_cookie("tollgate.session-token", came.session.as_deref());
    let email = browser.session().await["user"]["email"]
        .as_str()
        .map(str::to_owned);
    (came.code, email)
}

async fn count(world: &TestInstallation, statement: &'static str) -> String {
    world.text(statement).await
}

const USERS: &str = "SELECT CAST(count(*) AS TEXT) FROM users";

on_both_engines!(imported_users_sign_in_as_before);

async fn imported_users_sign_in_as_before(backend: TestBackend) {
    let world = TestInstallation::at(backend, &SETTINGS).await;
    let people = vec![
        whole("u1", ANN, "583231"),
        line("u2", r#""email":"bob@example.com","email_verified":true"#),
        line(
            "u3",
            r#""email":"eve@example.com","accounts":[{"provider":"github","provider_account_id":"9"}]"#,
        ),
        line("u4", r#""email":"nobody@example.com""#),
    ];
    let taken = take(&world, people.clone()).await.unwrap();
    let user_id = made(&taken[0]).to_owned();
    assert_eq!(taken[3], ImportOutcome::Skipped);
    // Users sign in by password, whose hash is replaced at the first use, by provider account, and by email.
    let wrong = enter(&world.browser(), ANN, "wrong password here").await;
    assert_eq!(wrong.status, 401);
    let browser = world.browser();
    assert_eq!(enter(&browser, ANN, KILN).await.status, 200);
    assert_eq!(browser.session().await["user"]["name"], "Ann Lee");
    let stored = count(&world, "SELECT hash FROM passwords").await;
    assert!(stored.starts_with("$argon2id$v=19$m=19456"), "{stored}");
    assert_eq!(github(&world, "583231").await, (None, Some(ANN.to_owned())));
    assert!(
        world
            .signed_in("bob@example.com")
            .await
            .is_signed_in()
            .await
    );
    // An unverified address belongs to no user: its owner gets a new user.
    assert_eq!(github(&world, "9").await, (None, None));
    assert_eq!(count(&world, USERS).await, "3");
    world.signed_in("eve@example.com").await;
    assert_eq!(count(&world, USERS).await, "4");
    let tokens =
        "SELECT access_token || refresh_token FROM accounts WHERE provider_account_id = '583231'";
    assert!(!count(&world, tokens).await.contains("secret"), "sealed");
    // A repeated import creates no user, and restores nothing that a user removed.
    world.change("DELETE FROM passwords").await;
    let again = take(&world, people).await.unwrap();
    assert_eq!(again[0], ImportOutcome::Present { user_id });
    assert_eq!(
        count(&world, "SELECT CAST(count(*) AS TEXT) FROM passwords").await,
        "0"
    );
    assert_eq!(count(&world, USERS).await, "4");
    let audit_log = "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'user.imported' AND actor = 'import'";
    assert_eq!(count(&world, audit_log).await, "3");
}

on_both_engines!(import_keeps_existing_users);

async fn import_keeps_existing_users(backend: TestBackend) {
    let world = TestInstallation::at(backend, &SETTINGS).await;
    world.signed_in(ANN).await;
    let taken = take(&world, vec![whole("u1", ANN, "583231")])
        .await
        .unwrap();
    assert!(
        matches!(&taken[0], ImportOutcome::Linked { .. }),
        "{taken:?}"
    );
    assert_eq!(
        enter(&world.browser(), ANN, KILN).await.status,
        401,
        "no password came along"
    );
    assert_eq!(
        count(&world, "SELECT CAST(count(*) AS TEXT) FROM accounts").await,
        "0"
    );
    // One line names two users, so none of its batch is imported.
    let batch = vec![
        whole("u2", "new@example.com", "1"),
        whole("u3", ANN, "1"),
        whole("u4", "newer@example.com", "2"),
    ];
    assert_eq!(take(&world, batch).await, Err(vec![2]));
    assert_eq!(count(&world, USERS).await, "1");
    let unknown = line(
        "u5",
        r#""accounts":[{"provider":"Github","provider_account_id":"1"}]"#,
    );
    assert_eq!(take(&world, vec![unknown]).await, Err(vec![1]));
    assert!(
        take(&world, vec![whole("u2", "new@example.com", "1")])
            .await
            .is_ok()
    );
}

/// A user whom the other system deactivated is refused here with each sign-in method.
#[tokio::test]
async fn deactivated_user_cannot_sign_in() {
    let world = TestInstallation::at(TestBackend::Sqlite, &SETTINGS).await;
    let off = line(
        "u1",
        &format!(
            r#""email":"{ANN}","email_verified":true,"is_active":false,"password_hash":"{HASH}","accounts":[
            {{"provider":"github","provider_account_id":"1"}}]"#
        ),
    );
    made(&take(&world, vec![off]).await.unwrap()[0]);
    let response = enter(&world.browser(), ANN, KILN).await;
    assert_eq!(response.status, 403);
    assert_eq!(github(&world, "1").await.0, Some("AccessDenied"));
    let browser = world.browser();
    browser.ask(ANN).await;
    let link = world.wait_for_email(ANN, 1).await.link();
    let response = browser.post(&link, &[]).await;
    assert!(
        response.location().contains("error=AccessDenied"),
        "{response:?}"
    );
    assert!(!browser.is_signed_in().await);
}
