//! Tests the list of emails in the admin API: waiting, sent, and given up with the reason.

use std::time::Duration;

use foundation::on_both_engines;
use foundation::testing::{SmtpDouble, SmtpPort, test_client};
use idp::testing::sweep;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::installation::{SECRET, clients};
use crate::responses::HttpResponse;
use crate::visiting::{ReceivedEmail, TestBackend, TestInstallation};

const ANN: &str = "ann@example.com";
const ALMOST_A_FORTNIGHT: Duration = Duration::from_secs(14 * 86_400 - 1);
const SECOND: Duration = Duration::from_secs(1);

/// Opens a world with the clients of an installation, whose mail goes to a server.
async fn world(backend: TestBackend, smtp_url: &str) -> TestInstallation {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("clients.json");
    std::fs::write(&file, clients("http://localhost:8080").to_string()).unwrap();
    let settings = [
        ("IDP_CLIENTS_FILE", file.to_str().unwrap()),
        ("IDP_SMTP_URL", smtp_url),
        ("IDP_PASSWORDS", "sign-in"),
    ];
    TestInstallation::at(backend, &settings).await
}

/// Requests the list as the client `keeper`, with a scope.
async fn ask_with(world: &TestInstallation, scope: &str, query: &str) -> HttpResponse {
    let client = test_client();
    let form = [("grant_type", "client_credentials"), ("scope", scope)];
    let request = client.post(world.at_server("/oauth/token")).form(&form);
    let encoded: String = url::form_urlencoded::byte_serialize(SECRET.as_bytes()).collect();
    let request = request.basic_auth("keeper", Some(encoded));
    let tokens = HttpResponse::read(request.send().await.unwrap()).await.ok();
    let request = client.get(world.at_server(&format!("/admin/v1/mail{query}")));
    let token = tokens["access_token"].as_str().unwrap();
    HttpResponse::read(request.bearer_auth(token).send().await.unwrap()).await
}

async fn list(world: &TestInstallation, query: &str) -> Vec<Value> {
    let response = ask_with(world, "idp.users", query).await.ok();
    response["deliveries"].as_array().unwrap().clone()
}

/// Returns the recipients and states of a page's emails.
fn brief(emails: &[Value]) -> Vec<[String; 2]> {
    let text = |email: &Value, name: &str| email[name].as_str().unwrap().to_owned();
    let matches = |email| [text(email, "recipient"), text(email, "state")];
    emails.iter().map(matches).collect()
}

