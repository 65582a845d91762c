//! Judges an event: it marks an object, is ignored, or is refused because it belongs to another account or mode.

use super::delivered_event::DeliveredEvent;
use super::event_types::kind_of;
use crate::billing::marks::ObjectKind;
use crate::caller::Mode;

/// The start of the types of warnings of fraud.
const FRAUD_WARNING: &str = "radar.";
/// Starts of the types about payment methods and about setup intents, which mark their customer.
const PAYMENT_METHOD: &str = "payment_method.";
const SETUP_INTENT: &str = "setup_intent.";

/// The decision about an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The event marks an object.
    Marks(ObjectKind, String),
    /// The type of the event is not needed.
    Ignored,
    /// The event must not be used; its owner sees the reason.
    Refused(EventRefusal),
}

/// Reasons why an event with a right signature is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventRefusal {
    /// It is about live money and the connection is in test mode, or the other way round.
    WrongMode,
    /// It names another account than the connection's.
    WrongAccount,
    /// It names no object.
    NoObject,
}

impl EventRefusal {
    /// Returns the word in the table and in responses.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::WrongMode => "wrong-mode",
            Self::WrongAccount => "wrong-account",
            Self::NoObject => "no-object",
        }
    }
}

/// Decides about an event that was delivered to a connection of an account in a mode.
pub(super) fn judge(event: &DeliveredEvent, account_id: &str, mode: Mode) -> Verdict {
    if event.is_live != (mode == Mode::Live) {
        return Verdict::Refused(EventRefusal::WrongMode);
    }
    if event
        .account_id
        .as_deref()
        .is_some_and(|named| named != account_id)
    {
        return Verdict::Refused(EventRefusal::WrongAccount);
    }
    let Some(kind) = kind_of(&event.event_type) else {
        return Verdict::Ignored;
    };
    if is_without_customer(event) {
        return Verdict::Ignored;
    }
    // A warning of fraud says nothing about the intent at Stripe, so it is applied by itself.
    let is_warning = event.event_type.starts_with(FRAUD_WARNING);
    let intent = event
        .payment_intent
        .as_ref()
        .filter(|_| kind == ObjectKind::Payment && !is_warning);
    match intent
        .or(event.parent.as_ref())
        .or(event.object_id.as_ref())
    {
        Some(object_id) => Verdict::Marks(kind, object_id.clone()),
        None => Verdict::Refused(EventRefusal::NoObject),
    }
}

/// Returns true for a payment method or a setup intent that leads to no customer.
fn is_without_customer(event: &DeliveredEvent) -> bool {
    if event.parent.is_some() {
        return false;
    }
    // A thin event of a setup intent is ignored: the payment method that it attaches has its own event.
    let is_method = event.event_type.starts_with(PAYMENT_METHOD);
    event.event_type.starts_with(SETUP_INTENT) || (is_method && !event.is_thin)
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::super::event_types::EVENT_TYPES;
    use super::*;

    fn event(event_type: &str) -> DeliveredEvent {
        DeliveredEvent {
            id: "evt_1".to_owned(),
            event_type: event_type.to_owned(),
            created_at: Timestamp::from_seconds(1_800_000_000),
            is_live: false,
            is_thin: false,
            account_id: None,
            object_id: Some("own_1".to_owned()),
            payment_intent: Some("pi_1".to_owned()),
            parent: None,
        }
    }

    #[test]
    fn each_type_marks_its_object() {
        for (event_type, kind) in EVENT_TYPES {
            let is_warning = event_type.starts_with(FRAUD_WARNING);
            let is_of_customer = [PAYMENT_METHOD, SETUP_INTENT]
                .iter()
                .any(|start| event_type.starts_with(start));
            let object_id = if kind == ObjectKind::Payment && !is_warning {
                "pi_1"
            } else if is_of_customer {
                "cus_1"
            } else {
                "own_1"
            };
            let delivered = DeliveredEvent {
                parent: is_of_customer.then(|| "cus_1".to_owned()),
                ..event(event_type)
            };
            let expected = Verdict::Marks(kind, object_id.to_owned());
            assert_eq!(
                judge(&delivered, "acct_1", Mode::Test),
                expected,
                "{event_type}"
            );
        }
        for other in [
            "invoice.created",
            "invoice.finalized",
            "customer.created",
            "payout.paid",
            "",
        ] {
            let verdict = judge(&event(other), "acct_1", Mode::Test);
            assert_eq!(verdict, Verdict::Ignored, "{other}");
        }
    }

    #[test]
    fn event_of_another_mode_or_account_is_refused() {
        let refused = |refusal| Verdict::Refused(refusal);
        let marks = Verdict::Marks(ObjectKind::Payment, "pi_1".to_owned());
        let unnamed = DeliveredEvent {
            object_id: None,
            payment_intent: None,
            ..event("charge.refunded")
        };
        let of = |is_live, account: Option<&str>| DeliveredEvent {
            is_live,
            account_id: account.map(ToOwned::to_owned),
            ..event("charge.refunded")
        };
        let rows = [
            (of(false, None), Mode::Test, marks.clone()),
            (of(false, Some("acct_1")), Mode::Test, marks.clone()),
            (of(true, None), Mode::Live, marks),
            (of(true, None), Mode::Test, refused(EventRefusal::WrongMode)),
            (
                of(false, None),
                Mode::Live,
                refused(EventRefusal::WrongMode),
            ),
            (
                of(false, Some("acct_2")),
                Mode::Test,
                refused(EventRefusal::WrongAccount),
            ),
            (unnamed, Mode::Test, refused(EventRefusal::NoObject)),
        ];
        for (event, mode, expected) in rows {
            assert_eq!(judge(&event, "acct_1", mode), expected, "{event:?}");
        }
    }

    #[test]
    fn part_of_an_object_marks_the_whole_one() {
        let part = DeliveredEvent {
            parent: Some("in_1".to_owned()),
            ..event("invoice_payment.paid")
        };
        let expected = Verdict::Marks(ObjectKind::Invoice, "in_1".to_owned());
        assert_eq!(judge(&part, "acct_1", Mode::Test), expected);
    }

    #[test]
    fn payment_method_or_setup_intent_marks_its_customer_only() {
        let marks = |object_id: &str| Verdict::Marks(ObjectKind::Customer, object_id.to_owned());
        let rows = [
            (
                "payment_method.attached",
                false,
                Some("cus_1"),
                marks("cus_1"),
            ),
            ("payment_method.detached", false, None, Verdict::Ignored),
            ("payment_method.attached", true, None, marks("own_1")),
            (
                "setup_intent.succeeded",
                false,
                Some("cus_1"),
                marks("cus_1"),
            ),
            ("setup_intent.succeeded", false, None, Verdict::Ignored),
            ("setup_intent.succeeded", true, None, Verdict::Ignored),
        ];
        for (event_type, is_thin, parent, expected) in rows {
            let delivered = DeliveredEvent {
                is_thin,
                parent: parent.map(ToOwned::to_owned),
                ..event(event_type)
            };
            let verdict = judge(&delivered, "acct_1", Mode::Test);
            assert_eq!(verdict, expected, "{event_type} {is_thin} {parent:?}");
        }
    }

    #[test]
    fn thin_event_marks_the_object_that_it_names() {
        let thin = DeliveredEvent {
            object_id: Some("ch_1".to_owned()),
            payment_intent: None,
            ..event("charge.refunded")
        };
        let expected = Verdict::Marks(ObjectKind::Payment, "ch_1".to_owned());
        assert_eq!(judge(&thin, "acct_1", Mode::Test), expected);
    }
}
