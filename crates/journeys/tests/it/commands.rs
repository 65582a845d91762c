//! The operator's commands against a running server: clients, users, keys, and the doctor.

use std::process::{Command, Output};
use std::time::Duration;

use foundation::testing::TestEngine;
use foundation::{Database, on_both_engines};
use journeys::browser::Browser;
use journeys::installation::{InstallationAddress, TestInstallation};
use journeys::process::binary;
use journeys::relying_party::RelyingParty;
use journeys::users::{TestUser, WebsiteBackEnd, sign_in_by_link};
use reqwest::StatusCode;
use serde_json::Value;

/// Runs a command with the settings of a world, and more, but without the variables of this process.
async fn run(world: &TestInstallation, words: &[&str], more: &[(&str, &str)]) -> Output {
    let mut command = Command::new(binary());
    command.args(words).env_clear();
    let own = ["TOLLGATE_DATA_DIR", "TOLLGATE_LISTEN"];
    let settings = world.settings().iter();
    for (name, value) in settings.filter(|(name, _)| own.contains(&name.as_str())) {
        command.env(name, value);
    }
    command.envs(more.iter().copied());
    let ran = tokio::task::spawn_blocking(move || command.output());
    ran.await.unwrap().unwrap()
}

pub(crate) async fn json(world: &TestInstallation, words: &[&str]) -> Value {
    let mut words = words.to_vec();
    words.push("--json");
    let output = run(world, &words, &[]).await;
    assert!(output.status.success(), "{words:?}: {}", said(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn shown(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operator_looks_after_clients_users_and_keys() {
    let world = TestInstallation::new(TestEngine::Sqlite).await;
    manage_clients(&world).await;
    create_users(&world).await;
    switch_users(&world).await;
    keys_are_rotated(&world).await;
    books_are_verified(&world).await;
    payments_are_compared(&world).await;
}

async fn payments_are_compared(world: &TestInstallation) {
    let runs = json(world, &["billing", "reconcile", "--dry-run"]).await;
    assert!(runs.is_array(), "{runs}");
    let replayed = json(world, &["billing", "replay", "--error", "an error"]).await;
    assert_eq!(replayed["replayed"], 0);
    let connection = ["billing", "reconcile", "--connection", "scn_none"];
    let absent = run(world, &connection, &[]).await;
    assert_eq!(absent.status.code(), Some(1));
    assert!(
        said(&absent).contains("There is no such connection."),
        "{}",
        said(&absent)
    );
    let both = run(world, &["billing", "replay"], &[]).await;
    assert!(!both.status.success());
    let status = run(world, &["billing", "status", "--json"], &[]).await;
    let connections: Value = serde_json::from_slice(&status.stdout).unwrap();
    assert!(connections.is_array(), "{connections}");
    journal_is_exported(world).await;
}

async fn journal_is_exported(world: &TestInstallation) {
    let head = "date,booked_at,key,kind,account,";
    let export = ["billing", "export", "--website", "platform"];
    let printed = run(world, &export, &[]).await;
    assert!(printed.status.success(), "{}", said(&printed));
    assert!(shown(&printed).starts_with(head), "{}", shown(&printed));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal.csv");
    let output = ["--output", file.to_str().unwrap()];
    let written = run(world, &[export.as_slice(), &output].concat(), &[]).await;
    assert!(written.status.success(), "{}", said(&written));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with(head), "{text}");
    std::fs::remove_file(&file).unwrap();
    let absent = ["billing", "export", "--website", "web_none"];
    let refused = run(world, &[absent.as_slice(), &output].concat(), &[]).await;
    assert!(
        said(&refused).contains("There is no such website."),
        "{}",
        said(&refused)
    );
    assert!(!file.exists(), "a refused export writes no file");
}

async fn books_are_verified(world: &TestInstallation) {
    let response = json(world, &["ledger", "verify"]).await;
    assert_eq!(response["state"], "sound");
    let table = run(world, &["ledger", "verify"], &[]).await;
    assert_eq!(shown(&table), "the books are sound\n");
    let absent = run(world, &["ledger", "unfreeze", "7"], &[]).await;
    assert!(!absent.status.success());
    assert!(
        said(&absent).contains("There is no such account."),
        "{}",
        said(&absent)
    );
}

/// Runs a statement in the product API's database, as an attacker with access to the machine could.
async fn sql(world: &TestInstallation, statement: &'static str) {
    let set = world.settings().iter();
    let set = set.clone().find(|(name, _)| name == "API_DATABASE_URL");
    let url = set.map_or_else(
        || format!("sqlite:{}", world.data().join("product-api.db").display()),
        |(_, url)| url.clone(),
    );
    let database = Database::open(&url).await.unwrap();
    let mut transaction = database.begin().await.unwrap();
    let changed = foundation::on_engine!(&mut transaction.connection(), |c| {
        let done = sqlx::query(statement).execute(c).await;
        done.map(|done| done.rows_affected())
    });
    assert_eq!(changed.unwrap(), 1, "{statement}");
    transaction.commit().await.unwrap();
    database.close().await;
}

on_both_engines! {
    // row: L12
    async fn damaged_books_are_reported_and_repairable(mut world: TestInstallation) {
        let owner = TestUser::arrive(&world.address, "owner@example.com").await;
        let website = owner.register_website(&world.address, "Shop").await;
        let shop = WebsiteBackEnd::new(&world.address, &website);
        assert_eq!(shop.grant("g", "ann@example.com", 100).await.status, 200);
        sql(&world, "UPDATE lot SET remaining = 99 WHERE remaining = 100").await;
        let verified = run(&world, &["ledger", "verify"], &[]).await;
        assert!(!verified.status.success(), "{}", shown(&verified));
        assert!(said(&verified).contains("the books contradict themselves"), "{}", said(&verified));
        assert!(shown(&verified).contains("frozen accounts"), "{}", shown(&verified));
        let log = world.process().log();
        let alarms = log.lines().filter(|line| line.contains("the books contradict themselves"));
        assert!(alarms.clone().all(|line| line.contains("\"ERROR\"")), "{log}");
        assert!(alarms.count() > 0, "{log}");
        let client = foundation::testing::test_client();
        let metrics = client.get(world.address.at("/metrics")).send().await.unwrap().text().await.unwrap();
        assert!(metrics.contains("api_ledger_findings_total{invariant=\"4\"} "), "{metrics}");
        assert_eq!(shop.spend("s1", "ann@example.com", 1).await.json()["status"], 403);

        sql(&world, "UPDATE lot SET remaining = 100 WHERE remaining = 99").await;
        let sound = run(&world, &["ledger", "verify", "--json"], &[]).await;
        assert!(sound.status.success(), "{}", said(&sound));
        let response: Value = serde_json::from_slice(&sound.stdout).unwrap();
        let frozen = response["frozen"][0]["account"].as_str().unwrap();
        let freed = run(&world, &["ledger", "unfreeze", frozen], &[]).await;
        assert!(freed.status.success(), "{}", said(&freed));
        let table = run(&world, &["ledger", "verify"], &[]).await;
        assert_eq!(shown(&table), "the books are sound\n");
        assert_eq!(shop.spend("s2", "ann@example.com", 1).await.status, 200);
    }
}

async fn manage_clients(world: &TestInstallation) {
    let file = world.data().join("site.json");
    let site = r#"{"client_name":"A site","redirect_uris":["https://site.example/cb"]}"#;
    std::fs::write(&file, site).unwrap();
    let file = file.display().to_string();
    let made = json(world, &["clients", "put", "site", &file]).await;
    assert_eq!(made["client_secret"].as_str().unwrap().len(), 43);
    let shown_client = json(world, &["clients", "show", "site"]).await;
    assert_eq!(shown_client["client_name"], "A site");
    let listed = json(world, &["clients", "list"]).await;
    assert_eq!(listed.as_array().unwrap().len(), 4);
    a_client_is_switched(world, &file).await;
    tokens_for_registering(world).await;
    let removed = run(world, &["clients", "delete", "site"], &[]).await;
    assert!(removed.status.success(), "{}", said(&removed));
    let missing = run(world, &["clients", "show", "site"], &[]).await;
    assert!(!missing.status.success());
    assert!(said(&missing).contains("No client has this id."));
}

async fn a_client_is_switched(world: &TestInstallation, file: &str) {
    let off = json(world, &["clients", "disable", "site"]).await;
    assert_eq!(off["is_active"], false);
    std::fs::write(file, off.to_string()).unwrap();
    let put_back = json(world, &["clients", "put", "site", file]).await;
    assert_eq!(
        put_back["client_name"], "A site",
        "what is shown can be put"
    );
    let on = json(world, &["clients", "enable", "site"]).await;
    assert_eq!(on["is_active"], true);
}

async fn tokens_for_registering(world: &TestInstallation) {
    let made = json(world, &["initial-tokens", "make", "--uses", "3"]).await;
    let id = made["id"].as_str().unwrap();
    let listed = json(world, &["initial-tokens", "list"]).await;
    assert_eq!(
        (&listed[0]["id"], &listed[0]["uses"]),
        (&made["id"], &Value::from(3))
    );
    let removed = run(world, &["initial-tokens", "withdraw", id], &[]).await;
    assert!(removed.status.success(), "{}", said(&removed));
    let listed = json(world, &["initial-tokens", "list"]).await;
    assert_eq!(listed, Value::Array(Vec::new()));
}

async fn create_users(world: &TestInstallation) {
    let words = ["users", "create", "ben@example.com", "--name", "Ben"];
    let ben = json(world, &words).await;
    assert_eq!(
        (&ben["name"], &ben["email_verified"]),
        (&Value::from("Ben"), &Value::from(false))
    );
    let again = run(world, &words, &[]).await;
    assert!(
        said(&again).contains("Somebody has this address"),
        "{}",
        said(&again)
    );
}

async fn switch_users(world: &TestInstallation) {
    let ann = TestUser::arrive(&world.address, "ann@example.com").await;
    let found = json(world, &["users", "list", "--email", "ann@example.com"]).await;
    let id = found[0]["id"].as_str().unwrap().to_owned();
    let sessions = json(world, &["users", "sessions", &id]).await;
    assert_eq!(sessions.as_array().unwrap().len(), 1);
    for member in ["consents", "accounts"] {
        let none = json(world, &["users", member, &id]).await;
        assert_eq!(none, Value::Array(Vec::new()), "{member}");
    }
    is_switched_off_and_on(world, &ann, &id).await;
}

/// Disables and enables a user: at once at the idp, and at the product API once it reads the change.
async fn is_switched_off_and_on(world: &TestInstallation, ann: &TestUser, id: &str) {
    let off = json(world, &["users", "disable", id]).await;
    assert_eq!(off["is_active"], false);
    assert!(!journeys::users::is_signed_in(&world.address, &ann.browser).await);
    // The grant of the token has ended for good.
    comes_to(&world.address, ann, StatusCode::UNAUTHORIZED).await;
    let on = json(world, &["users", "enable", id]).await;
    assert_eq!(on["is_active"], true);
    let browser = Browser::default();
    sign_in_by_link(&world.address, &browser, "ann@example.com", 2).await;
    let tokens = RelyingParty::web_app(&world.address.base)
        .sign_in(&browser)
        .await;
    let again = TestUser { browser, tokens };
    comes_to(&world.address, &again, StatusCode::OK).await;
    comes_to(&world.address, ann, StatusCode::UNAUTHORIZED).await;
}

/// Waits until the product API returns this status to a user's token.
async fn comes_to(address: &InstallationAddress, person: &TestUser, expected: StatusCode) {
    let client = foundation::testing::test_client();
    let asking = async {
        loop {
            let request = client.get(address.at("/v1/me"));
            let request = request.bearer_auth(&person.tokens.access_token);
            if request.send().await.unwrap().status() == expected {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let timeout = Duration::from_mins(1);
    tokio::time::timeout(timeout, asking).await.unwrap();
}

async fn keys_are_rotated(world: &TestInstallation) {
    let before = json(world, &["keys", "list"]).await;
    assert_eq!(before.as_array().unwrap().len(), 3);
    let after = json(world, &["keys", "rotate"]).await;
    assert_eq!(after.as_array().unwrap().len(), 6);
    let resealed = json(world, &["keys", "reseal"]).await;
    assert_eq!(resealed["resealed"], 0);
    let table = run(world, &["keys", "list"], &[]).await;
    assert_eq!(shown(&table).matches("announced").count(), 3);
}

/// Returns the worst verdict on a check.
pub(crate) fn verdict(findings: &Value, check: &str) -> String {
    let mut of_check = findings
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["check"] == check)
        .map(|finding| finding["verdict"].as_str().unwrap());
    of_check
        .find(|verdict| *verdict != "ok")
        .unwrap_or("ok")
        .to_owned()
}

/// Waits until the product API has read the list of ended grants, which it begins to do at startup.
async fn until_ended_grants_are_read(world: &TestInstallation) {
    let client = foundation::testing::test_client();
    loop {
        let ready = client.get(world.address.at("/health/ready"));
        let ready: Value = ready.send().await.unwrap().json().await.unwrap();
        if ready["api_ended_grants"] == "ready" {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_reports_a_healthy_installation() {
    let world = TestInstallation::new(TestEngine::Sqlite).await;
    until_ended_grants_are_read(&world).await;
    let well = json(&world, &["doctor"]).await;
    for check in [
        "settings",
        "reachable",
        "ready",
        "issuer",
        "keys",
        "clock",
        "database",
        "sessions",
    ] {
        assert_eq!(verdict(&well, check), "ok", "{check}: {well:#}");
    }
    assert_eq!(verdict(&well, "mail"), "warning", "mail goes into files");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_finds_problems() {
    let mut world = TestInstallation::new(TestEngine::Sqlite).await;
    let wrong = [("TOLLGATE_CLIENT_SECRET", "another secret of thirty-two byt")];
    for (more, response) in [
        (&wrong[..], "does not take TOLLGATE_CLIENT_ID"),
        (&[("IDP_TYPO", "x")], "IDP_TYPO"),
    ] {
        let output = run(&world, &["doctor"], more).await;
        assert!(!output.status.success());
        assert!(shown(&output).contains(response), "{}", shown(&output));
    }
    let secret = world.client_secret();
    let narrow = [
        ("TOLLGATE_CLIENT_ID", "product-api"),
        ("TOLLGATE_CLIENT_SECRET", secret.as_str()),
    ];
    let output = run(&world, &["ledger", "verify"], &narrow).await;
    assert!(said(&output).contains("scope ledger"), "{}", said(&output));

    world.stop();
    let output = run(&world, &["doctor"], &[]).await;
    assert!(!output.status.success());
    assert!(
        shown(&output).contains("is it running"),
        "{}",
        shown(&output)
    );
}
