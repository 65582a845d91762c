//! Tests of customers in the database: each name means one row under concurrent requests.

use foundation::{Clock, Database, Random, Timestamp, on_both_engines, on_engine};

use super::customer::{Customer, CustomerRef};
use super::find_odd_addresses::find_odd_addresses;
use super::resolve::{Sources, resolve};
use super::store;
use crate::MIGRATIONS;
use crate::caller::{Mode, SiteScope};

const fn live(website_id: &str) -> SiteScope<'_> {
    SiteScope {
        website_id,
        mode: Mode::Live,
    }
}

const fn test(website_id: &str) -> SiteScope<'_> {
    SiteScope {
        website_id,
        mode: Mode::Test,
    }
}

async fn with_websites(database: &Database) {
    let mut transaction = database.begin().await.unwrap();
    on_engine!(&mut transaction.connection(), |c| {
        sqlx::query(
            "INSERT INTO users (id, claims_at, created_at, updated_at) VALUES ('usr_1', 0, 0, 0)",
        )
        .execute(&mut *c)
        .await
        .unwrap();
        sqlx::query(
            "INSERT INTO websites (id, owner_user_id, name, url, client_id, status, created_at) VALUES \
             ('web_1', 'usr_1', 'One', 'https://one.example', 'c1', 'active', 0), \
             ('web_2', 'usr_1', 'Two', 'https://two.example', 'c2', 'active', 0)",
        )
        .execute(&mut *c)
        .await
        .unwrap();
    });
    transaction.commit().await.unwrap();
}

async fn resolved(
    database: &Database,
    scope: SiteScope<'_>,
    reference: &CustomerRef,
) -> Option<Customer> {
    let clock = Clock::fixed(Timestamp::from_seconds(1_800_000_000));
    let random = Random::system();
    let sources = Sources {
        clock: &clock,
        random: &random,
    };
    let mut transaction = database.begin().await.unwrap();
    let customer = resolve(&mut transaction.connection(), scope, reference, sources)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    customer
}

on_both_engines!(
    MIGRATIONS,
    async fn fifty_first_contacts_make_one_customer(database: Database) {
        with_websites(&database).await;
        let references = [
            CustomerRef::ExternalId("42".to_owned()),
            CustomerRef::Email("ada@example.com".to_owned()),
            CustomerRef::Sub("usr_ada".to_owned()),
        ];
        for reference in &references {
            let first_contacts = (0..50).map(|_| resolved(&database, live("web_1"), reference));
            let customers = futures_util::future::join_all(first_contacts).await;
            let first = customers[0].clone().unwrap();
            assert!(customers.iter().flatten().all(|one| one.id == first.id));
            assert_eq!(customers.iter().flatten().count(), 50);
        }
    }
);

async fn insert_unfolded(database: &Database, id: &str, email: &str) {
    let mut transaction = database.begin().await.unwrap();
    on_engine!(&mut transaction.connection(), |c| {
        sqlx::query(
            "INSERT INTO customers (id, website_id, mode, email, created_at, updated_at) VALUES ($1, 'web_1', 'live', $2, 0, 0)",
        )
        .bind(id)
        .bind(email)
        .execute(&mut *c)
        .await
        .unwrap();
    });
    transaction.commit().await.unwrap();
}

