//! Examples of responses that differ from the example of their schema, because several operations share the schema.

use serde_json::{Value, json};

/// Returns an example balance.
fn balance(posted: i64, held: i64) -> Value {
    json!({"posted": posted, "held": held, "available": posted - held})
}

/// Returns an example transaction without a feature.
fn transaction(kind: &str, amount: i64, balance_after: i64, description: &str) -> Value {
    json!({
        "kind": kind, "amount": amount, "balance_after": balance_after, "description": description,
        "feature": null, "quantity": null, "price_version": null,
    })
}

/// Returns an example transaction that reverses the one in the schema's example.
fn undoing(kind: &str, amount: i64, balance_after: i64, description: &str) -> Value {
    let mut undone = transaction(kind, amount, balance_after, description);
    let own = json!({
        "id": "txn_0192f0c4a1b27c3d8e9f001122334466",
        "reverses": "txn_0192f0c4a1b27c3d8e9f001122334455",
    });
    lay_over(&mut undone, &own);
    undone
}

/// Returns the values in which an operation's example differs from the schema's; none if it does not differ.
pub(super) fn response_example(method: &str, path: &str) -> Option<Value> {
    let spent = || json!({"transaction": transaction("spend", -5, 95, "One picture")});
    let own = match (method, path) {
        ("post", "/v1/grants") => json!({
            "transaction": transaction("grant", 100, 100, "Welcome"),
            "balance": balance(100, 0),
        }),
        ("post", "/v1/grants/{id}/void") => json!({
            "transaction": undoing("void", -95, 0, "Given by mistake"),
            "balance": balance(0, 0),
        }),
        ("post", "/v1/spends") => spent(),
        ("post", "/v1/spends:batch") => json!({"results": [{"answer": spent()}]}),
        ("post", "/v1/transactions/{id}/reverse") => json!({
            "transaction": undoing("reversal", 5, 100, "The picture could not be made"),
            "balance": balance(100, 0),
        }),
        ("post", "/v1/holds") => json!({"balance": balance(95, 50)}),
        ("post", "/v1/holds/{id}/extend") => json!({
            "hold": {"expires_at": "2026-01-01T00:25:00.000Z"},
            "balance": balance(95, 50),
        }),
        ("post", "/v1/holds/{id}/capture") => json!({
            "hold": {"state": "captured", "captured": 42, "released": 8, "closed_at": "2026-01-01T00:10:00.000Z"},
            "transaction": captured(),
            "balance": balance(53, 0),
        }),
        ("post", "/v1/holds/{id}/void") => json!({
            "hold": {"state": "voided", "released": 50, "closed_at": "2026-01-01T00:10:00.000Z"},
        }),
        ("post", "/v1/api-keys/{id}/revoke") => {
            json!({"status": "revoked", "revoked_at": "2026-01-02T00:00:00.000Z"})
        }
        ("post", "/v1/api-keys/{id}/rotate") => {
            json!({"api_key": {"previous_secret_until": "2026-01-02T00:00:00.000Z"}})
        }
        ("patch", "/v1/api-keys/{id}") => {
            json!({"name": "Reports", "scopes": ["customers.read"]})
        }
        ("get", "/v1/ledger/verification") => json!({"state": "damaged"}),
        ("post", "/v1/users/{id}/deactivate") => json!({"is_active": false}),
        ("get", "/v1/webhook-endpoints/{id}/deliveries/{event_id}") => json!({"event": granted()}),
        ("post", "/v1/webhook-endpoints/{id}/deliveries/{event_id}/resend") => {
            json!({"delivery": {"attempts": 0}, "event": granted()})
        }
        ("post", "/v1/webhook-endpoints/{id}/rotate-secret") => {
            json!({"endpoint": {"previous_secret_until": "2026-01-02T00:00:00.000Z"}})
        }
        ("post", "/v1/websites") => json!({
            "test_api_key": {
                "id": "key_0192f0c4a1b27c3d8e9f001122334466", "key": "tg_test_f9Kd…", "prefix": "tg_test_f9Kd",
            },
            "webhook": {"id": "whe_0192f0c4a1b27c3d8e9f001122334455"},
        }),
        ("post", "/v1/websites/{id}/suspend") => {
            json!({"status": "suspended", "suspended_by": "owner"})
        }
        _ => return billing_response_example(method, path),
    };
    Some(own)
}

/// Returns the values in which the example of an operation on billing differs.
fn billing_response_example(method: &str, path: &str) -> Option<Value> {
    match (method, path) {
        ("post", "/v1/operator/billing/findings/{id}/accept") => {
            Some(json!({"owner_user_id": null}))
        }
        ("post", "/v1/stripe-connections/{id}/disconnect") => {
            Some(json!({"state": "disconnected", "is_linked": false}))
        }
        ("post", "/v1/checkout-sessions/{id}/expire" | "/v1/me/checkout-sessions/{id}/expire") => {
            Some(json!({"state": "expired", "url": null, "closed_at": "2026-01-01T00:10:00.000Z"}))
        }
        ("delete", "/v1/me/top-up" | "/v1/customers/{id}/top-up") => Some(json!({"state": "off"})),
        _ => None,
    }
}

/// Returns an example capture; the schema's example has no transaction, because a capture of zero books none.
fn captured() -> Value {
    let mut captured = json!({
        "id": "txn_0192f0c4a1b27c3d8e9f001122334455",
        "customer_id": "cus_0192f0c4a1b27c3d8e9f001122334455",
        "website": {"id": "web_0192f0c4a1b27c3d8e9f001122334455", "name": "Pictures"},
        "reverses": null,
        "metadata": {},
        "booked_at": "2026-01-01T00:10:00.000Z",
    });
    lay_over(
        &mut captured,
        &transaction("capture", -42, 53, "A long answer"),
    );
    captured
}

/// Returns an example event of a grant.
fn granted() -> Value {
    json!({"data": {
        "sequence": 1, "amount": 100, "balance": {"posted": 100, "held": 0, "debt": 0, "available": 100},
        "hold_id": null, "spends": null, "threshold": null, "expires_at": null, "billing": null,
    }})
}

/// Replaces values by those at the same location in `above`; merges objects by member and lists by index.
pub(super) fn lay_over(below: &mut Value, above: &Value) {
    match (below, above) {
        (Value::Object(below), Value::Object(above)) => {
            for (name, value) in above {
                lay_over(below.entry(name.as_str()).or_insert(Value::Null), value);
            }
        }
        (Value::Array(below), Value::Array(above)) if below.len() == above.len() => {
            below
                .iter_mut()
                .zip(above)
                .for_each(|(below, above)| lay_over(below, above));
        }
        (below, above) => *below = above.clone(),
    }
}
