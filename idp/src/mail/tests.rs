//! Tests of the delivery: what is due goes out, and nothing more once the service was asked to stop.

use std::time::Duration;

use foundation::secret::Sealer;
use foundation::testing::TestDatabase;
use foundation::{Background, Clock, Database, Random, Timestamp};
use tempfile::TempDir;

use super::letter::sign_in_letter;
use super::*;
use crate::MIGRATIONS;
use crate::config::{MailConfig, MailRoute};

#[tokio::test]
async fn a_service_that_stops_begins_no_further_letter() {
    let database = TestDatabase::sqlite(&MIGRATIONS).await;
    let folder = TempDir::new().unwrap();
    let config = MailConfig {
        route: MailRoute::Directory(folder.path().to_owned()),
        from: "Tollgate <no-reply@localhost>".to_owned(),
        link_life: Duration::from_mins(15),
    };
    let clock = Clock::fixed(Timestamp::from_seconds(1_700_000_000));
    let sealer = Sealer::new("0123456789abcdef0123456789abcdef".into(), Random::system());
    let own = Database::open(database.url()).await.unwrap();
    let tools = (clock.clone(), Random::system());
    let mail = Mail::open(&config, own.clone(), tools, sealer).unwrap();
    let to = Address::parse("ann@example.com").unwrap();
    let letter = sign_in_letter(
        &to,
        "id.example.com",
        "http://a",
        "012345",
        config.link_life,
    )
    .unwrap();
    let ends = clock.now().plus(config.link_life);
    let parcel = mail.parcel("mail_1".to_owned(), &letter, "token", ends);
    let mut transaction = own.begin().await.unwrap();
    store::outbox::insert(&mut transaction.connection(), &parcel.unwrap(), clock.now())
        .await
        .unwrap();
    transaction.commit().await.unwrap();

    let written = || std::fs::read_dir(folder.path()).unwrap().count();
    let stopped = Background::new();
    assert!(stopped.stop(Duration::from_secs(1)).await);
    mail.deliver_due(&stopped).await.unwrap();
    mail.deliver_each(vec!["mail_1".to_owned()], &stopped)
        .await
        .unwrap();
    assert_eq!(written(), 0);
    mail.deliver_due(&Background::new()).await.unwrap();
    assert_eq!(written(), 1);
}
