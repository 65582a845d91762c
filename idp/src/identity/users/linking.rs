//! Rules for linking: the user that a provider account signs in, or is linked to. Pure.

use std::time::Duration;

use foundation::Timestamp;

/// Maximum age of a sign-in for adding or removing a sign-in method; after that the user has to sign in again.
pub(crate) const MAX_SIGN_IN_AGE: Duration = Duration::from_mins(10);

/// User of the browser's session; an expired session counts as none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CurrentSignIn<'a> {
    pub(crate) user_id: &'a str,
    /// The time when the user last authenticated.
    pub(crate) auth_time: Timestamp,
}

impl CurrentSignIn<'_> {
    /// Returns whether the sign-in is recent enough to change sign-in methods.
    pub(crate) fn is_fresh(&self, now: Timestamp) -> bool {
        now <= self.auth_time.plus(MAX_SIGN_IN_AGE)
    }
}

/// Facts about a provider sign-in that the decision depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinkingFacts<'a> {
    /// The user that the account is linked to.
    pub(super) linked_to: Option<&'a str>,
    /// The user who is signed in in this browser.
    pub(super) signed_in: Option<CurrentSignIn<'a>>,
    /// The user who has the email address that the provider verified.
    pub(super) address_owner: Option<&'a str>,
}

/// Decision about a provider sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkingDecision<'a> {
    /// Signs in the user that the account is linked to.
    SignIn(&'a str),
    /// Links the account to the user who is signed in.
    Link(&'a str),
    /// Creates a user and links the account to it.
    Create,
    /// Changes nothing; an existing session continues.
    NotLinked,
}

/// Decides what a provider sign-in does. An account signs in only its own user. An email address alone never links or
/// signs in a user, even if the provider verified it. Linking needs a recent sign-in, because it adds a sign-in method.
pub(super) fn decide(situation: LinkingFacts<'_>, now: Timestamp) -> LinkingDecision<'_> {
    match (situation.linked_to, situation.signed_in) {
        (Some(owner), None) => LinkingDecision::SignIn(owner),
        (Some(owner), Some(signed_in)) if signed_in.user_id == owner => {
            LinkingDecision::SignIn(owner)
        }
        (None, Some(signed_in)) if signed_in.is_fresh(now) => {
            LinkingDecision::Link(signed_in.user_id)
        }
        (Some(_) | None, Some(_)) => LinkingDecision::NotLinked,
        (None, None) if situation.address_owner.is_some() => LinkingDecision::NotLinked,
        (None, None) => LinkingDecision::Create,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: Timestamp = Timestamp::from_seconds(1_700_000_000);

    fn session(user_id: &str, age: Duration) -> CurrentSignIn<'_> {
        CurrentSignIn {
            user_id,
            auth_time: NOW.minus(age),
        }
    }

    // row: linking-1
    #[test]
    fn table_row_by_row() {
        let (ann, bob) = (
            Some(session("ann", MAX_SIGN_IN_AGE)),
            Some(session("bob", MAX_SIGN_IN_AGE)),
        );
        let stale = Some(session("ann", MAX_SIGN_IN_AGE + Duration::from_micros(1)));
        let rows = [
            // Columns: linked to, signed in, user of the address, decision.
            (Some("ann"), None, None, LinkingDecision::SignIn("ann")),
            (
                Some("ann"),
                None,
                Some("bob"),
                LinkingDecision::SignIn("ann"),
            ),
            (Some("ann"), ann, None, LinkingDecision::SignIn("ann")),
            (
                Some("ann"),
                stale,
                Some("bob"),
                LinkingDecision::SignIn("ann"),
            ),
            (Some("ann"), bob, None, LinkingDecision::NotLinked),
            (Some("ann"), bob, Some("bob"), LinkingDecision::NotLinked),
            (None, ann, None, LinkingDecision::Link("ann")),
            (None, ann, Some("ann"), LinkingDecision::Link("ann")),
            (None, ann, Some("bob"), LinkingDecision::Link("ann")),
            (None, stale, None, LinkingDecision::NotLinked),
            (None, None, Some("ann"), LinkingDecision::NotLinked),
            (None, None, None, LinkingDecision::Create),
        ];
        for (linked_to, signed_in, address_of, expected) in rows {
            let situation = LinkingFacts {
                linked_to,
                signed_in,
                address_owner: address_of,
            };
            assert_eq!(decide(situation, NOW), expected, "{situation:?}");
        }
    }

    proptest! {
        /// Checks that the signed-in user is always proven: by the account's own link, or by the session.
        #[test]
        fn unproven_identity_never_matches_a_user(
            linked_to in prop::option::of("[abc]"),
            user in prop::option::of("[abc]"),
            address_of in prop::option::of("[abc]"),
            minutes in 0_u64..20,
        ) {
            let situation = LinkingFacts {
                linked_to: linked_to.as_deref(),
                signed_in: user.as_deref().map(|user| session(user, Duration::from_mins(minutes))),
                address_owner: address_of.as_deref(),
            };
            match decide(situation, NOW) {
                LinkingDecision::SignIn(into) => {
                    prop_assert_eq!(Some(into), situation.linked_to);
                    prop_assert!(user.as_deref().is_none_or(|user| user == into));
                }
                LinkingDecision::Link(into) => {
                    prop_assert_eq!(Some(into), user.as_deref());
                    prop_assert!(linked_to.is_none() && minutes <= 10);
                }
                LinkingDecision::Create => prop_assert!(linked_to.is_none() && user.is_none() && address_of.is_none()),
                LinkingDecision::NotLinked => {}
            }
        }
    }
}
