//! SQL condition: a customer has credits or debts to move.

/// Matches a customer whose wallet has credits or a debt. Each is compared alone, because their sum may be zero.
macro_rules! movable {
    () => {
        "EXISTS (SELECT 1 FROM account a LEFT JOIN account d ON d.id = a.debt_account_id \
            WHERE a.kind = 'wallet' AND a.owner_kind = 'customer' AND a.owner_id = c.id AND (a.posted > 0 OR d.posted > 0))"
    };
}

pub(super) use movable;
