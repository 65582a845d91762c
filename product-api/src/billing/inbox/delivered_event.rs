//! An event as the inbox needs it: from a snapshot of its object, or from the thin form that only names the object.

use foundation::Timestamp;
use foundation::text::strict_json;

use crate::billing::stripe::StripeEvent;

/// Maximum length of an id or a type; Stripe's are shorter than 100.
const MAX_TEXT: usize = 255;
/// Values of `object`: of a snapshot, and of a thin event.
const FORMS: [&str; 2] = ["event", THIN];
/// Value of `object` of a thin event.
const THIN: &str = "v2.core.event";

/// The parts of an event that the inbox needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeliveredEvent {
    /// The id, `evt_…`.
    pub(super) id: String,
    /// The type such as `charge.refunded`, without the prefix of the thin form.
    pub(super) event_type: String,
    /// The time at which Stripe made the event.
    pub(super) created_at: Timestamp,
    /// True if the event is about live money.
    pub(super) is_live: bool,
    /// True for the thin form, which only names its object.
    pub(super) is_thin: bool,
    /// The account, if the event names one.
    pub(super) account_id: Option<String>,
    /// The id of the object.
    pub(super) object_id: Option<String>,
    /// The payment intent that a snapshot of a charge, refund, dispute or fraud warning names.
    pub(super) payment_intent: Option<String>,
    /// The object to which that of a snapshot belongs. Payments belong to an invoice, schedules to a subscription, payment
    /// methods and setup intents to a customer.
    pub(super) parent: Option<String>,
}

/// Members of a part of another object that name that object, by the start of the types of their events.
const PARENTS: [(&str, &[&str]); 4] = [
    ("invoice_payment.", &["invoice"]),
    ("payment_method.", &["customer"]),
    ("setup_intent.", &["customer"]),
    (
        "subscription_schedule.",
        &["subscription", "released_subscription"],
    ),
];

impl DeliveredEvent {
    /// Reads the body of a delivery; `None` if it is no event of either form.
    pub(super) fn parse(body: &[u8]) -> Option<Self> {
        let event: StripeEvent = strict_json::from_slice(body).ok()?;
        Self::from_stripe(&event)
    }

    /// Reads an event of either form.
    pub(super) fn from_stripe(event: &StripeEvent) -> Option<Self> {
        let is_known = |form: &str| FORMS.contains(&form);
        let form = event.object.as_deref().filter(|form| is_known(form))?;
        Some(Self {
            id: word(Some(&event.id))?,
            event_type: word(Some(event.plain_type()))?,
            created_at: Timestamp::from_seconds(event.created?),
            is_live: event.livemode?,
            is_thin: form == THIN,
            account_id: account_of(event).map(ToOwned::to_owned),
            object_id: word(event.object_id()),
            payment_intent: word(event.member("payment_intent")),
            parent: parent_of(event),
        })
    }
}

/// Returns the object that a snapshot of one of its parts names; `None` for a thin event, and for other types. A
/// detached payment method names the customer to whom it belonged.
fn parent_of(event: &StripeEvent) -> Option<String> {
    let mut parents = PARENTS.iter();
    let (_, names) = parents.find(|(start, _)| event.plain_type().starts_with(start))?;
    let current = names.iter().find_map(|name| word(event.member(name)));
    let previous = || {
        let mut members = names.iter();
        members.find_map(|name| word(event.previous_member(name)))
    };
    current.or_else(previous)
}

/// Returns the account that an event names. A context can be a path from an organization to its account.
fn account_of(event: &StripeEvent) -> Option<&str> {
    let context = || {
        let context = event.context.as_deref()?;
        context.rsplit('/').find(|part| part.starts_with("acct_"))
    };
    event.account.as_deref().or_else(context)
}

