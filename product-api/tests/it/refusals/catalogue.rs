//! The catalogue of errors (c.9): each row with its status, the members of its body, and whether its key keeps it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::rows::{Row, refusals, shapes};
use super::things::{Things, things};
use crate::credits::{Shop, grant, post, spend};
use crate::harness::{Answer, World, on_both};

/// The catalogue of c.9, and what holds each of its rows: this file, the tests of the caps (`key_caps.rs`) and limits
/// (`limits.rs`) of keys, or nothing: before payments are built, and while a book has the one unit that there is, the API
/// answers these nowhere.
const CATALOGUE: [(&str, &str); 30] = [
    ("invalid-request", "here"),
    ("idempotency-key-missing", "here"),
    ("idempotency-key-invalid", "here"),
    ("unauthenticated", "here"),
    ("insufficient-scope", "here"),
    ("website-suspended", "here"),
    ("holder-inactive", "here"),
    ("key-spend-cap-reached", "the caps of keys"),
    ("spend-limit-reached", "here"),
    ("insufficient-credits", "here"),
    ("payment-action-required", "payments"),
    ("not-found", "here"),
    ("idempotency-in-flight", "here"),
    ("operation-already-executed", "here"),
    ("hold-not-open", "here"),
    ("hold-expired", "here"),
    ("already-reversed", "here"),
    ("subscription-exists", "payments"),
    ("topup-pending", "payments"),
    ("idempotency-key-reused", "here"),
    ("capture-exceeds-hold", "here"),
    ("reversal-exceeds-original", "here"),
    ("amount-out-of-range", "here"),
    ("unit-mismatch", "another unit"),
    ("unknown-feature", "here"),
    ("rate-limited", "the limits of keys"),
    ("account-busy", "here"),
    ("payment-provider-error", "payments"),
    ("internal", "here"),
    ("unavailable", "here"),
];

/// The members of a problem in the contract.
fn documented() -> BTreeSet<String> {
    let document: Value = serde_json::from_str(&product_api::openapi_document()).unwrap();
    let members = document["components"]["schemas"]["Problem"]["properties"]
        .as_object()
        .unwrap();
    members.keys().cloned().collect()
}

/// The members of an answer that come with its kind, and are in the contract.
pub(super) fn members_of(answer: &Answer, slug: &str) -> Value {
    let mut body = answer.json();
    let members = documented();
    for (name, _) in body.as_object().unwrap() {
        assert!(
            members.contains(name),
            "{slug}: the contract's Problem has no `{name}`"
        );
    }
    let common = [
        "type",
        "title",
        "status",
        "detail",
        "instance",
        "request_id",
    ];
    body.as_object_mut()
        .unwrap()
        .retain(|name, _| !common.contains(&name.as_str()));
    body
}

/// Sends what a row asks for, and the same again.
async fn check(world: &World, things: &Things, place: usize, row: &Row) {
    let key = row
        .key
        .map_or_else(|| format!("row{place}"), ToOwned::to_owned);
    let credential = row.credential.as_deref().unwrap_or(&things.shop.key);
    let first = post(world, &row.path, credential, &key, &row.body).await;
    first.is_problem(row.status, row.slug);
    let mut members = members_of(&first, row.slug);
    if row.slug == "invalid-request" {
        assert!(
            members["errors"][0]["detail"]
                .as_str()
                .is_some_and(|detail| !detail.is_empty())
        );
        members["errors"][0]["detail"] = "".into();
    }
    assert_eq!(members, row.members, "{}", row.slug);
    assert_eq!(first.header("idempotency-replayed"), "", "{}", row.slug);
    let again = post(world, &row.path, credential, &key, &row.body).await;
    if row.is_kept {
        assert_eq!(
            (
                again.header("idempotency-replayed"),
                again.status,
                &again.body
            ),
            ("true", first.status, &first.body),
            "{}",
            row.slug
        );
    } else {
        assert_eq!(
            (again.header("idempotency-replayed"), again.status),
            ("", first.status),
            "{}",
            row.slug
        );
    }
}

on_both! {
    async fn c9_each_refusal_has_its_members_and_its_key_keeps_it_or_not(world) {
        let things = things(&world).await;
        let kept = "SELECT count(*) FROM api_operation";
        let before = world.count(kept).await;
        for (place, row) in shapes(&things).iter().enumerate() {
            check(&world, &things, place, row).await;
        }
        assert_eq!(world.count(kept).await, before, "nothing of these is kept");
        let refusals = refusals(&things);
        for (place, row) in refusals.iter().enumerate() {
            check(&world, &things, 100 + place, row).await;
        }
        assert_eq!(world.count(kept).await, before + i64::try_from(refusals.len()).unwrap());
        // The control: with the same things, what is right is done.
        let right = post(&world, &format!("/v1/holds/{}/capture", things.open), &things.shop.key, "right", json!({"amount": 30})).await;
        assert_eq!(right.status, 200);

        let mut seen: BTreeSet<&str> = shapes(&things).iter().chain(&refusals).map(|row| row.slug).collect();
        seen.extend(["idempotency-in-flight", "operation-already-executed", "account-busy", "internal", "unavailable"]);
        let here: BTreeSet<&str> = CATALOGUE.iter().filter(|(_, held)| *held == "here").map(|(slug, _)| *slug).collect();
        let missing: Vec<_> = here.difference(&seen).collect();
        assert!(missing.is_empty(), "{missing:?} have no row");
    }
}
on_both! {
    /// Machinery that is busy, broken or away: no key keeps it, and the same key works afterwards.
    async fn c9_what_is_ours_to_mend_is_kept_under_no_key(world) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let mut other = world.app.database.begin().await.unwrap();
        foundation::on_engine!(&mut other.connection(), |c| {
            sqlx::query("UPDATE account SET seq = seq + 0 WHERE kind = 'wallet'").execute(c).await.map(drop)
        })
        .unwrap();
        let busy = spend(&world, &shop, "k", 5).await;
        busy.is_problem(503, "account-busy");
        assert!(!busy.header("retry-after").is_empty());
        other.rollback().await.unwrap();
        world.sql("ALTER TABLE lot RENAME TO gone", &[]).await;
        spend(&world, &shop, "k", 5).await.is_problem(500, "internal");
        world.sql("ALTER TABLE gone RENAME TO lot", &[]).await;
        let done = spend(&world, &shop, "k", 5).await;
        assert_eq!((done.status, done.header("idempotency-replayed")), (200, ""));
        world.app.database.close().await;
        let away = spend(&world, &shop, "k2", 5).await;
        away.is_problem(503, "unavailable");
        assert!(!away.header("retry-after").is_empty());
    }
}
