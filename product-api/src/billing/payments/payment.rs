//! A payment: money that a buyer has paid, or is paying, for credits.

use foundation::Timestamp;

use super::undivided_money::UndividedMoney;
use crate::billing::currency::Currency;
use crate::credits::Owner;

/// The state of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PaymentState {
    /// The buyer has started the payment, and Stripe has not confirmed it.
    Pending,
    /// The buyer has paid, and the credits were granted.
    Paid,
    /// The buyer has paid, and nothing was granted: the website's owner decides.
    Review,
    /// The payment failed.
    Failed,
}

impl PaymentState {
    /// All states.
    pub(crate) const ALL: [Self; 4] = [Self::Pending, Self::Paid, Self::Review, Self::Failed];

    /// Returns the word in the table and in responses.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Paid => "paid",
            Self::Review => "review",
            Self::Failed => "failed",
        }
    }

    /// Returns the state with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// The part of the product that sold the credits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PaymentSource {
    /// A checkout.
    Checkout,
    /// A subscription: one payment for each paid invoice.
    Subscription,
    /// An automatic top-up.
    TopUp,
}

impl PaymentSource {
    /// Returns the word in the table.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Checkout => "checkout",
            Self::Subscription => "subscription",
            Self::TopUp => "topup",
        }
    }

    /// Returns the source with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        let mut sources = [Self::Checkout, Self::Subscription, Self::TopUp].into_iter();
        sources.find(|source| source.word() == word)
    }
}

/// Facts of a payment's charge at Stripe; they are absent until Stripe knows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChargeFacts {
    /// The payment intent.
    pub(crate) payment_intent: Option<String>,
    /// The newest charge of the intent.
    pub(crate) charge: Option<String>,
    /// The movement of the account's balance.
    pub(crate) balance: Option<BalanceFacts>,
    /// True if money of the charge was refunded, or it is or was disputed.
    pub(crate) is_reversed: bool,
}

/// A movement of an account's balance, in the currency of the balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BalanceFacts {
    /// The id at Stripe.
    pub(crate) id: String,
    /// The currency, as Stripe writes it.
    pub(crate) currency: String,
    /// The amount before the fee, in minor units.
    pub(crate) amount: i64,
    /// The fee in minor units.
    pub(crate) fee: i64,
}

/// A payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Payment {
    /// The id, `pmt_…`.
    pub(crate) id: String,
    /// The book of the credits.
    pub(crate) book_id: i64,
    /// The buyer.
    pub(crate) owner: Owner,
    /// The connection through which it was paid.
    pub(crate) connection_id: String,
    /// The part of the product that sold the credits.
    pub(crate) source: PaymentSource,
    /// The id of the sale there, such as `chk_…` or `top_…`; for a subscription its id and the invoice, with a colon between them.
    pub(crate) source_id: String,
    /// The payment intent at Stripe; none if nothing had to be paid.
    pub(crate) stripe_payment_intent: Option<String>,
    /// The charge at Stripe, once it is known.
    pub(crate) stripe_charge: Option<String>,
    /// The invoice at Stripe, if Stripe has written one.
    pub(crate) stripe_invoice: Option<String>,
    /// The movement of the balance whose fee was recorded.
    pub(crate) stripe_balance_transaction: Option<String>,
    /// The currency.
    pub(crate) currency: Currency,
    /// The amount that the buyer pays, in minor units.
    pub(crate) amount_minor: i64,
    /// The taxes in the amount.
    pub(crate) tax_minor: i64,
    /// The discounts that were taken off the price.
    pub(crate) discount_minor: i64,
    /// The credits that were granted for it, the bonus included.
    pub(crate) granted: i64,
    /// The state.
    pub(crate) state: PaymentState,
    /// The reason of a failure or a review.
    pub(crate) reason: Option<String>,
    /// The time at which it was paid.
    pub(crate) paid_at: Option<Timestamp>,
    /// The time of its creation.
    pub(crate) created_at: Timestamp,
    /// The money that has gone back, and the credits that followed it.
    pub(crate) reversal: PaymentReversal,
    /// The money whose credits are still to be granted.
    pub(crate) undivided: UndividedMoney,
}

/// The state of a bank's warning of fraud.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FraudState {
    /// A refund can still prevent a dispute.
    Actionable,
    /// The payment was refunded or disputed since.
    Closed,
}

impl FraudState {
    /// Returns the word in the table and in responses.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Actionable => "actionable",
            Self::Closed => "closed",
        }
    }

    /// Returns the state with a word of the table.
    pub(crate) fn from_word(word: &str) -> Self {
        if word == Self::Actionable.word() {
            Self::Actionable
        } else {
            Self::Closed
        }
    }
}

