//! Priorities of calls to Stripe.

/// Purpose of a call: where the calls of a connection have to wait, an earlier one goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Priority {
    /// A buyer or an owner waits for the response.
    Buyer,
    /// A buyer's credits are topped up.
    TopUp,
    /// A worker fetches an object that an event marked.
    Inbox,
    /// A comparison of all objects.
    Reconcile,
}
