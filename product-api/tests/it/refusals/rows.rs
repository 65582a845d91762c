//! Provides requests that are refused, each with its status, slug, members, and whether its key stores it.

use serde_json::{Value, json};

use super::things::RefusalFixtures;

/// A refusal and the request that causes it.
pub(super) struct Row {
    pub(super) status: u16,
    pub(super) slug: &'static str,
    pub(super) is_kept: bool,
    pub(super) members: Value,
    pub(super) path: String,
    pub(super) body: Value,
    pub(super) key: Option<&'static str>,
    pub(super) credential: Option<String>,
}

fn row(
    (status, slug, is_kept): (u16, &'static str, bool),
    members: Value,
    path: &str,
    body: Value,
) -> Row {
    Row {
        status,
        slug,
        is_kept,
        members,
        path: path.to_owned(),
        body,
        key: None,
        credential: None,
    }
}

impl Row {
    fn under(self, key: &'static str) -> Self {
        Self {
            key: Some(key),
            ..self
        }
    }

    fn with_credential(self, credential: &str) -> Self {
        Self {
            credential: Some(credential.to_owned()),
            ..self
        }
    }
}

pub(super) fn for_ada(amount: i64) -> Value {
    json!({"customer": {"external_id": "ada"}, "amount": amount})
}

/// Returns requests that are refused before the ledger, which no key stores.
pub(super) fn shapes(things: &RefusalFixtures) -> Vec<Row> {
    let (five, path) = (for_ada(5), "/v1/spends");
    let bob = json!({"customer": {"external_id": "bob"}, "amount": 5});
    let nobody = json!({"errors": [{"pointer": "/customer", "detail": ""}]});
    let scope = json!({"required_scope": "credits.spend"});
    let no =
        |status: u16, slug: &'static str| row((status, slug, false), json!({}), path, five.clone());
    vec![
        row(
            (400, "invalid-request", false),
            nobody,
            path,
            json!({"amount": 5}),
        ),
        no(400, "idempotency-key-missing").under(""),
        no(400, "idempotency-key-invalid").under("a b"),
        no(401, "unauthenticated").with_credential("tg_live_nonsense"),
        row(
            (403, "insufficient-scope", false),
            scope,
            path,
            five.clone(),
        )
        .with_credential(&things.shop.test_key),
        no(403, "website-suspended").with_credential(&things.suspended.key),
        row((403, "holder-inactive", false), json!({}), path, bob),
        row(
            (422, "idempotency-key-reused", false),
            json!({}),
            path,
            for_ada(11),
        )
        .under("s1"),
    ]
}

/// Returns requests that the ledger refuses, finally for their key.
pub(super) fn refusals(things: &RefusalFixtures) -> Vec<Row> {
    let short = json!({"required": 2000, "available": 930, "shortfall": 1070, "topup_url": "https://shop.example.com"});
    let none = json!({"customer": {"id": "cus_none"}, "amount": 5});
    let limit = json!({"cap": 10, "resets_at": "2027-01-16T00:00:00.000Z"});
    let dee = json!({"customer": {"external_id": "dee"}, "amount": 11});
    let unknown = json!({"customer": {"external_id": "ada"}, "feature": "none", "quantity": 5});
    let mut rows = vec![
        stored_refusal(
            402,
            "insufficient-credits",
            short.clone(),
            "/v1/spends",
            for_ada(2000),
        ),
        stored_refusal(
            402,
            "insufficient-credits",
            short,
            "/v1/holds",
            for_ada(2000),
        ),
        stored_refusal(403, "spend-limit-reached", limit, "/v1/spends", dee),
        stored_refusal(
            404,
            "not-found",
            json!({"resource": "customer"}),
            "/v1/spends",
            none,
        ),
        stored_refusal(
            422,
            "amount-out-of-range",
            json!({}),
            "/v1/spends",
            for_ada(0),
        ),
        stored_refusal(422, "unknown-feature", json!({}), "/v1/spends", unknown),
    ];
    rows.extend(hold_rows(things));
    rows.extend(reversal_rows(things));
    rows
}

fn stored_refusal(status: u16, slug: &'static str, members: Value, path: &str, body: Value) -> Row {
    row((status, slug, true), members, path, body)
}

fn hold_rows(things: &RefusalFixtures) -> Vec<Row> {
    let at = |hold: &str, way: &str| format!("/v1/holds/{hold}/{way}");
    let ended = |state: &str, at: &str| json!({"state": state, "closed_at": at});
    let captured = ended("captured", "2027-01-15T08:00:00.000Z");
    let expired = ended("expired", "2027-01-15T08:01:00.000Z");
    let (remaining, more) = (json!({"remaining": 30}), json!({"amount": 31}));
    let (absent, ttl) = (json!({"resource": "hold"}), json!({"ttl_seconds": 60}));
    let (none, void) = (at("hold_none", "capture"), at(&things.captured, "void"));
    let (again, late) = (
        at(&things.captured, "capture"),
        at(&things.expired, "capture"),
    );
    let (extend, exceed) = (at(&things.expired, "extend"), at(&things.open, "capture"));
    vec![
        stored_refusal(404, "not-found", absent, &none, json!({})),
        stored_refusal(409, "hold-not-open", captured.clone(), &again, json!({})),
        stored_refusal(409, "hold-not-open", captured, &void, json!({})),
        stored_refusal(409, "hold-expired", expired.clone(), &late, json!({})),
        stored_refusal(409, "hold-expired", expired, &extend, ttl),
        stored_refusal(422, "capture-exceeds-hold", remaining, &exceed, more),
    ]
}

fn reversal_rows(things: &RefusalFixtures) -> Vec<Row> {
    let reverse = |transaction: &str| format!("/v1/transactions/{transaction}/reverse");
    let void = |grant: &str| format!("/v1/grants/{grant}/void");
    let list = json!({"reversals": [{"transaction": things.reversal, "amount": 10}]});
    let (twice, over) = (reverse(&things.reversed), reverse(&things.spent));
    let (none, granted) = (reverse("txn_none"), reverse(&things.granted));
    let (no_grant, used) = (void(&things.spent), void(&things.granted));
    let (remaining, more) = (json!({"remaining": 10}), json!({"amount": 11}));
    vec![
        stored_refusal(
            404,
            "not-found",
            json!({"resource": "transaction"}),
            &none,
            json!({}),
        ),
        stored_refusal(
            404,
            "not-found",
            json!({"resource": "grant"}),
            &no_grant,
            json!({}),
        ),
        stored_refusal(409, "already-reversed", list, &twice, json!({})),
        stored_refusal(409, "nothing-left", json!({}), &used, json!({})),
        stored_refusal(422, "reversal-exceeds-original", remaining, &over, more),
        stored_refusal(
            422,
            "not-reversible",
            json!({"kind": "grant"}),
            &granted,
            json!({}),
        ),
    ]
}
