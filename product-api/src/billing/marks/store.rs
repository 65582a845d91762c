//! The table of marked objects.

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::mark::{Mark, MarkedObject};

const INSERT: &str = "\
    INSERT INTO stripe_object (connection_id, kind, object_id, dirty, done, attempts, next_at, state, last_event, \
        waiting_since, created_at, updated_at)";

/// A waiting object keeps its count of attempts, and a claim that is under way; it is due at once. Another object begins a
/// new count.
const MARK_AGAIN: &str = " \
    ON CONFLICT (connection_id, kind, object_id) DO UPDATE SET \
        dirty = stripe_object.dirty + excluded.dirty, \
        attempts = CASE WHEN stripe_object.state = 'waiting' THEN stripe_object.attempts ELSE 0 END, \
        next_at = CASE WHEN stripe_object.next_at < excluded.next_at THEN stripe_object.next_at ELSE excluded.next_at END, \
        state = 'waiting', \
        error = CASE WHEN stripe_object.state = 'waiting' THEN stripe_object.error END, \
        last_event = COALESCE(excluded.last_event, stripe_object.last_event), \
        waiting_since = COALESCE(stripe_object.waiting_since, excluded.waiting_since), \
        updated_at = excluded.updated_at";

const IS_MARKED: &str =
    "SELECT COUNT(*) FROM stripe_object WHERE connection_id = $1 AND kind = $2 AND object_id = $3";

/// Marks objects, in the order in which they are given.
pub(super) async fn mark_all(
    db: &mut Connection<'_>,
    marks: &[Mark<'_>],
    now: Timestamp,
) -> Result<(), Failure> {
    const COLUMNS: usize = 12;
    for portion in padded(marks, COLUMNS) {
        let text = portion.insert(db, INSERT, MARK_AGAIN);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (mark, slot) in portion.rows() {
                query = query
                    .bind(slot.some(mark.object.connection_id))
                    .bind(mark.object.kind.word())
                    .bind(mark.object.object_id)
                    .bind(mark.count)
                    .bind(0_i64)
                    .bind(0_i16)
                    .bind(now.micros())
                    .bind("waiting")
                    .bind(mark.event)
                    .bind(now.micros())
                    .bind(now.micros())
                    .bind(now.micros());
            }
            query.execute(c).await.map(drop)
        })
        .failed("marking objects")?;
    }
    Ok(())
}

/// Returns true if an object was marked before.
pub(super) async fn is_marked(
    db: &mut Connection<'_>,
    object: MarkedObject<'_>,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(IS_MARKED)
        .bind(object.connection_id)
        .bind(object.kind.word())
        .bind(object.object_id)
        .fetch_one(c)
        .await)
    .failed("looking for a marked object")?;
    Ok(count > 0)
}

#[cfg(test)]
mod tests {
    use foundation::on_both_engines;

    use super::super::mark::{mark, mark_again};
    use super::super::object_kind::ObjectKind;
    use super::*;
    use crate::MIGRATIONS;

    /// Columns that marks change: marks, attempts, time of the next attempt, state, newest event, time of the first mark.
    type Row = (i64, i16, Option<i64>, String, Option<String>, Option<i64>);

    const READ: &str = "SELECT dirty, attempts, next_at, state, last_event, waiting_since FROM stripe_object \
        WHERE object_id = 'cs_1'";

    async fn change(db: &mut Connection<'_>, statement: &'static str) {
        on_engine!(db, |c| sqlx::query(statement).execute(c).await.map(drop)).unwrap();
    }

    async fn read(db: &mut Connection<'_>) -> Row {
        on_engine!(db, |c| sqlx::query_as(READ).fetch_one(c).await).unwrap()
    }

    fn session(object_id: &str) -> MarkedObject<'_> {
        MarkedObject {
            connection_id: "scn_1",
            kind: ObjectKind::Session,
            object_id,
        }
    }

    on_both_engines!(
        MIGRATIONS,
        async fn mark_of_an_object_in_each_state_makes_it_due(database: Database) {
            let mut transaction = database.begin().await.unwrap();
            let mut db = transaction.connection();
            let marked = session("cs_1");
            let at = Timestamp::from_micros;
            mark(&mut db, marked, Some("evt_1"), at(10)).await.unwrap();
            let text = |text: &str| text.to_owned();
            let first = (
                1,
                0,
                Some(10),
                text("waiting"),
                Some(text("evt_1")),
                Some(10),
            );
            assert_eq!(read(&mut db).await, first);
            // A failed attempt is due later; a mark makes the object due at once, and keeps the count.
            change(
                &mut db,
                "UPDATE stripe_object SET attempts = 3, next_at = 900",
            )
            .await;
            mark(&mut db, marked, None, at(20)).await.unwrap();
            let again = (
                2,
                3,
                Some(20),
                text("waiting"),
                Some(text("evt_1")),
                Some(10),
            );
            assert_eq!(read(&mut db).await, again);
            mark(&mut db, marked, None, at(30)).await.unwrap();
            assert_eq!(read(&mut db).await.2, Some(20), "it is due since then");
            for state in [
                "UPDATE stripe_object SET state = 'dead', next_at = NULL, waiting_since = NULL, attempts = 18",
                "UPDATE stripe_object SET state = 'foreign', next_at = NULL, waiting_since = NULL",
                "UPDATE stripe_object SET state = 'idle', next_at = NULL, waiting_since = NULL",
            ] {
                change(&mut db, state).await;
                mark(&mut db, marked, Some("evt_2"), at(40)).await.unwrap();
                let (_, attempts, next_at, state, event, since) = read(&mut db).await;
                assert_eq!((attempts, next_at, since), (0, Some(40), Some(40)));
                assert_eq!(
                    (state.as_str(), event.as_deref()),
                    ("waiting", Some("evt_2"))
                );
            }
            assert_eq!(read(&mut db).await.0, 6);
        }
    );

    on_both_engines!(
        MIGRATIONS,
        async fn object_that_was_never_marked_is_not_marked_again(database: Database) {
            let mut transaction = database.begin().await.unwrap();
            let mut db = transaction.connection();
            let at = Timestamp::from_micros;
            let known = session("cs_1");
            mark(&mut db, known, None, at(10)).await.unwrap();
            for object in [known, session("cs_2")] {
                mark_again(&mut db, object, at(20)).await.unwrap();
            }
            let (rows, dirty): (i64, i64) = on_engine!(&mut db, |c| {
                sqlx::query_as("SELECT COUNT(*), MAX(dirty) FROM stripe_object")
                    .fetch_one(c)
                    .await
            })
            .unwrap();
            assert_eq!((rows, dirty), (1, 2));
        }
    );

    on_both_engines!(
        MIGRATIONS,
        async fn many_objects_are_marked_together(database: Database) {
            let mut transaction = database.begin().await.unwrap();
            let mut db = transaction.connection();
            let ids: Vec<String> = (1..=300).map(|number| format!("cs_{number}")).collect();
            let marks: Vec<Mark<'_>> = ids
                .iter()
                .map(|id| Mark {
                    object: session(id),
                    event: None,
                    count: 2,
                })
                .collect();
            for _ in 0..2 {
                mark_all(&mut db, &marks, Timestamp::from_micros(5))
                    .await
                    .unwrap();
            }
            let (rows, dirty): (i64, i64) = on_engine!(&mut db, |c| {
                sqlx::query_as("SELECT COUNT(*), MIN(dirty) FROM stripe_object")
                    .fetch_one(c)
                    .await
            })
            .unwrap();
            assert_eq!((rows, dirty), (300, 4));
        }
    );
}
