//! Restored backups: each of the two databases older than the other, and only the identity provider's. The product API
//! gets every later disabled user.

use std::fs;
use std::path::Path;
use std::time::Duration;

use foundation::testing::TestEngine;
use journeys::installation::TestInstallation;
use journeys::users::{TestUser, WebsiteBackEnd};
use product_api::user_changes::READ_AGAIN;
use serde_json::Value;
use tempfile::TempDir;

use crate::commands::{json, verdict};

const IDP: &str = "idp.db";
const PRODUCT_API: &str = "product-api.db";

/// Copies a database from one folder to another and replaces the one there.
fn copy(database: &str, from: &Path, to: &Path) {
    let files = |folder: &Path| {
        let all = fs::read_dir(folder).unwrap().map(Result::unwrap);
        all.filter(|file| file.file_name().to_str().unwrap().starts_with(database))
            .collect::<Vec<_>>()
    };
    for old in files(to) {
        fs::remove_file(old.path()).unwrap();
    }
    let found = files(from);
    assert!(!found.is_empty(), "{database} is in {}", from.display());
    for file in found {
        fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

/// Copies both databases while the server is stopped, and starts it again.
fn back_up(world: &mut TestInstallation) -> TempDir {
    let folder = TempDir::new().unwrap();
    world.stop();
    for database in [IDP, PRODUCT_API] {
        copy(database, &world.data(), folder.path());
    }
    world.start_again().unwrap();
    folder
}

fn restore(world: &mut TestInstallation, databases: &[(&str, &TempDir)]) {
    world.stop();
    for (database, backup) in databases {
        copy(database, backup.path(), &world.data());
    }
    world.start_again().unwrap();
}

/// Signs in a user whom the product API knows, with credits at a website.
async fn customer(world: &TestInstallation, shop: &WebsiteBackEnd, email: &str) -> TestUser {
    let person = TestUser::arrive(&world.address, email).await;
    let key = format!("welcome-{email}");
    assert_eq!(shop.grant(&key, email, 10_000).await.status, 200);
    person.get(&world.address, "/v1/me").await;
    person
}

/// Disables a user at the identity provider, and waits until the product API has read the change.
async fn switch_off(world: &TestInstallation, shop: &WebsiteBackEnd, person: &TestUser) {
    let off = json(world, &["users", "disable", &person.tokens.subject]).await;
    assert_eq!(off["is_active"], false);
    is_off(shop, person).await;
}

/// Waits until the product API refuses a spend because the user is disabled. The user's token proves less: it is also
/// refused if its grant has ended.
async fn is_off(shop: &WebsiteBackEnd, person: &TestUser) {
    let email = person.tokens.email.as_deref().unwrap();
    let spending = async {
        for number in 0.. {
            let key = format!("{email}-{number}");
            if shop.spend(&key, email, 1).await.status == 403 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let timeout = Duration::from_mins(1);
    tokio::time::timeout(timeout, spending).await.unwrap();
}

/// Returns the state of user changes in health and in the doctor's report.
async fn reported(world: &TestInstallation) -> (Value, String) {
    let client = foundation::testing::test_client();
    let ready = client.get(world.address.at("/health/ready"));
    let ready: Value = ready.send().await.unwrap().json().await.unwrap();
    let findings = json(world, &["doctor"]).await;
    (
        ready["api_user_changes"].clone(),
        verdict(&findings, "restored"),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn user_changes_arrive_after_a_restore_of_either_database() {
    let often = ("API_USER_CHANGES_SECONDS", "1");
    let mut world = TestInstallation::set_up(TestEngine::Sqlite, &[often]).await;
    let owner = TestUser::arrive(&world.address, "owner@example.com").await;
    let shop = owner.register_website(&world.address, "Shop").await;
    let shop = WebsiteBackEnd::new(&world.address, &shop);
    let mut people = Vec::new();
    for name in ["ann", "bob", "carol", "dan"] {
        let email = format!("{name}@example.com");
        people.push(customer(&world, &shop, &email).await);
    }
    let [ann, bob, carol, dan]: [TestUser; 4] = people.try_into().unwrap();
    switch_off(&world, &shop, &ann).await;
    let early = back_up(&mut world);
    switch_off(&world, &shop, &bob).await;
    let late = back_up(&mut world);

    // The product API's database was copied first, as the runbook says.
    restore(&mut world, &[(PRODUCT_API, &early), (IDP, &late)]);
    is_off(&shop, &bob).await;
    assert_eq!(
        reported(&world).await,
        (Value::from("ready"), "ok".to_owned())
    );

    // It was copied last: the next change has the number of the one that the identity provider has lost.
    restore(&mut world, &[(PRODUCT_API, &late), (IDP, &early)]);
    switch_off(&world, &shop, &carol).await;
    let noticed = (Value::from(READ_AGAIN), "warning".to_owned());
    assert_eq!(reported(&world).await, noticed);

    // Only the identity provider's.
    restore(&mut world, &[(IDP, &early)]);
    switch_off(&world, &shop, &dan).await;
    assert_eq!(reported(&world).await, noticed);
}
