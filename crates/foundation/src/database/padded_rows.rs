//! Text of statements with many rows, so that an operation needs no statement per row.

use super::engine::Connection;

/// Maximum number of placeholders in a statement: SQLite allows 32,766, and a server keeps prepared ones in memory.
const MAX_ROW_SLOTS: usize = 8192;
/// Maximum number of rows in a statement, however few columns they have.
const MAX_ROWS: usize = 2048;

/// Maximum number of arms in a union: SQLite allows 500.
const MAX_UNION_ARMS: usize = 256;

/// Maximum number of rows in a portion without padding.
const MAX_ROWS_PER_PORTION: usize = 256;

/// Splits rows into portions, one per statement, whose lengths are powers of two: as many as the number of rows has
/// ones in binary. Use [`padded`] for an operation that must take one round trip for any number of rows.
pub fn portions<T>(rows: &[T]) -> impl Iterator<Item = &[T]> {
    let mut rest = rows;
    std::iter::from_fn(move || {
        let length = rest.len().min(MAX_ROWS_PER_PORTION);
        let (portion, others) = rest.split_at_checked(1 << length.checked_ilog2()?)?;
        rest = others;
        Some(portion)
    })
}

/// Splits rows with this many columns into padded statements, usually one.
///
/// Each is padded to the next power of two. The number of texts then does not depend on the number of rows, and a
/// connection prepares few of a kind: nine for rows of twenty columns, twelve for rows of one.
pub fn padded<T>(rows: &[T], columns: usize) -> impl Iterator<Item = PaddedRows<'_, T>> {
    rows.chunks(most_rows(columns))
        .map(move |rows| PaddedRows { rows, columns })
}

/// Splits rows into statements that are unions, with this many arms per row ([`union`]), and pads each of them.
pub fn padded_arms<T>(rows: &[T], arms: usize) -> impl Iterator<Item = PaddedRows<'_, T>> {
    let most = MAX_UNION_ARMS
        .checked_div(arms)
        .unwrap_or(MAX_UNION_ARMS)
        .max(1);
    rows.chunks(most)
        .map(|rows| PaddedRows { rows, columns: 1 })
}

/// Returns the maximum number of rows in a statement, as a power of two.
fn most_rows(columns: usize) -> usize {
    let fit = MAX_ROW_SLOTS
        .checked_div_euclid(columns)
        .unwrap_or(MAX_ROWS);
    1 << fit.min(MAX_ROWS).checked_ilog2().unwrap_or_default()
}

/// Rows of one statement, padded.
#[derive(Clone, Copy, Debug)]
pub struct PaddedRows<'r, T> {
    rows: &'r [T],
    columns: usize,
}

impl<'r, T> PaddedRows<'r, T> {
    /// Returns the rows, then the last one repeated as padding. Padding has no key ([`RowSlot::some`]), so that it
    /// matches no row.
    pub fn rows(&self) -> impl Iterator<Item = (&'r T, RowSlot)> + use<'r, T> {
        let padding = self.count() - self.rows.len();
        let last = std::iter::repeat_n(self.rows.last(), padding);
        let rows = self.rows.iter().map(|row| (row, RowSlot(true)));
        rows.chain(last.flatten().map(|row| (row, RowSlot(false))))
    }

    /// Returns the text of a query or an update: `head`, the rows, `tail`. The text joins the rows by their key, which
    /// is null for padding.
    pub fn text(&self, db: &Connection<'_>, (head, tail): (&str, &str)) -> String {
        with_placeholders(db, head, self.columns, self.count(), tail)
    }

    /// Returns the text of an insertion, which skips rows with a null in the first column. `into` names the table and
    /// the columns, `unless` is the conflict clause.
    pub fn insert(&self, db: &Connection<'_>, into: &str, unless: &str) -> String {
        let head = format!("{into} SELECT * FROM (VALUES ");
        let tail = format!(") AS given WHERE column1 IS NOT NULL{unless}");
        with_placeholders(db, &head, self.columns, self.count(), &tail)
    }

    /// Returns the number of rows in the statement, including padding.
    pub fn count(&self) -> usize {
        self.rows.len().next_power_of_two()
    }
}

/// True for a real row, false for padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowSlot(bool);

impl RowSlot {
    /// Returns the value for a real row and `None` for padding. Use it for each row's key, and for large values.
    pub fn some<V>(self, value: V) -> Option<V> {
        self.0.then_some(value)
    }
}

/// Returns `head`, one list of placeholders per row such as `($1, $2), ($3, $4)`, and `tail`. Head and tail have no
/// placeholders of their own, and are made of constants and numbers only. On SQLite each placeholder is a plain `?`.
///
/// SQLite searches the list of a statement's names for each value that is bound by a name, and it treats `$1` as a
/// name: with thousands of them that is most of a statement's time. A plain `?` has no name.
pub fn with_placeholders(
    db: &Connection<'_>,
    head: &str,
    columns: usize,
    rows: usize,
    tail: &str,
) -> String {
    match db {
        Connection::Sqlite(_) => join_rows(head, columns, rows, tail, |text, _| text.push('?')),
        Connection::Postgres(_) => join_rows(head, columns, rows, tail, push_numbered),
    }
}

fn push_numbered(text: &mut String, number: usize) {
    text.push('$');
    text.push_str(&number.to_string());
}

fn join_rows(
    head: &str,
    columns: usize,
    rows: usize,
    tail: &str,
    push: impl Fn(&mut String, usize),
) -> String {
    let mut text = String::with_capacity(head.len() + rows * columns * 7 + tail.len());
    text.push_str(head);
    let mut number = 0;
    for row in 0..rows {
        text.push_str(if row == 0 { "(" } else { ", (" });
        for column in 0..columns {
            number += 1;
            if column > 0 {
                text.push_str(", ");
            }
            push(&mut text, number);
        }
        text.push(')');
    }
    text.push_str(tail);
    text
}

/// Returns a statement of `head`, `count` copies of `arm` joined by `UNION ALL`, and `tail`. In each copy the next placeholder
/// replaces `{}`: `$first` in the first copy. The database searches an index for each copy; it may scan for an `OR`.
pub fn union((head, arm, tail): (&str, &str, &str), first: usize, count: usize) -> String {
    let numbers = (first..).take(count);
    let arms: Vec<String> = numbers
        .map(|number| arm.replace("{}", &format!("${number}")))
        .collect();
    [head, &arms.join(" UNION ALL "), tail].concat()
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection as _, SqliteConnection};

