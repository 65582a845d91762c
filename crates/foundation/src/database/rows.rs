//! The text of statements that carry many rows, so that an operation costs no statement for each row.

/// The most rows of one statement, as a power of two: the widest row has 14 places, and SQLite takes 32,766 in all.
const MOST_ROWS: usize = 256;

/// Cuts rows into portions, one a statement, whose lengths are powers of two: however many rows there are, a
/// connection prepares nine texts of a kind at most.
pub fn portions<T>(rows: &[T]) -> impl Iterator<Item = &[T]> {
    let mut rest = rows;
    std::iter::from_fn(move || {
        let length = rest.len().min(MOST_ROWS);
        let (portion, others) = rest.split_at_checked(1 << length.checked_ilog2()?)?;
        rest = others;
        Some(portion)
    })
}

/// `head`, then `count` rows of `columns` placeholders, then `tail`; made of constants and numbers only.
pub fn many(head: &str, columns: usize, count: usize, tail: &str) -> String {
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
    fn portions_are_powers_of_two_and_all_there_is() {
        for length in [0, 1, 2, 3, 37, 256, 257, 1000] {
            let rows: Vec<usize> = (0..length).collect();
            let lengths: Vec<usize> = portions(&rows).map(<[usize]>::len).collect();
            assert!(
                lengths
                    .iter()
                    .all(|length| length.is_power_of_two() && *length <= MOST_ROWS)
            );
            let again: Vec<usize> = portions(&rows).flatten().copied().collect();
            assert_eq!(again, rows);
        }
        let lengths: Vec<usize> = portions(&[0; 37]).map(<[i32]>::len).collect();
        assert_eq!(lengths, [32, 4, 1]);
    }

    #[test]
    fn rows_and_placeholders() {
        assert_eq!(
            many("INSERT INTO t VALUES ", 2, 2, " x"),
            "INSERT INTO t VALUES ($1, $2), ($3, $4) x"
        );
    }
}
