//! SQL condition: a customer has credits or debts to move.

/// Matches a customer whose wallet has unreserved credits, or a debt. Each is compared alone, because their sum may be zero. It
/// also matches wallets with an expiry due at the time of the given parameter, because a hold may release credits.
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