/// The part of a payment that has gone back or is in doubt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PaymentReversal {
    /// The sum of the refunds that count, in minor units.
    pub(crate) refunded_minor: i64,
    /// The money that disputes have withdrawn.
    pub(crate) withdrawn_minor: i64,
    /// The credits that were taken back; those that became debt or were written off included.
    pub(crate) clawed_back: i64,
    /// The credits that the system's hold reserves.
    pub(crate) frozen: i64,
    /// The number of changes of credits.
    pub(crate) settle_n: i64,
    /// True if open holds pin credits that are to be taken back or frozen.
    pub(crate) is_waiting_for_holds: bool,
    /// A bank's warning of fraud, if there was one.
    pub(crate) fraud_warning: Option<FraudState>,
}

impl Payment {
    /// Returns the amount without taxes: what the credits cost.
    pub(crate) const fn net_minor(&self) -> i64 {
        self.amount_minor.saturating_sub(self.tax_minor)
    }

    /// Returns the checkout that was paid; none for a payment of something else.
    pub(crate) fn checkout_id(&self) -> Option<&str> {
        (self.source == PaymentSource::Checkout).then_some(self.source_id.as_str())
    }

    /// Returns the subscription that was paid; none for a payment of something else.
    pub(crate) fn subscription_id(&self) -> Option<&str> {
        let (subscription_id, _invoice) = self.source_id.split_once(':')?;
        (self.source == PaymentSource::Subscription).then_some(subscription_id)
    }

    /// Takes over what Stripe knows about the charge; returns true if something is new.
    pub(crate) fn note_charge(&mut self, charge: &ChargeFacts) -> bool {
        let mut is_new = false;
        for (own, found) in [
            (&mut self.stripe_payment_intent, &charge.payment_intent),
            (&mut self.stripe_charge, &charge.charge),
        ] {
            if found.is_some() && own != found {
                own.clone_from(found);
                is_new = true;
            }
        }
        is_new
    }
}

#[cfg(test)]
pub(in crate::billing) mod tests {
    use super::*;

    /// Returns a payment of 11.90 euros with a tax of 1.90 euros.
    pub(in crate::billing) fn payment(state: PaymentState) -> Payment {
        Payment {
            id: "pmt_1".to_owned(),
            book_id: 16,
            owner: Owner::Customer("cus_1".to_owned()),
            connection_id: "scn_1".to_owned(),
            source: PaymentSource::Checkout,
            source_id: "chk_1".to_owned(),
            stripe_payment_intent: Some("pi_1".to_owned()),
            stripe_charge: None,
            stripe_invoice: None,
            stripe_balance_transaction: None,
            currency: Currency::parse("eur").unwrap(),
            amount_minor: 1_190,
            tax_minor: 190,
            discount_minor: 0,
            granted: 0,
            state,
            reason: None,
            paid_at: None,
            created_at: Timestamp::default(),
            reversal: PaymentReversal::default(),
            undivided: UndividedMoney::default(),
        }
    }

    #[test]
    fn payment_names_its_sale() {
        let of_checkout = payment(PaymentState::Paid);
        assert_eq!(of_checkout.checkout_id(), Some("chk_1"));
        assert_eq!(of_checkout.subscription_id(), None);
        let of_subscription = Payment {
            source: PaymentSource::Subscription,
            source_id: "sbs_1:in_1".to_owned(),
            ..of_checkout
        };
        assert_eq!(of_subscription.checkout_id(), None);
        assert_eq!(of_subscription.subscription_id(), Some("sbs_1"));
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        for state in PaymentState::ALL {
            assert_eq!(PaymentState::from_word(state.word()), Some(state));
        }
        assert_eq!(PaymentState::from_word("open"), None);
        for source in [
            PaymentSource::Checkout,
            PaymentSource::Subscription,
            PaymentSource::TopUp,
        ] {
            assert_eq!(PaymentSource::from_word(source.word()), Some(source));
        }
        assert_eq!(PaymentSource::from_word("outside"), None);
    }

    #[test]
    fn charge_is_noted_once_and_is_never_forgotten() {
        let mut payment = payment(PaymentState::Paid);
        assert_eq!(payment.net_minor(), 1_000);
        let mut charge = ChargeFacts {
            payment_intent: Some("pi_1".to_owned()),
            charge: Some("ch_1".to_owned()),
            balance: None,
            is_reversed: false,
        };
        assert!(payment.note_charge(&charge));
        assert!(!payment.note_charge(&charge));
        assert!(!payment.note_charge(&ChargeFacts::default()));
        assert_eq!(payment.stripe_charge.as_deref(), Some("ch_1"));
        charge.charge = Some("ch_2".to_owned());
        assert!(payment.note_charge(&charge));
    }
}
