//! Tests the mail outbox with a real mail server: unavailable, refusing, and with two servers on one database.

use std::io::ErrorKind;
use std::time::Duration;

use foundation::testing::{SmtpDouble, SmtpPort};
use foundation::{on_both_engines, on_engine};
use idp::testing::sweep;
use tokio::net::TcpListener;

use crate::visiting::{ReceivedEmail, TestBackend, TestInstallation};
use crate::waiting::until;

const ANN: &str = "ann@example.com";

#[tokio::test]
async fn mail_goes_over_smtp_and_its_link_works() {
    let server = SmtpDouble::start().await;
    let world = TestInstallation::with(&[("IDP_SMTP_URL", &server.url())]).await;
    let browser = world.browser();
    browser.ask(ANN).await;
    let delivery = server.delivery_to(ANN, 1).await;
    assert_eq!(delivery.to, [ANN]);
    for header in [
        "Subject: Sign in to",
        "From: Tollgate <no-reply@localhost>",
        "Message-ID: <mail_",
        "Date: Tue, 14 Nov 2023",
    ] {
        assert!(
            delivery.content.contains(header),
            "{header}: {}",
            delivery.content
        );
    }
    let email = ReceivedEmail::parse(delivery.content.as_bytes());
    browser.post(&email.link(), &[]).await;
    assert!(browser.is_signed_in().await);
    let count = "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'mail.given_up'";
    assert_eq!(world.text(count).await, "0");
}

/// A mail server that does not respond delays no other email.
#[tokio::test]
async fn several_mails_are_sent_at_a_time() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let world = TestInstallation::with(&[("IDP_SMTP_URL", &url)]).await;
    world.browser().ask(ANN).await;
    let (first, _peer) = listener.accept().await.unwrap();
    world.browser().ask("ben@example.com").await;
    let (_second, _peer) = listener.accept().await.unwrap();
    let read = first.try_read(&mut [0; 1]);
    let is_open = read.is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
    assert!(
        is_open,
        "the first one was given up before the second began"
    );
}

// row: email-9
#[tokio::test]
async fn server_that_was_down_gets_the_mail_once_when_it_is_up() {
    let port = SmtpPort::free();
    let world = TestInstallation::with(&[("IDP_SMTP_URL", &port.url())]).await;
    let response = world.browser().ask(ANN).await;
    assert!(
        response.location().contains("/verify-request?"),
        "the response waits for no server"
    );
    until(async || {
        waiting(&world)
            .await
            .first()
            .is_some_and(|attempts| *attempts >= 1)
    })
    .await;
    let server = port.start().await;
    assert!(server.deliveries().is_empty());
    let delivered = async || {
        world.wait(Duration::from_millis(100));
        waiting(&world).await.is_empty()
    };
    until(delivered).await;
    let delivery = server.delivery_to(ANN, 1).await;
    world.wait(Duration::from_mins(2));
    world.browser().ask("bob@example.com").await;
    server.delivery_to("bob@example.com", 1).await;
    assert_eq!(server.deliveries().len(), 2, "a mail went twice");
    let browser = world.browser();
    browser
        .post(
            &ReceivedEmail::parse(delivery.content.as_bytes()).link(),
            &[],
        )
        .await;
    assert!(browser.is_signed_in().await);
}