on_both_engines!(
    MIGRATIONS,
    async fn old_addresses_are_normalized_unless_taken(database: Database) {
        with_websites(&database).await;
        let rows = [
            (
                "cus_1",
                "ann@b\u{fc}cher.example",
                "ann@xn--bcher-kva.example",
            ),
            (
                "cus_2",
                "bob@b\u{fc}cher.example",
                "bob@b\u{fc}cher.example",
            ),
            (
                "cus_3",
                "bob@xn--bcher-kva.example",
                "bob@xn--bcher-kva.example",
            ),
            ("cus_4", "j\u{f6}rg@example.com", "j\u{f6}rg@example.com"),
            ("cus_5", "eve@example.com", "eve@example.com"),
        ];
        for (id, stored, _) in rows {
            insert_unfolded(&database, id, stored).await;
        }
        let unfolded = {
            let mut reader = database.reader().await.unwrap();
            store::unfolded(&mut reader.connection(), "", 10)
                .await
                .unwrap()
        };
        assert_eq!(unfolded.len(), rows.len());
        for mut customer in unfolded {
            let mut transaction = database.begin().await.unwrap();
            let mut db = transaction.connection();
            customer.normalize_address(&mut db).await.unwrap();
            store::fold_names(&mut db, &customer.id, &customer.folded())
                .await
                .unwrap();
            transaction.commit().await.unwrap();
        }
        let scope = live("web_1");
        let mut reader = database.reader().await.unwrap();
        let mut db = reader.connection();
        for (id, _, expected) in rows {
            let found = store::find(&mut db, scope, &CustomerRef::Id(id.to_owned()))
                .await
                .unwrap();
            assert_eq!(found.unwrap().email.as_deref(), Some(expected), "{id}");
        }
        assert!(store::unfolded(&mut db, "", 10).await.unwrap().is_empty());
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn addresses_that_no_sign_in_proves_as_they_are_kept_are_reported(database: Database) {
        with_websites(&database).await;
        let bucher = "bob@xn--bcher-kva.example";
        let free = Some("ann@xn--bcher-kva.example");
        // Each row has a customer and its address. An odd one also has the normal form and the customer that has it
        // already.
        let rows = [
            ("cus_1", "ann@b\u{fc}cher.example", Some((free, None))),
            (
                "cus_2",
                "bob@b\u{fc}cher.example",
                Some((Some(bucher), Some("cus_3"))),
            ),
            ("cus_3", bucher, None),
            ("cus_4", "j\u{f6}rg@example.com", Some((None, None))),
            ("cus_5", "eve@example.com", None),
            ("cus_6", "eve@example.com.", Some((None, None))),
            ("cus_7", "eve@localhost", Some((None, None))),
            (
                "cus_8",
                "Eve@example.com",
                Some((Some("eve@example.com"), Some("cus_5"))),
            ),
        ];
        for (id, stored, _) in rows {
            insert_unfolded(&database, id, stored).await;
        }
        resolved(
            &database,
            live("web_1"),
            &CustomerRef::ExternalId("7".to_owned()),
        )
        .await;
        let found = find_odd_addresses(&database).await.unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|odd| {
                assert_eq!(
                    (odd.website_id.as_str(), odd.mode.as_str()),
                    ("web_1", "live")
                );
                let (normal, other) = (&odd.normal, &odd.other_customer_id);
                let forms = (normal.as_deref(), other.as_deref());
                (odd.customer_id.as_str(), odd.kept.as_str(), forms)
            })
            .collect();
        let expected: Vec<_> = rows
            .into_iter()
            .filter_map(|(id, stored, odd)| Some((id, stored, odd?)))
            .collect();
        assert_eq!(found, expected);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn name_means_another_customer_elsewhere(database: Database) {
        with_websites(&database).await;
        let reference = CustomerRef::ExternalId("42".to_owned());
        let in_live = resolved(&database, live("web_1"), &reference)
            .await
            .unwrap();
        let in_test = resolved(&database, test("web_1"), &reference)
            .await
            .unwrap();
        let other = resolved(&database, live("web_2"), &reference)
            .await
            .unwrap();
        assert!(in_live.id != in_test.id && in_live.id != other.id && in_test.id != other.id);
        assert_eq!(in_live.external_id.as_deref(), Some("42"));
        let by_id = CustomerRef::Id(in_live.id.clone());
        let found = resolved(&database, live("web_1"), &by_id).await;
        let known = Customer {
            is_new: false,
            ..in_live
        };
        assert_eq!(found, Some(known));
        for scope in [test("web_1"), live("web_2")] {
            assert_eq!(resolved(&database, scope, &by_id).await, None);
        }
        let never_made = CustomerRef::Id("cus_none".to_owned());
        assert_eq!(resolved(&database, live("web_1"), &never_made).await, None);
    }
);
