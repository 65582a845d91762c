//! What is told of a letter on its way: what it is, how far it came, and why no further; never what it says.

/// What a letter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A link and a code to sign in.
    SignInLink,
    /// A link to set a password.
    PasswordLink,
    /// A link and a code that prove an address.
    AddressProof,
    /// A way to sign in was added.
    WayAdded,
    /// A way to sign in was removed.
    WayRemoved,
    /// Another address took the place of this one.
    AddressReplaced,
    /// Two accounts became one.
    AccountsMerged,
    /// They are two again.
    MergeUndone,
    /// The account will be deleted.
    AccountLeaves,
}

impl Kind {
    /// Its name in the API.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::SignInLink => "sign_in_link",
            Self::PasswordLink => "password_link",
            Self::AddressProof => "address_proof",
            Self::WayAdded => "way_added",
            Self::WayRemoved => "way_removed",
            Self::AddressReplaced => "address_replaced",
            Self::AccountsMerged => "accounts_merged",
            Self::MergeUndone => "merge_undone",
            Self::AccountLeaves => "account_leaves",
        }
    }
}

/// How far a letter came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// It is tried until its time is over.
    Waiting,
    /// The mail server took it.
    Sent,
    /// Nobody tries it any more.
    GivenUp,
}

impl State {
    /// Its name in the API.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sent => "sent",
            Self::GivenUp => "given_up",
        }
    }

    /// The state of this name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let known = [Self::Waiting, Self::Sent, Self::GivenUp];
        known.into_iter().find(|state| state.name() == name)
    }
}

/// Why an attempt was in vain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The server will never take this letter.
    Refused,
    /// The server may take it later.
    PutOff,
    /// The server refuses our user, our password or a connection without TLS.
    Unauthenticated,
    /// The server did not answer in time.
    TimedOut,
    /// No secure connection to the server.
    Insecure,
    /// No conversation with the server.
    Unreachable,
    /// The folder takes no file.
    NotWritten,
    /// The letter cannot be read any more, as when it was sealed by another secret.
    Unreadable,
    /// Its time was over before it was tried.
    Expired,
}

impl Reason {
    /// Its name in the API.
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

/// Why, and what the server answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cause {
    /// Why.
    pub(super) reason: Reason,
    /// The codes of the answer, such as `550 5.1.1`.
    pub(super) reply: Option<String>,
}

impl From<Reason> for Cause {
    fn from(reason: Reason) -> Self {
        Self {
            reason,
            reply: None,
        }
    }
}

/// The codes of a server's answer: the status, and the enhanced one that its text may begin with (RFC 3463). The text
/// itself goes no further: it may repeat the address, or anything else.
pub(super) fn reply_codes(status: &str, text: &str) -> String {
    let first = text.split_ascii_whitespace().next().unwrap_or_default();
    if is_enhanced(status, first) {
        format!("{status} {first}")
    } else {
        status.to_owned()
    }
}

/// Whether a word is an enhanced status of the same class as the status.
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
    fn of_an_answer_only_its_codes_go_on() {
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
        for state in [State::Waiting, State::Sent, State::GivenUp] {
            assert_eq!(State::of(state.name()), Some(state));
        }
        assert_eq!(State::of("lost"), None);
    }
}