/// Returns a text of visible ASCII characters; `None` for another one.
fn word(text: Option<&str>) -> Option<String> {
    let text = text?;
    let is_word =
        (1..=MAX_TEXT).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    is_word.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn parse(event: &Value) -> Option<DeliveredEvent> {
        DeliveredEvent::parse(event.to_string().as_bytes())
    }

    fn snapshot(event_type: &str, object: &Value) -> Value {
        json!({
            "id": "evt_1", "object": "event", "api_version": "2026-08-26.dahlia", "created": 1_800_000_000,
            "livemode": false, "type": event_type, "data": {"object": object}, "pending_webhooks": 1,
            "request": {"id": null, "idempotency_key": null},
        })
    }

    fn thin(event_type: &str, object: &Value) -> Value {
        json!({
            "id": "evt_1", "object": "v2.core.event", "created": "2027-01-15T08:00:00.000Z", "livemode": false,
            "type": format!("v1.{event_type}"), "related_object": object, "context": null, "changes": null,
        })
    }

    #[test]
    fn both_forms_name_the_same_object() {
        let session =
            json!({"id": "cs_test_1", "object": "checkout.session", "payment_intent": "pi_1"});
        let expected = DeliveredEvent {
            id: "evt_1".to_owned(),
            event_type: "checkout.session.completed".to_owned(),
            created_at: Timestamp::from_seconds(1_800_000_000),
            is_live: false,
            is_thin: false,
            account_id: None,
            object_id: Some("cs_test_1".to_owned()),
            payment_intent: Some("pi_1".to_owned()),
            parent: None,
        };
        let event = parse(&snapshot("checkout.session.completed", &session)).unwrap();
        assert_eq!(event, expected);
        let related = json!({"id": "cs_test_1", "type": "checkout.session", "url": "/v1/checkout/sessions/cs_test_1"});
        let event = parse(&thin("checkout.session.completed", &related)).unwrap();
        let expected = DeliveredEvent {
            is_thin: true,
            payment_intent: None,
            ..expected
        };
        assert_eq!(event, expected);
    }

    #[test]
    fn payment_intent_is_read_from_every_shape() {
        let rows = [
            (
                json!({"id": "ch_1", "payment_intent": "pi_1"}),
                Some("pi_1"),
            ),
            (
                json!({"id": "ch_1", "payment_intent": {"id": "pi_1", "object": "payment_intent"}}),
                Some("pi_1"),
            ),
            (json!({"id": "ch_1", "payment_intent": null}), None),
            (json!({"id": "ch_1"}), None),
            (json!({"id": "ch_1", "payment_intent": ["pi_1"]}), None),
            (json!({"id": "ch_1", "payment_intent": "pi 1"}), None),
        ];
        for (object, expected) in rows {
            let event = parse(&snapshot("charge.refunded", &object)).unwrap();
            assert_eq!(event.payment_intent.as_deref(), expected, "{object}");
            assert_eq!(event.object_id.as_deref(), Some("ch_1"));
        }
    }

    #[test]
    fn part_of_an_object_names_the_whole_one() {
        let rows = [
            (
                "invoice_payment.paid",
                json!({"id": "inpay_1", "invoice": "in_1"}),
                Some("in_1"),
            ),
            (
                "invoice_payment.paid",
                json!({"id": "inpay_1", "invoice": {"id": "in_1"}}),
                Some("in_1"),
            ),
            (
                "subscription_schedule.updated",
                json!({"id": "sub_sched_1", "subscription": "sub_1", "released_subscription": null}),
                Some("sub_1"),
            ),
            (
                "subscription_schedule.released",
                json!({"id": "sub_sched_1", "subscription": null, "released_subscription": "sub_1"}),
                Some("sub_1"),
            ),
            (
                "payment_method.attached",
                json!({"id": "pm_1", "customer": "cus_1"}),
                Some("cus_1"),
            ),
            (
                "payment_method.automatically_updated",
                json!({"id": "pm_1", "customer": {"id": "cus_1"}}),
                Some("cus_1"),
            ),
            (
                "payment_method.detached",
                json!({"id": "pm_1", "customer": null}),
                None,
            ),
            (
                "setup_intent.succeeded",
                json!({"id": "seti_1", "customer": "cus_1", "payment_method": "pm_1"}),
                Some("cus_1"),
            ),
            (
                "setup_intent.succeeded",
                json!({"id": "seti_1", "customer": null, "payment_method": "pm_1"}),
                None,
            ),
            (
                "invoice.paid",
                json!({"id": "in_1", "subscription": "sub_1"}),
                None,
            ),
        ];
        for (event_type, object, expected) in rows {
            let event = parse(&snapshot(event_type, &object)).unwrap();
            assert_eq!(event.parent.as_deref(), expected, "{event_type}");
        }
    }

    #[test]
    fn detached_payment_method_names_its_previous_customer() {
        let mut event = snapshot(
            "payment_method.detached",
            &json!({"id": "pm_1", "customer": null}),
        );
        event["data"]["previous_attributes"] = json!({"customer": "cus_1"});
        let parsed = parse(&event).unwrap();
        assert_eq!(parsed.parent.as_deref(), Some("cus_1"));
        // The present customer comes before the previous one.
        event["data"]["object"]["customer"] = json!("cus_2");
        let parsed = parse(&event).unwrap();
        assert_eq!(parsed.parent.as_deref(), Some("cus_2"));
    }

    #[test]
    fn account_is_read_from_both_forms() {
        let object = json!({"id": "cus_1"});
        let mut event = snapshot("customer.updated", &object);
        event["account"] = "acct_1".into();
        assert_eq!(parse(&event).unwrap().account_id.as_deref(), Some("acct_1"));
        let mut event = thin("customer.updated", &object);
        for (context, account) in [
            (json!("acct_1"), Some("acct_1")),
            (json!("org_1/acct_1"), Some("acct_1")),
            (json!("org_1"), None),
            (Value::Null, None),
        ] {
            event["context"] = context;
            assert_eq!(
                parse(&event).unwrap().account_id.as_deref(),
                account,
                "{event}"
            );
        }
    }

    #[test]
    fn body_without_an_event_is_none() {
        let good = snapshot("customer.updated", &json!({"id": "cus_1"}));
        assert!(parse(&good).is_some(), "the control");
        let change = |name: &str, value: Value| {
            let mut event = good.clone();
            event[name] = value;
            event
        };
        let rows = [
            json!([]),
            json!({}),
            json!("evt_1"),
            change("object", "charge".into()),
            change("object", Value::Null),
            change("id", Value::Null),
            change("id", "".into()),
            change("id", "evt 1".into()),
            change("id", "evt_\u{0}".into()),
            change("id", "e".repeat(256).into()),
            change("type", 7.into()),
            change("created", "now".into()),
            change("livemode", "false".into()),
        ];
        for event in rows {
            assert_eq!(parse(&event), None, "{event}");
        }
        for body in ["", "{", "null", "{\"id\": \"evt_1\", \"id\": \"evt_2\"}"] {
            assert_eq!(DeliveredEvent::parse(body.as_bytes()), None, "{body}");
        }
    }

    #[test]
    fn object_without_an_id_is_none() {
        for object in [
            json!({}),
            json!({"id": null}),
            json!({"id": "a b"}),
            Value::Null,
        ] {
            let event = parse(&snapshot("customer.updated", &object)).unwrap();
            assert_eq!(event.object_id, None, "{object}");
        }
    }
}
