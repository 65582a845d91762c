//! Delivery status of an email: its kind, state and reason, never its content.

use foundation::Failure;

/// Kind of an email.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EmailKind {
    /// A link and a code to sign in.
    SignInLink,
    /// A link to set a password.
    PasswordLink,
    /// A link and a code that prove an address.
    AddressProof,
    /// A notice that a sign-in method was added.
    MethodAdded,
    /// A notice that a sign-in method was removed.
    MethodRemoved,
    /// A notice that another address replaced this one.
    AddressReplaced,
    /// A notice that two accounts were merged.
    AccountsMerged,
    /// A notice that a merge was undone.
    MergeUndone,
    /// A notice that the account will be deleted.
    DeletionScheduled,
    /// The deletion of the account was cancelled.
    DeletionCancelled,
    /// A message of another service.
    Message,
}

impl EmailKind {
    /// Returns the name in the API.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::SignInLink => "sign_in_link",
            Self::PasswordLink => "password_link",
            Self::AddressProof => "address_proof",
            Self::MethodAdded => "way_added",
            Self::MethodRemoved => "way_removed",
            Self::AddressReplaced => "address_replaced",
            Self::AccountsMerged => "accounts_merged",
            Self::MergeUndone => "merge_undone",
            Self::DeletionScheduled => "account_leaves",
            Self::DeletionCancelled => "account_stays",
            Self::Message => "message",
        }
    }
}

/// Delivery state of an email.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeliveryState {
    /// The server tries to deliver it until it expires.
    Waiting,
    /// The mail server accepted it.
    Sent,
    /// The server tries no longer.
    GivenUp,
}

impl DeliveryState {
    /// Returns the name in the API.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sent => "sent",
            Self::GivenUp => "given_up",
        }
    }

    /// Returns the state of this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let known = [Self::Waiting, Self::Sent, Self::GivenUp];
        known.into_iter().find(|state| state.name() == name)
    }
}

/// Reason for a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureReason {
    /// The mail server will never accept this email.
    Refused,
    /// The mail server may accept it later.
    PutOff,
    /// The mail server refuses our user, our password or a connection without TLS.
    Unauthenticated,
    /// The mail server did not respond in time.
    TimedOut,
    /// There was no secure connection to the mail server.
    Insecure,
    /// There was no connection to the mail server.
    Unreachable,
    /// The folder accepts no file.
    NotWritten,
    /// The server cannot read the email, for example after a change of the secret.
    Unreadable,
    /// The email expired before an attempt.
    Expired,
}

impl FailureReason {
    /// Returns the name in the API.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::PutOff => "put_off",
            Self::Unauthenticated => "unauthenticated",
            Self::TimedOut => "timed_out",
            Self::Insecure => "insecure",
            Self::Unreachable => "unreachable",
            Self::NotWritten => "not_written",
            Self::Unreadable => "unreadable",
            Self::Expired => "expired",
        }
    }
}

/// Reason for a failed attempt, with the mail server's reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FailureCause {
    /// The reason.
    pub(super) reason: FailureReason,
    /// Codes of the reply, such as `550 5.1.1`.
    pub(super) reply: Option<String>,
}

impl From<FailureReason> for FailureCause {
    fn from(reason: FailureReason) -> Self {
        Self {
            reason,
            reply: None,
        }
    }
}

/// Reason that the mail server did not accept an email.
#[derive(Debug)]
pub(super) enum DeliveryError {
    /// Another attempt may succeed.
    Temporary(FailureCause, Failure),
    /// No attempt will succeed, such as for a mailbox that does not exist.
    Permanent(FailureCause, Failure),
}

/// Returns the codes of a reply: the status, and the enhanced status that may begin its text (RFC 3463). The text
/// itself is dropped, because it may repeat the address or anything else.
pub(super) fn reply_codes(status: &str, text: &str) -> String {
    let first = text.split_ascii_whitespace().next().unwrap_or_default();
    if is_enhanced(status, first) {
        format!("{status} {first}")
    } else {
        status.to_owned()
    }
}

/// Returns true for an enhanced status of the same class as the status.
fn is_enhanced(status: &str, word: &str) -> bool {
    let is_number = |part: &str| {
        (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let parts: Vec<&str> = word.splitn(4, '.').collect();
    let [class, subject, detail] = parts.as_slice() else {
        return false;
    };
    class.len() == 1 && status.starts_with(class) && is_number(subject) && is_number(detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reply_keeps_only_its_codes() {
        let rows = [
            (
                "550",
                "5.1.1 <ann@example.com>: No such mailbox",
                "550 5.1.1",
            ),
            ("451", "4.7.1 Greylisted\n4.7.1 come back", "451 4.7.1"),
            ("550", "5.7.708", "550 5.7.708"),
            ("550", "No such mailbox", "550"),
            ("550", "", "550"),
            ("550", "4.1.1 of another class", "550"),
            ("550", "5.1.1.1 has too many parts", "550"),
            ("550", "5.1000.1 is too long", "550"),
            ("550", "5..1", "550"),
            ("550", ".1.1", "550"),
            ("550", "5.1.1:ann@example.com", "550"),
            ("550", "55.1.1", "550"),
        ];
        for (status, text, expected) in rows {
            assert_eq!(reply_codes(status, text), expected, "{text}");
        }
    }

    #[test]
    fn a_state_is_known_by_its_name() {
        for state in [
            DeliveryState::Waiting,
            DeliveryState::Sent,
            DeliveryState::GivenUp,
        ] {
            assert_eq!(DeliveryState::from_name(state.name()), Some(state));
        }
        assert_eq!(DeliveryState::from_name("lost"), None);
    }
}
