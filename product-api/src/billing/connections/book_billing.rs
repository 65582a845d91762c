//! Settings of a book: its connection, and how it sells.

use super::subscription_rules::SubscriptionRules;
use crate::billing::currency::Currency;
pub(crate) use crate::credits::Shortfall;

/// The way in which tax is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tax {
    /// No tax is calculated.
    Off,
    /// Stripe calculates it.
    Automatic,
}

impl Tax {
    /// Both ways.
    pub(crate) const ALL: [Self; 2] = [Self::Off, Self::Automatic];

    /// Returns the word in the table.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Automatic => "automatic",
        }
    }
}

/// The relation of a price and its tax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaxBehavior {
    /// The price includes the tax.
    Inclusive,
    /// The tax is added to the price.
    Exclusive,
}

impl TaxBehavior {
    /// Both relations.
    pub(crate) const ALL: [Self; 2] = [Self::Inclusive, Self::Exclusive];

    /// Returns the word in the table and at Stripe.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Inclusive => "inclusive",
            Self::Exclusive => "exclusive",
        }
    }
}

/// The document that a buyer gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuyerDocument {
    /// A receipt.
    Receipt,
    /// An invoice, which Stripe makes once the payment succeeded.
    Invoice,
}

impl BuyerDocument {
    /// Both documents.
    pub(crate) const ALL: [Self; 2] = [Self::Receipt, Self::Invoice];

    /// Returns the word in the table.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Receipt => "receipt",
            Self::Invoice => "invoice",
        }
    }
}

/// Settings of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BookBilling {
    /// The connection; none if the book does not sell.
    pub(crate) connection_id: Option<String>,
    /// The currency in which prices are shown first.
    pub(crate) currency: Currency,
    /// The way in which tax is added.
    pub(crate) tax: Tax,
    /// The relation of new prices and their tax.
    pub(crate) tax_behavior: TaxBehavior,
    /// The document that buyers get.
    pub(crate) documents: BuyerDocument,
    /// True if buyers may enter promotion codes.
    pub(crate) has_promotion_codes: bool,
    /// True if Stripe shows buyers the price in their own currency.
    pub(crate) has_adaptive_pricing: bool,
    /// The treatment of spent credits whose payment was refunded.
    pub(crate) shortfall: Shortfall,
    /// True if an inquiry freezes the credits of its payment, as a dispute does.
    pub(crate) is_frozen_by_inquiries: bool,
    /// The settings about subscriptions.
    pub(crate) subscriptions: SubscriptionRules,
    /// The most that a buyer can allow automatic top-ups in a month, in minor units; none without a limit.
    pub(crate) topup_month_max: Option<i64>,
}

impl Default for BookBilling {
    fn default() -> Self {
        Self {
            connection_id: None,
            currency: Currency::USD,
            tax: Tax::Off,
            tax_behavior: TaxBehavior::Inclusive,
            documents: BuyerDocument::Receipt,
            has_promotion_codes: false,
            has_adaptive_pricing: false,
            shortfall: Shortfall::Debt,
            is_frozen_by_inquiries: false,
            subscriptions: SubscriptionRules::default(),
            topup_month_max: None,
        }
    }
}
