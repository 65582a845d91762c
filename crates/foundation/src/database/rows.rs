//! The text of statements that carry many rows, so that an operation costs no statement for each row.

use super::engine::Connection;

/// The most places of one statement: SQLite takes 32,766, and a server keeps in memory what it has prepared.
const MOST_PLACES: usize = 8192;
/// The most rows of one statement, however few columns they have.
const MOST_ROWS: usize = 2048;

/// The most arms of one union: SQLite takes 500.
const MOST_ARMS: usize = 256;

/// The most rows of a portion that is not filled up.
const MOST_IN_PORTION: usize = 256;

/// Cuts rows into portions, one a statement, whose lengths are powers of two: as many as the number of rows has ones in
/// binary. What has to take one round trip however many rows there are is [`filled`] up instead.
pub fn portions<T>(rows: &[T]) -> impl Iterator<Item = &[T]> {
    let mut rest = rows;
    std::iter::from_fn(move || {
        let length = rest.len().min(MOST_IN_PORTION);
        let (portion, others) = rest.split_at_checked(1 << length.checked_ilog2()?)?;
        rest = others;
        Some(portion)
    })
}

/// Cuts rows of so many columns into statements: as a rule all of them are one.
///
/// Each is filled up to the next power of two. So the number of statements does not depend on the number of rows,
/// and a connection prepares few texts of a kind: nine where a row has twenty columns, twelve where it has one.
pub fn filled<T>(rows: &[T], columns: usize) -> impl Iterator<Item = Filled<'_, T>> {
    rows.chunks(most_rows(columns))
        .map(move |rows| Filled { rows, columns })
}

/// Cuts rows into statements that are unions, each row with so many arms ([`union`]), and fills each up likewise.
pub fn filled_arms<T>(rows: &[T], arms: usize) -> impl Iterator<Item = Filled<'_, T>> {
    let most = MOST_ARMS.checked_div(arms).unwrap_or(MOST_ARMS).max(1);
    rows.chunks(most).map(|rows| Filled { rows, columns: 1 })
}

/// The most rows of one statement, as a power of two.
fn most_rows(columns: usize) -> usize {
    let fit = MOST_PLACES.checked_div_euclid(columns).unwrap_or(MOST_ROWS);
    1 << fit.min(MOST_ROWS).checked_ilog2().unwrap_or_default()
}

/// Rows of one statement, filled up.
#[derive(Clone, Copy, Debug)]
pub struct Filled<'r, T> {
    rows: &'r [T],
    columns: usize,
}

impl<'r, T> Filled<'r, T> {
    /// The rows, and behind them the last one again as often as the statement has room. What fills up has no key
    /// ([`There::some`]), so that it meets nothing.
    pub fn rows(&self) -> impl Iterator<Item = (&'r T, There)> + use<'r, T> {
        let filling = self.count() - self.rows.len();
        let last = std::iter::repeat_n(self.rows.last(), filling);
        let rows = self.rows.iter().map(|row| (row, There(true)));
        rows.chain(last.flatten().map(|row| (row, There(false))))
    }

    /// The text of a statement about what is asked for, or changed, before and behind the rows: they are joined by their
    /// key, which is nothing where a row only fills up.
    pub fn text(&self, db: &Connection<'_>, (head, tail): (&str, &str)) -> String {
        many(db, head, (self.columns, self.count()), tail)
    }

    /// The text of an insertion, which leaves out rows whose first column is nothing. `into` names table and columns,
    /// `unless` what is done where a row is there already.
    pub fn insert(&self, db: &Connection<'_>, into: &str, unless: &str) -> String {
        let head = format!("{into} SELECT * FROM (VALUES ");
        let tail = format!(") AS given WHERE column1 IS NOT NULL{unless}");
        many(db, &head, (self.columns, self.count()), &tail)
    }

    /// How many rows the statement has, with those that fill it up.
    pub fn count(&self) -> usize {
        self.rows.len().next_power_of_two()
    }
}

/// Whether a row is there, or fills up only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct There(bool);

impl There {
    /// A value of a row that is there; nothing of one that fills up. The key of each row goes through this, and what is
    /// large.
    pub fn some<V>(self, value: V) -> Option<V> {
        self.0.then_some(value)
    }
}

/// `head`, then rows of placeholders, so many columns and rows, then `tail`; made of constants and numbers only, and
/// without placeholders of their own.
///
/// SQLite goes through the list of a statement's names for each value that is bound by a name, and `$1` is a name to it:
/// with thousands of them that is most of the time of a statement. A plain `?` has none.
pub fn many(
    db: &Connection<'_>,
    head: &str,
    (columns, rows): (usize, usize),
    tail: &str,
) -> String {
    match db {
        Connection::Sqlite(_) => {
            rows_of_places(head, (columns, rows), tail, |text, _| text.push('?'))
        }
        Connection::Postgres(_) => rows_of_places(head, (columns, rows), tail, numbered),
    }
}

fn numbered(text: &mut String, place: usize) {
    text.push('$');
    text.push_str(&place.to_string());
}

fn rows_of_places(
    head: &str,
    (columns, rows): (usize, usize),
    tail: &str,
    push: impl Fn(&mut String, usize),
) -> String {
    let mut text = String::with_capacity(head.len() + rows * columns * 7 + tail.len());
    text.push_str(head);
    let mut place = 0;
    for row in 0..rows {
        text.push_str(if row == 0 { "(" } else { ", (" });
        for column in 0..columns {
            place += 1;
            if column > 0 {
                text.push_str(", ");
            }
            push(&mut text, place);
        }
        text.push(')');
    }
    text.push_str(tail);
    text
}

/// `head`, then `count` arms, each with the place of its row where it says `{}`, then `tail`; the rows' places begin at
/// `first`. So a page of several things is read by the index of each.
pub fn union((head, arm, tail): (&str, &str, &str), first: usize, count: usize) -> String {
    let places = (first..).take(count);
    let arms: Vec<String> = places
        .map(|place| arm.replace("{}", &format!("${place}")))
        .collect();
    [head, &arms.join(" UNION ALL "), tail].concat()
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection as _, SqliteConnection};

