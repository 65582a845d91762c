//! The relation of an owner and a customer at Stripe, and the time from which a link counts.

use foundation::Timestamp;

use crate::credits::Owner;

/// The relation of an owner and a customer at Stripe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LinkState {
    /// Neither belongs to another one.
    Free,
    /// They belong together.
    Linked {
        /// The time from which the link counts; none for a customer that this server has created at Stripe.
        since: Option<Timestamp>,
    },
    /// The customer at Stripe belongs to another owner.
    OfAnother(Owner),
    /// The owner has another customer at Stripe.
    HasAnother(String),
    /// A request is creating the owner's customer at Stripe.
    InFlight,
}

/// Returns true if something at Stripe was paid or begun before the link of its customer: it was delivered by other software, and
/// brings no credits here. Both times are whole seconds.
pub(crate) fn is_before_link(linked_at: Option<Timestamp>, at: Option<Timestamp>) -> bool {
    match (linked_at, at) {
        (Some(linked_at), Some(at)) => at < linked_at,
        (None, _) | (_, None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_of_the_link_is_after_it() {
        let rows = [
            (Some(100), Some(99), true),
            (Some(100), Some(100), false),
            (Some(100), Some(101), false),
            (Some(100), None, false),
            (None, Some(99), false),
        ];
        for (linked_at, at, expected) in rows {
            let time = |seconds: Option<i64>| seconds.map(Timestamp::from_seconds);
            assert_eq!(
                is_before_link(time(linked_at), time(at)),
                expected,
                "{linked_at:?} {at:?}"
            );
        }
    }
}
