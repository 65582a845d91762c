//! The text of statements that carry many rows, so that an operation costs no statement per row.

/// The most rows of one statement: the widest row has 14 places, and SQLite takes 32,766 in all.
pub(super) const MOST_ROWS: usize = 500;

/// `head`, then `count` rows of `columns` placeholders, then `tail`.
///
/// The text is made of constants and numbers only. Its length depends on the number of rows; a spend writes one or
/// two of most kinds, so that a connection's prepared statements stay few.
pub(super) fn many(head: &str, columns: usize, count: usize, tail: &str) -> String {
    let mut text = String::with_capacity(head.len() + count * columns * 5 + tail.len());
    text.push_str(head);
    let mut place = 0;
    for row in 0..count {
        text.push_str(if row == 0 { "(" } else { ", (" });
        for column in 0..columns {
            place += 1;
            if column > 0 {
                text.push_str(", ");
            }
            text.push('$');
            text.push_str(&place.to_string());
        }
        text.push(')');
    }
    text.push_str(tail);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_placeholders() {
        assert_eq!(
            many("INSERT INTO t VALUES ", 2, 2, " x"),
            "INSERT INTO t VALUES ($1, $2), ($3, $4) x"
        );
    }
}
