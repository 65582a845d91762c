//! Payments about which their owner has to decide: read from the current state, so that they disappear with their cause.

use foundation::{Failure, Timestamp};

use super::store::notices;
use crate::app::App;
use crate::caller::Mode;

/// The reason for which an owner has to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PaymentNoticeKind {
    /// A bank waits for an answer.
    Dispute,
    /// A bank believes that the payment is fraudulent, and a refund can still prevent a dispute.
    FraudWarning,
    /// The buyer has paid, and no credits were granted.
    Review,
}

impl PaymentNoticeKind {
    /// Returns the kind with a word of the query.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        match word {
            "dispute" => Some(Self::Dispute),
            "fraud" => Some(Self::FraudWarning),
            "review" => Some(Self::Review),
            _ => None,
        }
    }
}

/// A payment about which its owner has to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PaymentNotice {
    /// The kind.
    pub(crate) kind: PaymentNoticeKind,
    /// The dispute, or the payment.
    pub(crate) subject: String,
    /// The payment.
    pub(crate) payment_id: String,
    /// The website that sold.
    pub(crate) website_id: String,
    /// The website's name.
    pub(crate) website_name: String,
    /// The mode of the credits.
    pub(crate) mode: Mode,
    /// The bank's reason, or that of the review, as a word.
    pub(super) word: Option<String>,
    /// The time until which Stripe takes an answer to a dispute.
    pub(super) due_by: Option<Timestamp>,
    /// The time since when, if it is known.
    pub(crate) since: Option<Timestamp>,
}

impl PaymentNotice {
    /// Returns the cause, as a text.
    pub(crate) fn reason(&self) -> String {
        let word = self.word.as_deref().unwrap_or("unknown");
        match (self.kind, self.due_by) {
            (PaymentNoticeKind::Dispute, Some(due_by)) => {
                let due_by = due_by.to_iso8601();
                format!("a bank disputes it ({word}), and Stripe takes an answer until {due_by}")
            }
            (PaymentNoticeKind::Dispute, None) => format!("a bank disputes it ({word})"),
            (PaymentNoticeKind::FraudWarning, _) => {
                "a bank warns of fraud, and a full refund can prevent a dispute".to_owned()
            }
            (PaymentNoticeKind::Review, _) => {
                format!("the payment differs from what was sold ({word})")
            }
        }
    }
}

/// Returns the payments of a user's websites about which the user has to decide, newest first, at most a hundred.
pub(crate) async fn list_payment_notices(
    app: &App,
    user_id: &str,
) -> Result<Vec<PaymentNotice>, Failure> {
    let mut reader = app.database.reader().await?;
    notices::for_owner(&mut reader.connection(), user_id).await
}
