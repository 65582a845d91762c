//! Tests of the delivery: due emails are sent, and none after the service was asked to stop.

use std::time::Duration;

use foundation::EmailAddress;
use foundation::secret::Sealer;
use foundation::testing::TestDatabase;
use foundation::{Background, Clock, Connection, Database, Random, Timestamp};
use tempfile::TempDir;
use tokio::task::JoinSet;

use super::delivery::EmailKind;
use super::email::{SignInEmail, sign_in_email};
use super::store::deliveries::{EmailFilter, query_for};
use super::store::outbox::ContainedLink;
use super::*;
use crate::MIGRATIONS;
use crate::config::{MailConfig, MailRoute};

#[tokio::test]
async fn stopping_server_begins_no_further_delivery() {
    let database = TestDatabase::sqlite(&MIGRATIONS).await;
    let folder = TempDir::new().unwrap();
    let config = MailConfig {
        route: MailRoute::Directory(folder.path().to_owned()),
        from: "Tollgate <no-reply@localhost>".to_owned(),
        concurrency: 4,
        link_lifetime: Duration::from_mins(15),
    };
    let clock = Clock::fixed(Timestamp::from_seconds(1_700_000_000));
    let sealer = Sealer::new("0123456789abcdef0123456789abcdef".into(), Random::system());
    let own = Database::open(database.url()).await.unwrap();
    let mail = Mail::open(
        &config,
        own.clone(),
        clock.clone(),
        Random::system(),
        sealer,
    )
    .unwrap();
    let to = EmailAddress::parse("ann@example.com").unwrap();
    let about = SignInEmail {
        host: "id.example.com",
        site: None,
        link: "http://a",
        code: "012345",
        lifetime: config.link_lifetime,
    };
    let email = sign_in_email(&to, about).unwrap();
    let ends = clock.now().plus(config.link_lifetime);
    let contained = ContainedLink {
        token: "token",
        expires_at: ends,
    };
    let entry = mail.outbox_message(
        "mail_1".to_owned(),
        EmailKind::SignInLink,
        &email,
        contained,
    );
    let mut transaction = own.begin().await.unwrap();
    store::outbox::insert(&mut transaction.connection(), &entry.unwrap(), clock.now())
        .await
        .unwrap();
    transaction.commit().await.unwrap();

    let written = || std::fs::read_dir(folder.path()).unwrap().count();
    let (mut deliveries, stopped) = (JoinSet::new(), Background::new());
    assert!(stopped.stop(Duration::from_secs(1)).await);
    mail.begin_due(&mut deliveries, &stopped).await.unwrap();
    assert!(deliveries.is_empty());
    let running = Background::new();
    mail.begin_due(&mut deliveries, &running).await.unwrap();
    deliveries.join_all().await;
    assert_eq!(written(), 1);
}

#[tokio::test]
async fn page_of_mails_reads_no_more_than_it_shows() {
    let database = TestDatabase::sqlite(&MIGRATIONS).await;
    let mut transaction = database.database().begin().await.unwrap();
    let Connection::Sqlite(sqlite) = &mut transaction.connection() else {
        panic!("this is SQLite");
    };
    for (recipient, state, by) in [
        ("", "", "(id<?)"),
        (
            "",
            "given_up",
            "mail_deliveries_by_state (state=? AND id<?)",
        ),
        (
            "ann@example.com",
            "",
            "mail_deliveries_by_recipient (recipient=? AND id<?)",
        ),
        (
            "ann@example.com",
            "sent",
            "mail_deliveries_by_recipient (recipient=? AND id<?)",
        ),
    ] {
        let filter = EmailFilter {
            recipient,
            state,
            before: None,
            length: 1,
        };
        let plan = format!("EXPLAIN QUERY PLAN {}", query_for(filter));
        let plan: Vec<(i64, i64, i64, String)> = sqlx::query_as(sqlx::AssertSqlSafe(plan))
            .bind(recipient)
            .bind(state)
            .bind("mail_1")
            .bind(1)
            .fetch_all(&mut **sqlite)
            .await
            .unwrap();
        let steps: Vec<_> = plan.iter().map(|(_, _, _, step)| step.as_str()).collect();
        let ended = |step: &&&str| step.contains("SEARCH mail_deliveries");
        let found = steps.iter().find(ended).copied().unwrap_or_default();
        assert!(found.contains(by), "{recipient} {state}: {steps:?}");
        let sorted = steps.iter().filter(|step| step.contains("TEMP B-TREE"));
        // Each part is read in order by page; only the combined rows are sorted.
        assert!(sorted.count() <= 1, "{recipient} {state}: {steps:?}");
    }
}
