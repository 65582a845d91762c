//! Compares a charge at Stripe with our payment, as a pure function.

use super::compare_session::Difference;
use super::finding::FindingKind;
use super::own_records::{MarkedState, RecordedPayment};
use crate::billing::payments::PaymentState;
use crate::billing::stripe::{BalanceTransaction, StripeCharge};
use crate::caller::Mode;

/// A charge at Stripe, as far as a list or a fetched intent shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ChargeView {
    /// True if the money was taken.
    pub(super) is_paid: bool,
    pub(super) id: String,
    pub(super) amount: Option<i64>,
    pub(super) currency: Option<String>,
    pub(super) is_live: Option<bool>,
    /// The id of the movement of the balance.
    pub(super) balance: Option<String>,
}

impl ChargeView {
    pub(super) fn from_charge(charge: &StripeCharge) -> Self {
        let is_successful = charge.status.as_deref() == Some("succeeded");
        Self {
            is_paid: is_successful && charge.paid.unwrap_or(true),
            id: charge.id.clone(),
            amount: charge.amount,
            currency: charge.currency.clone(),
            is_live: charge.livemode,
            balance: charge
                .balance_transaction
                .as_ref()
                .map(|balance| balance.id.clone()),
        }
    }
}

/// Compares the newest charge of a payment. A charge that was not paid says nothing: a later one may have been.
pub(super) fn compare_charge(
    charge: &ChargeView,
    own: &RecordedPayment,
    mark: MarkedState,
    mode: Mode,
) -> Vec<Difference> {
    if !charge.is_paid {
        return Vec::new();
    }
    match own.state {
        PaymentState::Pending | PaymentState::Failed if mark != MarkedState::Waiting => {
            vec![Difference::Repair]
        }
        PaymentState::Paid => compare_paid(charge, own, mark, mode),
        PaymentState::Pending | PaymentState::Failed | PaymentState::Review => Vec::new(),
    }
}

fn compare_paid(
    charge: &ChargeView,
    own: &RecordedPayment,
    mark: MarkedState,
    mode: Mode,
) -> Vec<Difference> {
    let mut differences = Vec::new();
    let is_unknown = own.charge.is_none() || own.balance.is_none() && charge.balance.is_some();
    if is_unknown && mark != MarkedState::Waiting {
        differences.push(Difference::Repair);
    }
    let mut compare = |kind, ours: &str, theirs: Option<&str>| {
        if let Some(theirs) = theirs.filter(|theirs| *theirs != ours) {
            differences.push(Difference::finding(kind, ours, theirs));
        }
    };
    let word = |is_live| if is_live { "live" } else { "test" };
    let is_live = mode == Mode::Live;
    compare(
        FindingKind::ModeMismatch,
        word(is_live),
        charge.is_live.map(word),
    );
    let currency = charge.currency.as_deref();
    compare(FindingKind::CurrencyMismatch, &own.paid.currency, currency);
    let ours = own.paid.amount_minor.to_string();
    let theirs = charge.amount.map(|amount| amount.to_string());
    compare(FindingKind::AmountMismatch, &ours, theirs.as_deref());
    let booked = own.journal_minor.to_string();
    compare(FindingKind::JournalMismatch, &booked, Some(&ours));
    differences
}

/// Compares the movement of the balance that a charge caused with what the journal has for it, in its currency.
pub(super) fn compare_balance(
    movement: &BalanceTransaction,
    own: &RecordedPayment,
    journal_minor: i64,
) -> Vec<Difference> {
    // Without a recorded movement the comparison of the charge marks the payment.
    let recorded = own.balance.as_deref();
    let Some(id) = recorded.filter(|_| own.state == PaymentState::Paid) else {
        return Vec::new();
    };
    let kind = FindingKind::BalanceUnexplained;
    let net = net_of(movement);
    if id != movement.id {
        return vec![Difference::finding(kind, id, &movement.id)];
    }
    if journal_minor == net {
        return Vec::new();
    }
    let currency = movement.currency.as_deref().unwrap_or_default();
    let words = |amount: i64| format!("{amount} {currency}");
    vec![Difference::Finding(kind, words(journal_minor), words(net))]
}