    use super::*;

    #[test]
    fn portions_are_powers_of_two_and_all_there_is() {
        for length in [0, 1, 2, 3, 37, 256, 257, 1000] {
            let rows: Vec<usize> = (0..length).collect();
            let lengths: Vec<usize> = portions(&rows).map(<[usize]>::len).collect();
            assert!(
                lengths
                    .iter()
                    .all(|length| length.is_power_of_two() && *length <= MOST_IN_PORTION)
            );
            let again: Vec<usize> = portions(&rows).flatten().copied().collect();
            assert_eq!(again, rows);
        }
        let lengths: Vec<usize> = portions(&[0; 37]).map(<[i32]>::len).collect();
        assert_eq!(lengths, [32, 4, 1]);
    }

    #[test]
    fn however_many_rows_there_are_they_are_one_statement() {
        for length in [1, 2, 3, 37, 63, 64, 255, 256] {
            let rows: Vec<usize> = (0..length).collect();
            let all: Vec<_> = filled(&rows, 20).collect();
            assert_eq!(all.len(), 1, "{length}");
            let again: Vec<(usize, There)> =
                all[0].rows().map(|(row, there)| (*row, there)).collect();
            assert_eq!(again.len(), length.next_power_of_two());
            let is_filled = |place: usize| (place.min(length - 1), There(place < length));
            assert!(
                again
                    .into_iter()
                    .eq((0..length.next_power_of_two()).map(is_filled))
            );
        }
        assert_eq!(filled::<i64>(&[], 20).count(), 0);
    }

    #[test]
    fn no_statement_has_more_places_than_a_database_takes() {
        for (columns, most, texts) in [(1, 2048, 12), (6, 1024, 11), (14, 512, 10), (20, 256, 9)] {
            assert_eq!(most_rows(columns), most, "{columns}");
            let rows = vec![0; most * 2 + 3];
            let counts: Vec<usize> = filled(&rows, columns)
                .map(|portion| portion.rows().count())
                .collect();
            assert_eq!(counts, [most, most, 4]);
            let lengths = (1..=most).map(|length| {
                let rows = vec![0; length];
                filled(&rows, columns).map(|portion| portion.count()).max()
            });
            let different: std::collections::BTreeSet<_> = lengths.collect();
            assert_eq!(different.len(), texts, "{columns}");
        }
    }

    #[test]
    fn however_many_arms_there_are_the_texts_are_few() {
        for (arms, most) in [(1, 256), (2, 128), (300, 1)] {
            let mut counts = std::collections::BTreeSet::new();
            for length in 0..600 {
                let rows: Vec<usize> = (0..length).collect();
                let all: Vec<_> = filled_arms(&rows, arms).collect();
                let there = all.iter().flat_map(Filled::rows);
                let again = there.filter_map(|(row, there)| there.some(*row));
                assert!(again.eq(0..length), "{length}");
                counts.extend(all.iter().map(Filled::count));
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
            rows_of_places("INSERT INTO t VALUES ", (2, 2), " x", numbered),
            "INSERT INTO t VALUES ($1, $2), ($3, $4) x"
        );
        let mut sqlite = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let db = Connection::Sqlite(&mut sqlite);
        let portion = filled(&[0; 3], 1).next().unwrap();
        assert_eq!(portion.text(&db, ("a ", " b")), "a (?), (?), (?), (?) b");
        assert_eq!(
            portion.insert(&db, "INSERT INTO t (n)", " ON CONFLICT DO NOTHING"),
            "INSERT INTO t (n) SELECT * FROM (VALUES (?), (?), (?), (?)) AS given WHERE column1 IS NOT NULL \
             ON CONFLICT DO NOTHING"
        );
    }
}
