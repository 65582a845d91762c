//! An email to a buyer.

use crate::caller::Mode;

/// The text of an email to a user who buys. The frame around it is the identity provider's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BuyerMail {
    /// The user.
    pub(crate) user_id: String,
    /// The mode that the email is about.
    pub(crate) mode: Mode,
    /// The cause, such as `renewal sbs_… in_… 1`: each has one email.
    pub(crate) cause: String,
    /// The subject.
    pub(crate) title: String,
    /// The paragraphs.
    pub(crate) lines: [String; 2],
    /// The path of the page in the app on which the user acts, such as `/account/billing`.
    pub(crate) page: &'static str,
}
