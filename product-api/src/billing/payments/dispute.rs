//! A dispute: a buyer's bank asks about a payment, or withdraws it.

use foundation::Timestamp;

use super::payment::Payment;
use crate::billing::currency::Currency;

/// The state of a dispute, which decides about the credits of its payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DisputeState {
    /// The bank asks, and no money was withdrawn.
    Inquiry,
    /// The bank has not decided, and the money is withdrawn.
    Open,
    /// The bank has decided for the website, or its inquiry has ended.
    Won,
    /// The bank has decided for the buyer. An appeal may open the dispute again.
    Lost,
    /// The network has settled it before the bank decided.
    Prevented,
}

impl DisputeState {
    /// All states.
    pub(crate) const ALL: [Self; 5] = [
        Self::Inquiry,
        Self::Open,
        Self::Won,
        Self::Lost,
        Self::Prevented,
    ];

    /// Returns the word in the table and in responses.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Inquiry => "inquiry",
            Self::Open => "open",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Prevented => "prevented",
        }
    }

    /// Returns the state with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }

    /// Returns the state of a dispute at Stripe. A status that this version does not know is open if money is withdrawn.
    pub(crate) fn from_stripe(status: &str, withdrawn_minor: i64) -> Self {
        match status {
            "warning_needs_response" | "warning_under_review" => Self::Inquiry,
            "needs_response" | "under_review" => Self::Open,
            "won" | "warning_closed" => Self::Won,
            "lost" => Self::Lost,
            "prevented" => Self::Prevented,
            appeal if appeal.starts_with("appeal_") => Self::Open,
            _ if withdrawn_minor > 0 => Self::Open,
            _ => Self::Inquiry,
        }
    }

    /// Returns true if nothing more is to be expected but an appeal.
    pub(crate) const fn is_closed(self) -> bool {
        matches!(self, Self::Won | Self::Lost | Self::Prevented)
    }

    /// Returns the type of the event that says that a dispute is in this state now.
    pub(crate) const fn event(self, withdrawn_minor: i64) -> &'static str {
        match self {
            Self::Inquiry | Self::Open => "dispute.opened",
            Self::Lost => "dispute.lost",
            Self::Prevented if withdrawn_minor > 0 => "dispute.lost",
            Self::Won | Self::Prevented => "dispute.won",
        }
    }
}

/// A dispute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dispute {
    /// The id, `dsp_…`.
    pub(crate) id: String,
    /// The payment.
    pub(crate) payment_id: String,
    /// The book of the payment.
    pub(crate) book_id: i64,
    /// The connection of the payment.
    pub(crate) connection_id: String,
    /// The id at Stripe.
    pub(crate) stripe_id: String,
    /// The disputed amount in minor units of the payment's currency.
    pub(crate) amount_minor: i64,
    /// The money that is withdrawn now.
    pub(crate) withdrawn_minor: i64,
    /// The status, as Stripe's word.
    pub(crate) status: String,
    /// The state.
    pub(crate) state: DisputeState,
    /// The bank's reason, as Stripe's word.
    pub(crate) reason: Option<String>,
    /// The time until which evidence can be sent to Stripe.
    pub(crate) due_by: Option<Timestamp>,
    /// The number of the dispute's transactions in the money journal.
    pub(crate) moves: i16,
    /// The withdrawn money in the money journal.
    pub(crate) recorded_minor: i64,
    /// The lost money in the money journal.
    pub(crate) recorded_lost_minor: i64,
    /// The cost of unused credits in the lost money.
    pub(crate) unused_cost_minor: i64,
    /// The time at which the bank opened it.
    pub(crate) opened_at: Timestamp,
    /// The time at which a server saw that it is closed.
    pub(crate) closed_at: Option<Timestamp>,
}

impl Dispute {
    /// Returns the money that is lost, as far as is known now.
    pub(crate) const fn lost_minor(&self) -> i64 {
        match self.state {
            DisputeState::Lost | DisputeState::Prevented => self.withdrawn_minor,
            DisputeState::Inquiry | DisputeState::Open | DisputeState::Won => 0,
        }
    }
}

/// The part of a disputed payment that readers of the dispute need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DisputedPayment {
    /// The currency of the dispute's amounts.
    pub(crate) currency: Currency,
    /// The customer who paid; none for a purchase from the platform.
    pub(crate) customer_id: Option<String>,
    /// The payment intent at Stripe.
    pub(crate) stripe_payment_intent: Option<String>,
}

impl DisputedPayment {
    /// Returns the part of a payment.
    pub(super) fn from_payment(payment: &Payment) -> Self {
        Self {
            currency: payment.currency,
            customer_id: payment.owner.customer_id().map(ToOwned::to_owned),
            stripe_payment_intent: payment.stripe_payment_intent.clone(),
        }
    }
}

/// A dispute with its payment, as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListedDispute {
    /// The dispute.
    pub(crate) dispute: Dispute,
    /// Its payment.
    pub(crate) payment: DisputedPayment,
}

#[cfg(test)]
pub(in crate::billing) mod tests {
    use super::*;

    /// Returns a dispute about 300 cents.
    pub(in crate::billing) fn dispute(stripe_id: &str, state: DisputeState) -> Dispute {
        let is_withdrawn = !matches!(state, DisputeState::Inquiry | DisputeState::Won);
        Dispute {
            id: format!("dsp_{stripe_id}"),
            payment_id: "pmt_1".to_owned(),
            book_id: 16,
            connection_id: "scn_1".to_owned(),
            stripe_id: stripe_id.to_owned(),
            amount_minor: 300,
            withdrawn_minor: if is_withdrawn { 300 } else { 0 },
            status: state.word().to_owned(),
            state,
            reason: None,
            due_by: None,
            moves: 0,
            recorded_minor: 0,
            recorded_lost_minor: 0,
            unused_cost_minor: 0,
            opened_at: Timestamp::default(),
            closed_at: state.is_closed().then(Timestamp::default),
        }
    }

    #[test]
    fn status_and_money_decide_about_the_state_and_its_event() {
        use DisputeState::{Inquiry, Lost, Open, Prevented, Won};
        let rows = [
            ("warning_needs_response", 0, Inquiry, "dispute.opened"),
            ("warning_under_review", 0, Inquiry, "dispute.opened"),
            ("needs_response", 300, Open, "dispute.opened"),
            ("needs_response", 0, Open, "dispute.opened"),
            ("under_review", 300, Open, "dispute.opened"),
            ("appeal_needs_response", 300, Open, "dispute.opened"),
            ("appeal_under_review", 300, Open, "dispute.opened"),
            ("a word of tomorrow", 300, Open, "dispute.opened"),
            ("a word of tomorrow", 0, Inquiry, "dispute.opened"),
            ("won", 0, Won, "dispute.won"),
            ("warning_closed", 0, Won, "dispute.won"),
            ("lost", 300, Lost, "dispute.lost"),
            ("prevented", 300, Prevented, "dispute.lost"),
            ("prevented", 0, Prevented, "dispute.won"),
        ];
        for (status, withdrawn, expected, event) in rows {
            let state = DisputeState::from_stripe(status, withdrawn);
            assert_eq!(state, expected, "{status}");
            assert_eq!(state.event(withdrawn), event, "{status}");
            assert_eq!(DisputeState::from_word(state.word()), Some(state));
        }
    }
}