/// Waits until the newest email satisfies a condition, and returns it.
async fn newest(world: &TestInstallation, is_so: impl Fn(&Value) -> bool) -> Value {
    let waiting = async {
        loop {
            let emails = list(world, "").await;
            if let Some(email) = emails.first().filter(|email| is_so(email)) {
                return email.clone();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(2), waiting)
        .await
        .expect("it comes to pass")
}

on_both_engines!(email_waits_for_an_unavailable_server_and_is_sent_later);

async fn email_waits_for_an_unavailable_server_and_is_sent_later(backend: TestBackend) {
    let port = SmtpPort::free();
    let world = world(backend, &port.url()).await;
    assert_eq!(list(&world, "").await, Vec::<Value>::new());
    world.browser().ask(ANN).await;
    let waiting = newest(&world, |email| email["reason"] == "unreachable").await;
    let expected = json!({
        "id": waiting["id"], "kind": "sign_in_link", "recipient": ANN, "state": "waiting", "attempts": 1,
        "reason": "unreachable", "created_at": "2023-11-14T22:13:20.000Z", "next_attempt_at": "2023-11-14T22:13:22.000Z",
    });
    assert_eq!(waiting, expected);
    let server = port.start().await;
    world.wait(2 * SECOND);
    let sent = newest(&world, |email| email["state"] == "sent").await;
    let expected = json!({
        "id": waiting["id"], "kind": "sign_in_link", "recipient": ANN, "state": "sent", "attempts": 2,
        "reason": "unreachable", "created_at": "2023-11-14T22:13:20.000Z", "ended_at": "2023-11-14T22:13:22.000Z",
    });
    assert_eq!(sent, expected);
    let id = sent["id"].as_str().unwrap();
    assert!(server.delivery_to(ANN, 1).await.content.contains(id));
    let contents = "SELECT CAST(COUNT(*) AS TEXT) FROM outgoing_mail";
    assert_eq!(
        world.text(contents).await,
        "0",
        "what it said is kept nowhere"
    );
}

on_both_engines!(email_sent_at_once_has_no_reason);

async fn email_sent_at_once_has_no_reason(backend: TestBackend) {
    let server = SmtpDouble::start().await;
    let world = world(backend, &server.url()).await;
    world.browser().ask(ANN).await;
    let sent = newest(&world, |email| email["state"] == "sent").await;
    assert_eq!(
        (&sent["attempts"], &sent["reason"], &sent["reply"]),
        (&json!(1), &Value::Null, &Value::Null)
    );
}

on_both_engines!(server_reply_is_listed_by_its_codes_only);

async fn server_reply_is_listed_by_its_codes_only(backend: TestBackend) {
    let server = SmtpDouble::start().await;
    let world = world(backend, &server.url()).await;
    for (response, state, reason, reply) in [
        (
            "550 5.1.1 <ann@example.com> is unknown",
            "given_up",
            "refused",
            "550 5.1.1",
        ),
        ("550 No such mailbox", "given_up", "refused", "550"),
        ("451 4.7.1 Later, Ann", "waiting", "put_off", "451 4.7.1"),
        ("535 5.7.8 Who?", "waiting", "unauthenticated", "535 5.7.8"),
    ] {
        world.wait(SECOND);
        server.refuse(Some(response));
        let address = format!("{reason}{}@example.com", reply.len());
        world.browser().ask(&address).await;
        let is_it =
            |email: &Value| email["recipient"] == address.as_str() && !email["reason"].is_null();
        let email = newest(&world, is_it).await;
        assert_eq!(
            (&email["state"], &email["reason"], &email["reply"]),
            (&json!(state), &json!(reason), &json!(reply)),
            "{response}"
        );
        assert_eq!(email["ended_at"].is_null(), state == "waiting", "{email}");
        assert_eq!(
            email["next_attempt_at"].is_null(),
            state == "given_up",
            "{email}"
        );
    }
    // When their links expire, the emails are given up, and the list keeps the reason of the last refusal.
    world.wait(Duration::from_mins(15));
    let given_up = |email: &Value| email["state"] == "given_up";
    let last = newest(&world, given_up).await;
    assert_eq!(
        (&last["reason"], &last["reply"], &last["attempts"]),
        (&json!("unauthenticated"), &json!("535 5.7.8"), &json!(1))
    );
}

/// Sends three emails, a second apart: the first and the third are delivered, the second waits.
async fn lay(world: &TestInstallation, server: &SmtpDouble) {
    for (address, refusal, state) in [
        ("a@example.com", None, "sent"),
        ("b@example.com", Some("451 Later"), "waiting"),
        ("c@example.com", None, "sent"),
    ] {
        world.wait(SECOND);
        server.refuse(refusal);
        world.browser().ask(address).await;
        let is_laid = |email: &Value| {
            // The count of attempts rises at the begin of an attempt, the reason of a refusal follows at its end.
            let is_answered = email["reason"].is_null() == refusal.is_none();
            email["recipient"] == address && email["state"] == state && is_answered
        };
        newest(world, is_laid).await;
    }
}

on_both_engines!(emails_are_filtered_and_paged);

async fn emails_are_filtered_and_paged(backend: TestBackend) {
    let server = SmtpDouble::start().await;
    let world = world(backend, &server.url()).await;
    lay(&world, &server).await;
    let [a, b, c] = [
        ["a@example.com", "sent"],
        ["b@example.com", "waiting"],
        ["c@example.com", "sent"],
    ];
    let rows: [(&str, &[[&str; 2]]); 9] = [
        ("", &[c, b, a]),
        ("?state=sent", &[c, a]),
        ("?state=waiting", &[b]),
        ("?state=given_up", &[]),
        ("?recipient=a@example.com", &[a]),
        ("?recipient=%20B@Example.COM", &[b]),
        ("?recipient=b@example.com&state=sent", &[]),
        ("?recipient=c@example.com&state=sent", &[c]),
        ("?recipient=example.com", &[]),
    ];
    for (query, expected) in rows {
        assert_eq!(brief(&list(&world, query).await), expected, "{query}");
    }
    for (query, expected) in [
        ("?limit=1", vec![c, b, a]),
        ("?limit=1&state=sent", vec![c, a]),
    ] {
        let (mut found, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = ask_with(&world, "idp.users", &format!("{query}{cursor}"))
                .await
                .ok();
            found.extend(brief(page["deliveries"].as_array().unwrap()));
            let Some(next) = page["next_cursor"].as_str() else {
                break;
            };
            cursor = format!("&cursor={next}");
        }
        assert_eq!(found, expected, "{query}");
        for other in ["?state=waiting", "?recipient=a@example.com"] {
            let response = ask_with(&world, "idp.users", &format!("{other}{cursor}")).await;
            assert_eq!(response.status, 400, "{other} with the cursor of {query}");
        }
    }
    for wrong in ["?state=lost", "?cursor=x", "?cursor=%00"] {
        assert_eq!(
            ask_with(&world, "idp.users", wrong).await.status,
            400,
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn email_list_requires_the_users_scope() {
    let world = world(TestBackend::Sqlite, "smtp://127.0.0.1:9").await;
    let scopes = ["idp.audit", "idp.clients", "idp.keys", "idp.status"];
    for scope in scopes {
        assert_eq!(ask_with(&world, scope, "").await.status, 403, "{scope}");
    }
    assert_eq!(
        ask_with(&world, "idp.users", "").await.status,
        200,
        "the control"
    );
    let nobody = test_client().get(world.at_server("/admin/v1/mail"));
    assert_eq!(nobody.send().await.unwrap().status(), 401);
}

on_both_engines!(delivery_result_is_deleted_after_two_weeks);

async fn delivery_result_is_deleted_after_two_weeks(backend: TestBackend) {
    let server = SmtpDouble::start().await;
    let world = world(backend, &server.url()).await;
    world.browser().ask(ANN).await;
    newest(&world, |email| email["state"] == "sent").await;
    world.wait(ALMOST_A_FORTNIGHT);
    sweep(&world.app).await.unwrap();
    assert_eq!(list(&world, "").await.len(), 1, "not yet");
    world.wait(SECOND);
    sweep(&world.app).await.unwrap();
    assert_eq!(list(&world, "").await, Vec::<Value>::new());
}

on_both_engines!(email_expired_before_an_attempt_has_that_reason);

async fn email_expired_before_an_attempt_has_that_reason(backend: TestBackend) {
    let server = SmtpDouble::start().await;
    let world = world(backend, &server.url()).await;
    let late = "INSERT INTO outgoing_mail (id, kind, recipient, sealed, token, created_at, next_attempt_at, expires_at) \
         VALUES ('mail_1', 'sign_in_link', 'ann@example.com', '', '', 0, 1, 1)";
    world.change(late).await;
    let email = newest(&world, |email| email["state"] == "given_up").await;
    assert_eq!(
        (&email["reason"], &email["attempts"]),
        (&json!("expired"), &json!(0))
    );
}

on_both_engines!(unreadable_email_is_given_up);

async fn unreadable_email_is_given_up(backend: TestBackend) {
    let server = SmtpDouble::start().await;
    let world = world(backend, &server.url()).await;
    // The list omits the first email, which an older version queued.
    for statement in [
        "INSERT INTO outgoing_mail (id, sealed, token, next_attempt_at, expires_at) \
         VALUES ('mail_1', '', '', 0, 1800000000000000)",
        "INSERT INTO outgoing_mail (id, kind, recipient, sealed, token, created_at, next_attempt_at, expires_at) \
         VALUES ('mail_2', 'way_added', 'ann@example.com', '', '', 1700000000000000, 1, 1800000000000000)",
    ] {
        world.change(statement).await;
    }
    let email = newest(&world, |email| email["state"] == "given_up").await;
    assert_eq!(
        (&email["kind"], &email["reason"], &email["reply"]),
        (&json!("way_added"), &json!("unreadable"), &Value::Null)
    );
    assert_eq!(list(&world, "").await.len(), 1);
    let given_up = "SELECT CAST(COUNT(*) AS TEXT) FROM audit WHERE action = 'mail.given_up'";
    // The server works on both at a time.
    let both = async {
        while world.text(given_up).await != "2" {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(2), both)
        .await
        .expect("both are given up");
}

#[tokio::test]
async fn each_email_has_its_purpose() {
    let server = SmtpDouble::start().await;
    let world = world(TestBackend::Sqlite, &server.url()).await;
    let browser = world.browser();
    browser.ask(ANN).await;
    let link = ReceivedEmail::parse(server.delivery_to(ANN, 1).await.content.as_bytes()).link();
    browser.post(&link, &[]).await;
    for (path, kind) in [
        ("/api/auth/password/new", "password_link"),
        ("/api/auth/account/email", "address_proof"),
    ] {
        world.wait(SECOND);
        let csrf = browser.csrf().await;
        let address = format!("{kind}@example.com");
        let fields = [("csrfToken", csrf.as_str()), ("email", &address)];
        browser.post(path, &fields).await;
        let email = newest(&world, |email| email["recipient"] == address.as_str()).await;
        assert_eq!(email["kind"], kind);
    }
    assert_eq!(
        list(&world, &format!("?recipient={ANN}")).await[0]["kind"],
        "sign_in_link"
    );
}
