//! Formats results of the model and of the ledger in one way.

use std::fmt::Write;

/// A transaction.
pub(super) struct ShownTxn<'a> {
    pub(super) kind: &'a str,
    pub(super) amount: i64,
    pub(super) after: i64,
    pub(super) at: i64,
    pub(super) feature: Option<&'a str>,
    /// The quantity, and the version of its price.
    pub(super) usage: Option<(i64, i64)>,
}

/// Credits that a spend took from a lot.
pub(super) struct ShownConsumption<'a> {
    pub(super) kind: &'a str,
    pub(super) amount: i64,
    pub(super) left: i64,
    pub(super) is_scoped: bool,
    pub(super) until: Option<i64>,
}

/// A hold after the operation.
pub(super) struct ShownHold<'a> {
    pub(super) state: &'a str,
    pub(super) amount: i64,
    pub(super) captured: i64,
    pub(super) released: i64,
    pub(super) until: i64,
    pub(super) closed: Option<i64>,
}

/// The balance after the operation.
pub(super) struct ShownBalance {
    pub(super) posted: i64,
    pub(super) held: i64,
    pub(super) debt: i64,
    pub(super) available: i64,
}

/// Formats a result as one line that begins with the status.
pub(super) fn done<'a>(
    txn: Option<&ShownTxn<'_>>,
    taken: impl IntoIterator<Item = ShownConsumption<'a>>,
    hold: Option<&ShownHold<'_>>,
    balance: &ShownBalance,
) -> String {
    let mut line = "200".to_owned();
    if let Some(txn) = txn {
        let (kind, amount, after, at) = (txn.kind, txn.amount, txn.after, txn.at);
        let feature = txn.feature.unwrap_or("anything");
        let (quantity, version) = txn.usage.unwrap_or_default();
        write!(
            line,
            " {kind} {amount} after {after} at {at} for {feature} {quantity}@{version};"
        )
        .unwrap();
    }
    for one in taken {
        let scoped = if one.is_scoped { " scoped" } else { "" };
        let (kind, amount, left) = (one.kind, one.amount, one.left);
        write!(
            line,
            " of a {kind}{scoped} {amount} leaving {left} until {:?};",
            one.until
        )
        .unwrap();
    }
    if let Some(hold) = hold {
        let (state, captured, released, amount) =
            (hold.state, hold.captured, hold.released, hold.amount);
        let (until, closed) = (hold.until, hold.closed);
        write!(
            line,
            " hold {state} {captured}/{released} of {amount} until {until} closed {closed:?};"
        )
        .unwrap();
    }
    write!(
        line,
        " posted {} held {} debt {} available {}",
        balance.posted, balance.held, balance.debt, balance.available
    )
    .unwrap();
    line
}

/// Returns the status at the start of a line.
pub(super) fn status_of(line: &str) -> &str {
    line.split(' ').next().unwrap_or_default()
}
