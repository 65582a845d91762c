//! Reasons why a finished session grants nothing and sets no rule: a fact differs from the terms of its checkout.

/// The fact that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReviewReason {
    /// The account in which it was paid.
    Connection,
    /// Live or test.
    Mode,
    /// The checkout that the session names.
    Reference,
    /// The customer at Stripe.
    Customer,
    /// The currency.
    Currency,
    /// The price before discounts and taxes.
    Amount,
    /// A discount, though promotion codes are off.
    Discount,
    /// The lines.
    Lines,
    /// What the session is for: it saves no payment method.
    Purpose,
}

impl ReviewReason {
    /// Returns the word in the table and in responses.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Connection => "connection-mismatch",
            Self::Mode => "mode-mismatch",
            Self::Reference => "reference-mismatch",
            Self::Customer => "customer-mismatch",
            Self::Currency => "currency-mismatch",
            Self::Amount => "amount-mismatch",
            Self::Discount => "discount-not-allowed",
            Self::Lines => "line-mismatch",
            Self::Purpose => "purpose-mismatch",
        }
    }
}