    use super::*;

    #[test]
    fn portions_are_powers_of_two_and_cover_all_rows() {
        for length in [0, 1, 2, 3, 37, 256, 257, 1000] {
            let rows: Vec<usize> = (0..length).collect();
            let lengths: Vec<usize> = portions(&rows).map(<[usize]>::len).collect();
            assert!(
                lengths
                    .iter()
                    .all(|length| length.is_power_of_two() && *length <= MAX_ROWS_PER_PORTION)
            );
            let again: Vec<usize> = portions(&rows).flatten().copied().collect();
            assert_eq!(again, rows);
        }
        let lengths: Vec<usize> = portions(&[0; 37]).map(<[i32]>::len).collect();
        assert_eq!(lengths, [32, 4, 1]);
    }

    #[test]
    fn rows_of_any_number_fit_one_statement() {
        for length in [1, 2, 3, 37, 63, 64, 255, 256] {
            let rows: Vec<usize> = (0..length).collect();
            let all: Vec<_> = padded(&rows, 20).collect();
            assert_eq!(all.len(), 1, "{length}");
            let again: Vec<(usize, RowSlot)> =
                all[0].rows().map(|(row, there)| (*row, there)).collect();
            assert_eq!(again.len(), length.next_power_of_two());
            let slot = |index: usize| (index.min(length - 1), RowSlot(index < length));
            assert!(
                again
                    .into_iter()
                    .eq((0..length.next_power_of_two()).map(slot))
            );
        }
        assert_eq!(padded::<i64>(&[], 20).count(), 0);
    }

    #[test]
    fn statement_has_no_more_placeholders_than_a_database_allows() {
        for (columns, most, texts) in [(1, 2048, 12), (6, 1024, 11), (14, 512, 10), (20, 256, 9)] {
            assert_eq!(most_rows(columns), most, "{columns}");
            let rows = vec![0; most * 2 + 3];
            let counts: Vec<usize> = padded(&rows, columns)
                .map(|portion| portion.rows().count())
                .collect();
            assert_eq!(counts, [most, most, 4]);
            let lengths = (1..=most).map(|length| {
                let rows = vec![0; length];
                padded(&rows, columns).map(|portion| portion.count()).max()
            });
            let different: std::collections::BTreeSet<_> = lengths.collect();
            assert_eq!(different.len(), texts, "{columns}");
        }
    }

    #[test]
    fn arms_of_any_number_have_few_texts() {
        for (arms, most) in [(1, 256), (2, 128), (300, 1)] {
            let mut counts = std::collections::BTreeSet::new();
            for length in 0..600 {
                let rows: Vec<usize> = (0..length).collect();
                let all: Vec<_> = padded_arms(&rows, arms).collect();
                let there = all.iter().flat_map(PaddedRows::rows);
                let again = there.filter_map(|(row, there)| there.some(*row));
                assert!(again.eq(0..length), "{length}");
                counts.extend(all.iter().map(PaddedRows::count));
            }
            let expected: Vec<usize> = (0..9).map(|power| 1 << power).collect();
            assert!(
                counts
                    .into_iter()
                    .eq(expected.into_iter().filter(|count| *count <= most))
            );
        }
        let text = union(("a ", "x = {} y = {}", " b"), 5, 2);
        assert_eq!(text, "a x = $5 y = $5 UNION ALL x = $6 y = $6 b");
    }

    #[tokio::test]
    async fn rows_and_placeholders() {
        assert_eq!(
            join_rows("INSERT INTO t VALUES ", 2, 2, " x", push_numbered),
            "INSERT INTO t VALUES ($1, $2), ($3, $4) x"
        );
        let mut sqlite = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let db = Connection::Sqlite(&mut sqlite);
        let portion = padded(&[0; 3], 1).next().unwrap();
        assert_eq!(portion.text(&db, ("a ", " b")), "a (?), (?), (?), (?) b");
        assert_eq!(
            portion.insert(&db, "INSERT INTO t (n)", " ON CONFLICT DO NOTHING"),
            "INSERT INTO t (n) SELECT * FROM (VALUES (?), (?), (?), (?)) AS given WHERE column1 IS NOT NULL \
             ON CONFLICT DO NOTHING"
        );
    }
}