// row: email-9, audit-3
#[tokio::test]
async fn mail_that_is_put_off_is_tried_until_its_link_ends() {
    let server = SmtpDouble::start().await;
    server.refuse(Some("451 Later"));
    let world = TestInstallation::with(&[("IDP_SMTP_URL", &server.url())]).await;
    world.browser().ask(ANN).await;
    let tried_again = async || {
        world.wait(Duration::from_millis(100));
        waiting(&world)
            .await
            .first()
            .is_some_and(|tries| *tries > 1)
    };
    until(tried_again).await;
    world.wait(Duration::from_mins(15));
    until(async || waiting(&world).await.is_empty()).await;
    assert!(server.deliveries().is_empty());
    assert!(given_up(&world).await.contains(r#""reason":"expired""#));
    assert_eq!(links(&world).await, 0, "a link that nobody got lives");
}

// row: email-9, stricter-20, audit-3
#[tokio::test]
async fn mail_that_is_refused_ends_with_its_link() {
    let server = SmtpDouble::start().await;
    server.refuse(Some("550 No such mailbox"));
    let world = TestInstallation::with(&[("IDP_SMTP_URL", &server.url())]).await;
    let response = world.browser().ask(ANN).await;
    assert!(response.location().contains("/verify-request?"));
    until(async || server.conversations() > 0 && waiting(&world).await.is_empty()).await;
    assert_eq!(links(&world).await, 0);
    assert!(server.deliveries().is_empty());
    assert!(given_up(&world).await.contains(r#""reason":"refused""#));
}

/// Returns the audit entry of the only email that was given up, which contains no address.
async fn given_up(world: &TestInstallation) -> String {
    let row = "SELECT actor || ' ' || subject || ' ' || details FROM audit WHERE action = 'mail.given_up'";
    let row = world.text(row).await;
    assert!(row.starts_with("idp mail_") && !row.contains('@'), "{row}");
    row
}

#[tokio::test]
async fn mail_waits_while_our_own_credentials_are_refused() {
    for refusal in [
        "530 Authenticate first",
        "534 Too weak",
        "535 Who are you",
        "538 Encrypt first",
    ] {
        let server = SmtpDouble::start().await;
        server.refuse(Some(refusal));
        let world = TestInstallation::with(&[("IDP_SMTP_URL", &server.url())]).await;
        world.browser().ask(ANN).await;
        until(async || server.conversations() > 0).await;
        until(async || waiting(&world).await.first().is_none_or(|tries| *tries > 0)).await;
        server.refuse(None);
        let delivered = async || {
            world.wait(Duration::from_millis(100));
            waiting(&world).await.is_empty()
        };
        until(delivered).await;
        assert_eq!(
            server.deliveries().len(),
            1,
            "{refusal} was taken for final"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_on_one_database_send_each_mail_once() {
    let smtp = SmtpDouble::start().await;
    let url = smtp.url();
    let one = TestInstallation::at(TestBackend::Postgres, &[("IDP_SMTP_URL", &url)]).await;
    let database = one.database_url().to_owned();
    let settings = [
        ("IDP_SMTP_URL", url.as_str()),
        ("IDP_DATABASE_URL", &database),
    ];
    let other = TestInstallation::with(&settings).await;
    for count in 0..20 {
        let world = if count % 2 == 0 { &one } else { &other };
        world
            .browser()
            .ask(&format!("person{count}@example.com"))
            .await;
    }
    for count in 0..20 {
        smtp.delivery_to(&format!("person{count}@example.com"), 1)
            .await;
    }
    until(async || waiting(&one).await.is_empty()).await;
    assert_eq!(smtp.deliveries().len(), 20);
}

on_both_engines! {
    async fn unanswered_links_and_old_budgets_are_swept(world: TestInstallation) {
        world.browser().ask(ANN).await;
        world.wait_for_email(ANN, 1).await;
        assert_eq!(sweep(&world.app).await.unwrap(), 0);
        world.wait(Duration::from_mins(15));
        let rows = "the link, the network's budget, and what a repeated request gets";
        assert_eq!(sweep(&world.app).await.unwrap(), 3, "{rows}");
        world.wait(Duration::from_mins(45));
        assert_eq!(sweep(&world.app).await.unwrap(), 2, "the address's budget, and that of all");
    }
}

/// Returns the number of attempts of each email in the outbox.
async fn waiting(world: &TestInstallation) -> Vec<i64> {
    let mut reader = world.app.database.reader().await.unwrap();
    on_engine!(&mut reader.connection(), |c| {
        sqlx::query_scalar("SELECT attempts FROM outgoing_mail")
            .fetch_all(c)
            .await
    })
    .unwrap()
}

/// Returns the number of sign-in links.
async fn links(world: &TestInstallation) -> usize {
    let mut reader = world.app.database.reader().await.unwrap();
    let tokens: Vec<String> = on_engine!(&mut reader.connection(), |c| {
        sqlx::query_scalar("SELECT token FROM sign_in_tokens")
            .fetch_all(c)
            .await
    })
    .unwrap();
    tokens.len()
}
