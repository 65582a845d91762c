//! Examples of problems for the API reference.

use serde_json::json;

use super::kind::Kind;
use super::problem::{FieldError, Problem};

impl Problem {
    /// Creates an example for the API reference, with the members of its kind.
    pub(crate) fn example(kind: Kind) -> Self {
        if kind == Kind::InvalidRequest {
            return Self::invalid(&[
                FieldError::body("/amount", "Must be at least 1."),
                FieldError::parameter("limit", "Must be between 1 and 100."),
            ]);
        }
        Self::new(kind, kind.row().title)
            .with_example_of_credits()
            .with_example_of_holds()
            .with_example_of_calls()
            .with_example_of_stripe()
            .with_example_of_purchases()
    }

    fn with_example_of_stripe(self) -> Self {
        if self.kind() == Kind::StripeKeyUnfit {
            self.with("reason", "wrong-mode")
        } else if self.kind() == Kind::StripePermissionMissing {
            self.with("missing", vec!["Charges and Refunds: write"])
        } else {
            self
        }
    }

    fn with_example_of_credits(self) -> Self {
        let kind = self.kind();
        if kind == Kind::InsufficientCredits {
            self.with("required", 100)
                .with("available", 40)
                .with("shortfall", 60)
                .with("topup_url", "https://pictures.example.com")
        } else if kind == Kind::TooManyLots || kind == Kind::TooManyHolds {
            self.with("limit", 10_000)
        } else if kind == Kind::AlreadyReversed {
            let one = json!({"transaction": "txn_0192f0c4a1b27c3d8e9f001122334455", "amount": 5});
            self.with("reversals", vec![one])
        } else if kind == Kind::TooManyReversals {
            self.with("limit", 100).with("remaining", 40)
        } else if kind == Kind::ReversalExceedsOriginal {
            self.with("remaining", 40)
        } else if kind == Kind::NotReversible {
            self.with("kind", "grant")
        } else {
            self
        }
    }

    fn with_example_of_holds(self) -> Self {
        let closed_at = "2026-01-01T00:00:00.000Z";
        if self.kind() == Kind::HoldNotOpen {
            self.with("state", "captured").with("closed_at", closed_at)
        } else if self.kind() == Kind::HoldExpired {
            self.with("state", "expired").with("closed_at", closed_at)
        } else if self.kind() == Kind::CaptureExceedsHold {
            self.with("remaining", 40)
        } else if self.kind() == Kind::HoldFeatureDiffers {
            self.with("feature", "image.large")
        } else {
            self
        }
    }

    fn with_example_of_calls(self) -> Self {
        if self.kind() == Kind::InsufficientScope {
            self.with("required_scope", "credits.spend")
        } else if self.kind() == Kind::StepUpRequired {
            self.with("max_age", 300)
        } else if self.kind() == Kind::KeySpendCapReached {
            self.with("cap", 1000)
                .with("resets_at", "2026-01-02T00:00:00.000Z")
        } else if self.kind() == Kind::SpendLimitReached {
            self.with("cap", 500)
                .with("resets_at", "2026-02-01T00:00:00.000Z")
        } else if self.kind() == Kind::BatchAborted {
            self.with("refused_item", 1)
        } else if matches!(
            self.kind(),
            Kind::PriceVersionTaken | Kind::CatalogVersionTaken
        ) {
            self.with("latest", 2)
        } else if self.kind() == Kind::NotFound {
            self.with("resource", "customer")
        } else if self.kind() == Kind::OperationAlreadyExecuted {
            self.with("outcome", "executed")
                .with("transaction", "txn_0192f0c4a1b27c3d8e9f001122334455")
        } else {
            self
        }
    }

    fn with_example_of_purchases(self) -> Self {
        if self.kind() == Kind::CheckoutNotOpen {
            self.with("state", "expired")
        } else if self.kind() == Kind::CurrencyUnsupported {
            self.with("currencies", vec!["eur", "usd"])
        } else if self.kind() == Kind::PaymentProviderError {
            self.with("retryable", true)
        } else if self.kind() == Kind::SubscriptionExists {
            self.with("object", "sbs_0192f0c4a1b27c3d8e9f001122334455")
        } else {
            self.with_example_of_changes()
        }
    }

    fn with_example_of_changes(self) -> Self {
        if self.kind() == Kind::PaymentActionRequired {
            self.with("payment_url", "https://invoice.stripe.com/i/acct_1/test_1")
        } else if self.kind() == Kind::PaymentDeclined {
            self.with("decline_code", "insufficient_funds")
        } else if self.kind() == Kind::SubscriptionNotChangeable {
            self.with("reason", "canceling")
        } else if self.kind() == Kind::AmountChanged {
            self.with("amount_due_minor", 1_000)
        } else if self.kind() == Kind::AmountMismatch {
            self.with("difference", "amount")
        } else if self.kind() == Kind::TopupPending {
            self.with("object", "top_0192f0c4a1b27c3d8e9f001122334455")
        } else if self.kind() == Kind::CapTooLow {
            self.with("needed_minor", 1_000)
        } else {
            self
        }
    }
}
