//! What a customer has that can move, as a condition of statements.

/// What a customer's wallet has that can move: credits that no hold has set aside, or debts. Their sum says nothing: as
/// much of the one as of the other is zero. Also what a hold may let go of: something is due by an instant, whose place is
/// given.
macro_rules! movable {
    ($now:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM account a LEFT JOIN account d ON d.id = a.debt_account_id \
            WHERE a.kind = 'wallet' AND a.owner_kind = 'customer' AND a.owner_id = c.id \
              AND (a.posted > a.held OR d.posted > 0 OR a.next_due_at <= ",
            $now,
            "))"
        )
    };
}

pub(super) use movable;
