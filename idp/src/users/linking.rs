//! Linking as a state machine: whom a provider's identity signs in, or which user it joins. Pure.

use std::time::Duration;

use foundation::Timestamp;

/// How long after a sign-in a person may add or remove a way in; later the sign-in has to be repeated first.
pub(crate) const FRESH: Duration = Duration::from_mins(10);

/// Who is signed in already; an expired session counts as nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SignedIn<'a> {
    /// The user.
    pub(crate) user_id: &'a str,
    /// When the person last proved who they are.
    pub(crate) auth_time: Timestamp,
}

impl SignedIn<'_> {
    /// Whether the proof is young enough to change the ways in.
    pub(crate) fn is_fresh(&self, now: Timestamp) -> bool {
        now <= self.auth_time.plus(FRESH)
    }
}

/// What is known when somebody arrives from a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Situation<'a> {
    /// The user that the identity is linked to.
    pub(super) linked_to: Option<&'a str>,
    /// Who is signed in in this browser.
    pub(super) signed_in: Option<SignedIn<'a>>,
    /// The user who has the address that the provider verified.
    pub(super) address_of: Option<&'a str>,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision<'a> {
    /// Sign in as the user that the identity is linked to.
    SignIn(&'a str),
    /// Link the identity to the user who is signed in.
    Link(&'a str),
    /// Make a user and link the identity to it.
    Create,
    /// None of these: nothing changes, and a session that is there stays.
    NotLinked,
}

/// Decides. An identity signs in its own user only; an address alone never links or signs in anybody, whoever
/// vouches for it; and linking takes a sign-in that is young, because it adds a way in.
pub(super) fn decide(situation: Situation<'_>, now: Timestamp) -> Decision<'_> {
    match (situation.linked_to, situation.signed_in) {
        (Some(owner), None) => Decision::SignIn(owner),
        (Some(owner), Some(signed_in)) if signed_in.user_id == owner => Decision::SignIn(owner),
        (None, Some(signed_in)) if signed_in.is_fresh(now) => Decision::Link(signed_in.user_id),
        (Some(_) | None, Some(_)) => Decision::NotLinked,
        (None, None) if situation.address_of.is_some() => Decision::NotLinked,
        (None, None) => Decision::Create,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: Timestamp = Timestamp::from_seconds(1_700_000_000);

    fn session(user_id: &str, age: Duration) -> SignedIn<'_> {
        SignedIn {
            user_id,
            auth_time: NOW.minus(age),
        }
    }

    // row: linking-1
    #[test]
    fn the_table_row_by_row() {
        let (ann, bob) = (Some(session("ann", FRESH)), Some(session("bob", FRESH)));
        let stale = Some(session("ann", FRESH + Duration::from_micros(1)));
        let rows = [
            // linked to, signed in, the address's user, what happens
            (Some("ann"), None, None, Decision::SignIn("ann")),
            (Some("ann"), None, Some("bob"), Decision::SignIn("ann")),
            (Some("ann"), ann, None, Decision::SignIn("ann")),
            (Some("ann"), stale, Some("bob"), Decision::SignIn("ann")),
            (Some("ann"), bob, None, Decision::NotLinked),
            (Some("ann"), bob, Some("bob"), Decision::NotLinked),
            (None, ann, None, Decision::Link("ann")),
            (None, ann, Some("ann"), Decision::Link("ann")),
            (None, ann, Some("bob"), Decision::Link("ann")),
            (None, stale, None, Decision::NotLinked),
            (None, None, Some("ann"), Decision::NotLinked),
            (None, None, None, Decision::Create),
        ];
        for (linked_to, signed_in, address_of, expected) in rows {
            let situation = Situation {
                linked_to,
                signed_in,
                address_of,
            };
            assert_eq!(decide(situation, NOW), expected, "{situation:?}");
        }
    }

    proptest! {
        /// Whoever is signed in afterwards had proven it: by the identity's own link, or by the session.
        #[test]
        fn nobody_gets_into_a_user_that_the_proof_does_not_own(
            linked_to in prop::option::of("[abc]"),
            user in prop::option::of("[abc]"),
            address_of in prop::option::of("[abc]"),
            minutes in 0_u64..20,
        ) {
            let situation = Situation {
                linked_to: linked_to.as_deref(),
                signed_in: user.as_deref().map(|user| session(user, Duration::from_mins(minutes))),
                address_of: address_of.as_deref(),
            };
            match decide(situation, NOW) {
                Decision::SignIn(into) => {
                    prop_assert_eq!(Some(into), situation.linked_to);
                    prop_assert!(user.as_deref().is_none_or(|user| user == into));
                }
                Decision::Link(into) => {
                    prop_assert_eq!(Some(into), user.as_deref());
                    prop_assert!(linked_to.is_none() && minutes <= 10);
                }
                Decision::Create => prop_assert!(linked_to.is_none() && user.is_none() && address_of.is_none()),
                Decision::NotLinked => {}
            }
        }
    }
}