/// Returns the minor units of a movement after its fee.
pub(super) fn net_of(movement: &BalanceTransaction) -> i64 {
    let amount = movement.amount.unwrap_or_default();
    let computed = amount.saturating_sub(movement.fee.unwrap_or_default());
    movement.net.unwrap_or(computed)
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;
    use foundation::text::strict_json;
    use serde_json::json;

    use super::*;
    use crate::billing::reconcile::own_records::RecordedAmount;

    fn own(state: PaymentState) -> RecordedPayment {
        RecordedPayment {
            id: "pmt_1".to_owned(),
            book_id: 16,
            state,
            paid: RecordedAmount {
                amount_minor: 1_000,
                currency: "eur".to_owned(),
            },
            charge: Some("ch_1".to_owned()),
            balance: Some("txn_1".to_owned()),
            journal_minor: 1_000,
        }
    }

    fn charge() -> ChargeView {
        ChargeView {
            is_paid: true,
            id: "ch_1".to_owned(),
            amount: Some(1_000),
            currency: Some("eur".to_owned()),
            is_live: Some(false),
            balance: Some("txn_1".to_owned()),
        }
    }

    fn words(differences: &[Difference]) -> Vec<&'static str> {
        let word = |difference: &Difference| match difference {
            Difference::Repair => "r",
            Difference::Recheck => "l",
            Difference::Finding(kind, _, _) => kind.word(),
        };
        differences.iter().map(word).collect()
    }

    #[test]
    fn charge_of_an_unsettled_payment_is_applied_again() {
        let rows = [
            (PaymentState::Pending, MarkedState::Unmarked, vec!["r"]),
            (
                PaymentState::Failed,
                MarkedState::Applied(Some(Timestamp::default())),
                vec!["r"],
            ),
            (PaymentState::Failed, MarkedState::Waiting, vec![]),
            (PaymentState::Review, MarkedState::Unmarked, vec![]),
            (PaymentState::Paid, MarkedState::Unmarked, vec![]),
        ];
        for (state, mark, expected) in rows {
            let found = compare_charge(&charge(), &own(state), mark, Mode::Test);
            assert_eq!(words(&found), expected, "{state:?} {mark:?}");
            let unpaid = ChargeView {
                is_paid: false,
                ..charge()
            };
            assert_eq!(compare_charge(&unpaid, &own(state), mark, Mode::Test), []);
        }
    }

    #[test]
    fn each_difference_of_a_paid_charge_is_named() {
        type Change = fn(&mut RecordedPayment);
        let rows: [(Change, &[&str]); 6] = [
            (|_| {}, &[]),
            (|own| own.charge = None, &["r"]),
            (|own| own.balance = None, &["r"]),
            (
                |own| own.paid.currency = "usd".to_owned(),
                &["currency-mismatch"],
            ),
            (
                |own| own.paid.amount_minor = 999,
                &["amount-mismatch", "journal-mismatch"],
            ),
            (|own| own.journal_minor = 0, &["journal-mismatch"]),
        ];
        for (change, expected) in rows {
            let mut own = own(PaymentState::Paid);
            change(&mut own);
            let found = compare_charge(&charge(), &own, MarkedState::Unmarked, Mode::Test);
            assert_eq!(words(&found), expected);
        }
        let live = compare_charge(
            &charge(),
            &own(PaymentState::Paid),
            MarkedState::Unmarked,
            Mode::Live,
        );
        assert_eq!(words(&live), ["mode-mismatch"]);
    }

    #[test]
    fn movement_is_explained_by_the_journal() {
        let movement =
            json!({"id": "txn_1", "amount": 1000, "fee": 40, "net": 960, "currency": "eur"});
        let movement: BalanceTransaction =
            strict_json::from_slice(movement.to_string().as_bytes()).unwrap();
        assert_eq!(net_of(&movement), 960);
        let without_net = BalanceTransaction {
            net: None,
            ..movement.clone()
        };
        assert_eq!(net_of(&without_net), 960);
        let other = BalanceTransaction {
            id: "txn_2".to_owned(),
            ..movement.clone()
        };
        let paid = own(PaymentState::Paid);
        let unknown = RecordedPayment {
            balance: None,
            ..paid.clone()
        };
        let rows = [
            (&movement, &paid, 960, vec![]),
            (&movement, &paid, 961, vec!["balance-unexplained"]),
            (&other, &paid, 960, vec!["balance-unexplained"]),
            (&movement, &unknown, 0, vec![]),
        ];
        for (movement, own, journal, expected) in rows {
            assert_eq!(words(&compare_balance(movement, own, journal)), expected);
        }
        assert_eq!(
            compare_balance(&movement, &own(PaymentState::Review), 0),
            []
        );
    }
}
