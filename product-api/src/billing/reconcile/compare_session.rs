//! Compares a session at Stripe with our checkout, as a pure function.

use super::finding::FindingKind;
use super::own_records::{MarkedState, RecordedSale};
use crate::billing::checkouts::CheckoutState;
use crate::billing::stripe::CheckoutSession;
use crate::caller::Mode;

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Difference {
    /// The object is applied again, which repairs our records.
    Repair,
    /// The object may have changed, and is applied again to find out.
    Recheck,
    /// No repair helps: the kind, our side, and Stripe's side.
    Finding(FindingKind, String, String),
}

impl Difference {
    pub(super) fn finding(kind: FindingKind, ours: &str, theirs: &str) -> Self {
        Self::Finding(kind, ours.to_owned(), theirs.to_owned())
    }
}

/// The outcome that a session has at Stripe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SessionOutcome {
    Open,
    Paid,
    OnItsWay,
    Expired,
    Unknown,
}

fn outcome_of(session: &CheckoutSession) -> SessionOutcome {
    let words = (session.status.as_deref(), session.payment_status.as_deref());
    match words {
        (Some("open"), _) => SessionOutcome::Open,
        (Some("expired"), _) => SessionOutcome::Expired,
        (Some("complete"), Some("paid" | "no_payment_required")) => SessionOutcome::Paid,
        (Some("complete"), Some("unpaid")) => SessionOutcome::OnItsWay,
        _ => SessionOutcome::Unknown,
    }
}

/// Compares a session that is ours with its checkout.
pub(super) fn compare_session(
    session: &CheckoutSession,
    own: &RecordedSale,
    mark: MarkedState,
    mode: Mode,
) -> Vec<Difference> {
    use CheckoutState::{Completed, Expired, Failed, New, Open, Processing, Review};
    let outcome = outcome_of(session);
    let theirs = words_of(session);
    let is_setup = session.mode.as_deref() == Some("setup");
    match (own.state, outcome) {
        // A page that saves a card has no money: no repair is due for one that was not finished as agreed.
        (Failed | Review, SessionOutcome::Paid | SessionOutcome::OnItsWay) if is_setup => {
            Vec::new()
        }
        (_, SessionOutcome::Unknown) => {
            let kind = FindingKind::UnknownStatus;
            vec![Difference::finding(kind, own.state.word(), &theirs)]
        }
        (Review, _) => vec![review(own, &theirs)],
        (Completed, SessionOutcome::Paid) => compare_terms(session, own, mode),
        (Completed, _) => {
            let kind = FindingKind::GrantedNotPaid;
            vec![Difference::finding(kind, "completed", &theirs)]
        }
        (New | Open | Processing | Failed | Expired, SessionOutcome::Paid) => {
            lost(own, mark, &theirs)
        }
        (New | Open, SessionOutcome::OnItsWay | SessionOutcome::Expired)
        | (New, SessionOutcome::Open) => repair(mark),
        // A delayed payment that has failed leaves its session unpaid.
        (Processing, SessionOutcome::OnItsWay) => vec![Difference::Recheck],
        (Open, SessionOutcome::Open)
        | (Processing, SessionOutcome::Open | SessionOutcome::Expired)
        | (
            Failed | Expired,
            SessionOutcome::Open | SessionOutcome::OnItsWay | SessionOutcome::Expired,
        ) => Vec::new(),
    }
}

/// Returns Stripe's status and payment status of a session.
fn words_of(session: &CheckoutSession) -> String {
    let word = |word: &Option<String>| word.clone().unwrap_or_else(|| "-".to_owned());
    format!(
        "{} {}",
        word(&session.status),
        word(&session.payment_status)
    )
}

/// A paid session without credits: it is applied, unless that has failed for good.
fn lost(own: &RecordedSale, mark: MarkedState, theirs: &str) -> Vec<Difference> {
    if mark == MarkedState::Dead {
        let kind = FindingKind::PaidNotGranted;
        return vec![Difference::finding(kind, own.state.word(), theirs)];
    }
    repair(mark)
}

/// A mark that waits already needs no other one.
fn repair(mark: MarkedState) -> Vec<Difference> {
    match mark {
        MarkedState::Waiting => Vec::new(),
        MarkedState::Unmarked | MarkedState::Applied(_) | MarkedState::Dead => {
            vec![Difference::Repair]
        }
    }
}

/// A payment in review stays a finding of the reason's kind until its owner decides.
fn review(own: &RecordedSale, theirs: &str) -> Difference {
    let reason = own.reason.as_deref().unwrap_or_default();
    let named = FindingKind::from_word(reason);
    let kind = named.unwrap_or(FindingKind::PaidNotGranted);
    Difference::finding(kind, &format!("review {reason}"), theirs)
}

/// Compares the terms of a session whose credits were granted.
fn compare_terms(session: &CheckoutSession, own: &RecordedSale, mode: Mode) -> Vec<Difference> {
    let mut differences = Vec::new();
    let mut compare = |kind, ours: Option<String>, theirs: Option<String>| {
        if let (Some(ours), Some(theirs)) = (ours, theirs)
            && ours != theirs
        {
            differences.push(Difference::Finding(kind, ours, theirs));
        }
    };
    let live = |is_live: bool| if is_live { "live" } else { "test" }.to_owned();
    compare(
        FindingKind::ModeMismatch,
        Some(live(mode == Mode::Live)),
        session.livemode.map(live),
    );
    let customer = session.customer.as_ref();
    compare(
        FindingKind::CustomerMismatch,
        own.customer.clone(),
        customer.map(|customer| customer.id.clone()),
    );
    let paid = own.paid.as_ref();
    compare(
        FindingKind::CurrencyMismatch,
        paid.map(|paid| paid.currency.clone()),
        session.currency.clone(),
    );
    compare(
        FindingKind::AmountMismatch,
        paid.map(|paid| paid.amount_minor.to_string()),
        session.amount_total.map(|amount| amount.to_string()),
    );
    // The owner has accepted a payment with this difference.
    let accepted = own.reason.as_deref().and_then(FindingKind::from_word);
    differences.retain(|difference| match difference {
        Difference::Finding(kind, _, _) => Some(*kind) != accepted,
        Difference::Repair | Difference::Recheck => true,
    });
    differences
}

