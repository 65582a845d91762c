//! The document of a payment at Stripe.

/// The kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PaymentDocumentKind {
    /// An invoice.
    Invoice,
    /// A receipt.
    Receipt,
}

/// The document of a payment, as Stripe has it now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PaymentDocument {
    /// The kind.
    pub(super) kind: PaymentDocumentKind,
    /// Stripe's page with it.
    pub(super) url: String,
}
