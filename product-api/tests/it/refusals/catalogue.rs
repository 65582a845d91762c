//! Tests the catalogue of errors: status and members of each row, and whether its key stores it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Value, json};

use super::rows::{Row, refusals, shapes};
use super::things::{RefusalFixtures, things};
use crate::credits::{Shop, grant, post, spend};
use crate::harness::{HttpResponse, TestApi, on_both_engines};

/// The catalogue of errors, with the file of each error's test: `here`, or the tests of caps (`key_caps.rs`), of limits
/// (`limits.rs`) or of payments (`billing`).
const CATALOGUE: [(&str, &str); 29] = [
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
    ("unknown-feature", "here"),
    ("rate-limited", "the limits of keys"),
    ("account-busy", "here"),
    ("payment-provider-error", "payments"),
    ("internal", "here"),
    ("unavailable", "here"),
];

/// The members of a problem in the contract, read once: a debug build takes a second to write the document.
static DOCUMENTED: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let document: Value = serde_json::from_str(&product_api::openapi_document()).unwrap();
    let members = document["components"]["schemas"]["Problem"]["properties"]
        .as_object()
        .unwrap();
    members.keys().cloned().collect()
});

/// Returns the special members of a response, all of which must be in the contract.
pub(super) fn members_of(response: &HttpResponse, slug: &str) -> Value {
    let mut body = response.json();
    for (name, _) in body.as_object().unwrap() {
        assert!(
            DOCUMENTED.contains(name),
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

/// Sends the request of a row twice.
async fn check(world: &TestApi, things: &RefusalFixtures, index: usize, row: &Row) {
    let key = row
        .key
        .map_or_else(|| format!("row{index}"), ToOwned::to_owned);
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

on_both_engines! {
    async fn each_refusal_has_its_members_and_is_stored_as_its_kind_says(world: TestApi) {
        let things = things(&world).await;
        let statement = "SELECT count(*) FROM api_operation";
        let before = world.count(statement).await;
        for (index, row) in shapes(&things).iter().enumerate() {
            check(&world, &things, index, row).await;
        }
        assert_eq!(world.count(statement).await, before, "nothing of these is kept");
        let refusals = refusals(&things);
        for (index, row) in refusals.iter().enumerate() {
            check(&world, &things, 100 + index, row).await;
        }
        assert_eq!(world.count(statement).await, before + i64::try_from(refusals.len()).unwrap());
        // The control shows that a valid request with these objects succeeds.
        let right = post(&world, &format!("/v1/holds/{}/capture", things.open), &things.shop.key, "right", json!({"amount": 30})).await;
        assert_eq!(right.status, 200);

        let mut seen: BTreeSet<&str> = shapes(&things).iter().chain(&refusals).map(|row| row.slug).collect();
        seen.extend(["idempotency-in-flight", "operation-already-executed", "account-busy", "internal", "unavailable"]);
        let here: BTreeSet<&str> = CATALOGUE.iter().filter(|(_, held)| *held == "here").map(|(slug, _)| *slug).collect();
        let missing: Vec<_> = here.difference(&seen).collect();
        assert!(missing.is_empty(), "{missing:?} have no row");
    }
}
on_both_engines! {
    /// No key stores a response to a busy, broken or unavailable database, and the key can be used afterwards.
    async fn server_errors_are_stored_under_no_key(world: TestApi) {
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
        world.sql("ALTER TABLE lot RENAME TO hidden_lot", &[]).await;
        spend(&world, &shop, "k", 5).await.is_problem(500, "internal");
        world.sql("ALTER TABLE hidden_lot RENAME TO lot", &[]).await;
        let done = spend(&world, &shop, "k", 5).await;
        assert_eq!((done.status, done.header("idempotency-replayed")), (200, ""));
        world.app.database.close().await;
        let away = spend(&world, &shop, "k2", 5).await;
        away.is_problem(503, "unavailable");
        assert!(!away.header("retry-after").is_empty());
    }
}