#[cfg(test)]
mod tests {
    use foundation::text::strict_json;
    use serde_json::json;

    use super::*;
    use crate::billing::reconcile::own_records::RecordedAmount;

    fn session(status: &str, payment_status: &str) -> CheckoutSession {
        let session = json!({"id": "cs_1", "status": status, "payment_status": payment_status, "livemode": false,
            "currency": "eur", "amount_total": 1000, "customer": "cus_1"});
        strict_json::from_slice(session.to_string().as_bytes()).unwrap()
    }

    fn own(state: CheckoutState) -> RecordedSale {
        RecordedSale {
            book_id: 16,
            state,
            reason: None,
            customer: Some("cus_1".to_owned()),
            paid: Some(RecordedAmount {
                amount_minor: 1_000,
                currency: "eur".to_owned(),
            }),
        }
    }

    /// Differences as short words: `r` repair, `l` look again, else the kind.
    fn words(differences: &[Difference]) -> Vec<&'static str> {
        let word = |difference: &Difference| match difference {
            Difference::Repair => "r",
            Difference::Recheck => "l",
            Difference::Finding(kind, _, _) => kind.word(),
        };
        differences.iter().map(word).collect()
    }

    #[test]
    fn each_pair_of_states_has_its_difference() {
        use CheckoutState::{Completed, Expired, Failed, New, Open, Processing, Review};
        const SESSIONS: [[&str; 2]; 5] = [
            ["open", "unpaid"],
            ["complete", "paid"],
            ["complete", "unpaid"],
            ["expired", "unpaid"],
            ["odd", "paid"],
        ];
        #[rustfmt::skip]
        let rows: [(CheckoutState, [&str; 5]); 7] = [
            (New, ["r", "r", "r", "r", "unknown-status"]),
            (Open, ["", "r", "r", "r", "unknown-status"]),
            (Processing, ["", "r", "l", "", "unknown-status"]),
            (Failed, ["", "r", "", "", "unknown-status"]),
            (Expired, ["", "r", "", "", "unknown-status"]),
            (Completed, ["granted-not-paid", "", "granted-not-paid", "granted-not-paid", "unknown-status"]),
            (Review, ["paid-not-granted", "paid-not-granted", "paid-not-granted", "paid-not-granted", "unknown-status"]),
        ];
        assert_eq!(rows.len(), CheckoutState::ALL.len());
        for (state, expected) in rows {
            for ([status, payment], expected) in SESSIONS.into_iter().zip(expected) {
                let unmarked = MarkedState::Unmarked;
                let found =
                    compare_session(&session(status, payment), &own(state), unmarked, Mode::Test);
                let expected: Vec<&str> = Some(expected)
                    .into_iter()
                    .filter(|word| !word.is_empty())
                    .collect();
                assert_eq!(words(&found), expected, "{state:?} {status} {payment}");
            }
        }
    }

    #[test]
    fn mark_decides_about_a_paid_session_without_credits() {
        let applied = MarkedState::Applied(None);
        let rows = [
            (MarkedState::Unmarked, vec!["r"]),
            (applied, vec!["r"]),
            (MarkedState::Waiting, vec![]),
            (MarkedState::Dead, vec!["paid-not-granted"]),
        ];
        let paid = session("complete", "paid");
        for (mark, expected) in rows {
            let found = compare_session(&paid, &own(CheckoutState::Open), mark, Mode::Test);
            assert_eq!(words(&found), expected, "{mark:?}");
        }
    }

    #[test]
    fn each_term_that_differs_is_a_finding_of_its_own() {
        type Change = fn(&mut RecordedSale);
        let rows: [(Change, Option<&str>); 4] = [
            (|_| {}, None),
            (
                |own| own.customer = Some("cus_2".to_owned()),
                Some("customer-mismatch"),
            ),
            (
                |own| own.paid.as_mut().unwrap().currency = "usd".to_owned(),
                Some("currency-mismatch"),
            ),
            (
                |own| own.paid.as_mut().unwrap().amount_minor = 999,
                Some("amount-mismatch"),
            ),
        ];
        let paid = session("complete", "paid");
        let compared = |own: &RecordedSale, mode| {
            words(&compare_session(&paid, own, MarkedState::Unmarked, mode))
        };
        for (change, expected) in rows {
            let mut own = own(CheckoutState::Completed);
            change(&mut own);
            let expected: Vec<&str> = expected.into_iter().collect();
            assert_eq!(compared(&own, Mode::Test), expected);
        }
        let live = compared(&own(CheckoutState::Completed), Mode::Live);
        assert_eq!(live, ["mode-mismatch"]);
        let mut own = own(CheckoutState::Review);
        own.reason = Some("amount-mismatch".to_owned());
        assert_eq!(compared(&own, Mode::Test), ["amount-mismatch"]);
        own.state = CheckoutState::Completed;
        own.reason = Some("customer-mismatch".to_owned());
        own.customer = Some("cus_2".to_owned());
        assert_eq!(
            compared(&own, Mode::Test),
            [""; 0],
            "its owner has accepted it"
        );
        assert_eq!(compared(&own, Mode::Live), ["mode-mismatch"]);
    }
}
