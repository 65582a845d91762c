//! An event for a website, with its body.

use foundation::Timestamp;
use foundation::text::strict_json;
use serde_json::{Map, Value, json};

/// An event as the ledger has recorded it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WebhookEvent {
    /// The key of its row.
    pub(super) id: i64,
    /// Its type.
    pub(super) kind: String,
    /// Its number among the events of its customer.
    pub(super) n: i64,
    /// The customer.
    pub(super) customer_id: Option<String>,
    /// The customer's id at the website.
    pub(super) external_id: Option<String>,
    /// The mode: `live` or `test`.
    pub(super) mode: String,
    /// The other members from the ledger, as JSON.
    pub(super) payload: String,
    /// The time at which it was recorded.
    pub(super) created_at: Timestamp,
}

/// Returns the public id of an event.
pub(super) fn public_id(id: i64) -> String {
    format!("evt_{id}")
}

/// Returns the key of an event's row; `None` if the text is no id of an event.
pub(super) fn key_of(public_id: &str) -> Option<i64> {
    let id = public_id.strip_prefix("evt_")?;
    let is_plain = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| id.parse().ok()).flatten()
}

impl WebhookEvent {
    /// Returns the members from the ledger.
    fn payload_members(&self) -> Map<String, Value> {
        strict_json::from_stored(&self.payload).unwrap_or_default()
    }

    /// Returns the body as it is sent: identical bytes each time.
    pub(super) fn body(&self) -> Value {
        let members = self.payload_members();
        let of = |name: &str| members.get(name).cloned().unwrap_or_default();
        json!({
            "type": self.kind,
            "timestamp": of("at"),
            "data": {
                "sequence": self.n,
                "mode": self.mode,
                "customer_id": self.customer_id,
                "external_id": self.external_id,
                "amount": of("amount"),
                "balance": {
                    "posted": of("posted"),
                    "held": of("held"),
                    "debt": of("debt"),
                    "available": of("available"),
                },
                "transaction_id": of("transaction"),
                "hold_id": of("hold"),
                "spends": of("spends"),
                "threshold": of("threshold"),
                "expires_at": of("expires_at"),
                "billing": of("billing"),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The maximum length of an event's body, in bytes.
    const MAX_BODY_LENGTH: usize = 20 * 1024;

    #[test]
    fn a_body_is_the_same_each_time_and_short() {
        let event = WebhookEvent {
            id: 7,
            kind: "credits.granted".to_owned(),
            n: 3,
            customer_id: Some("cus_1".to_owned()),
            external_id: Some("\u{1F511}".repeat(255)),
            mode: "live".to_owned(),
            payload: json!({"transaction": "txn_1", "amount": 5, "available": 8, "posted": 8, "held": 0, "debt": 0,
                "at": "2027-01-01T00:00:00.000Z"})
            .to_string(),
            created_at: Timestamp::default(),
        };
        let body = event.body();
        assert_eq!(body.to_string(), event.body().to_string());
        assert!(body.to_string().len() < MAX_BODY_LENGTH);
        assert_eq!(body["data"]["balance"]["available"], 8);
        assert_eq!(body["data"]["hold_id"], Value::Null);
        assert_eq!(
            (
                body["timestamp"].as_str(),
                body["data"]["sequence"].as_i64()
            ),
            (Some("2027-01-01T00:00:00.000Z"), Some(3))
        );
    }

    #[test]
    fn ids_outside_lead_back_to_rows() {
        assert_eq!(key_of(&public_id(42)), Some(42));
        for wrong in [
            "",
            "42",
            "evt_",
            "evt_-1",
            "evt_+1",
            "evt_x",
            "evt_99999999999999999999",
        ] {
            assert_eq!(key_of(wrong), None, "{wrong}");
        }
    }
}
