//! Records events and marks their objects. Events that arrive together share one transaction.

use std::collections::BTreeMap;

use foundation::{Background, Clock, Connection, Database, Failure, QueryBatcher, Timestamp};

use super::received_event::{EventState, ReceivedEvent};
use super::store::events;
use crate::billing::marks::{Mark, MarkedObject, mark_all};

/// Maximum number of transactions in flight. With one, the most events share a commit; SQLite has one writer anyway.
const MAX_IN_FLIGHT: usize = 1;

/// The result of recording an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordedEvent {
    /// It was recorded now.
    New,
    /// It was recorded before, and changes nothing.
    Known,
}

/// Records events in batches.
pub(super) type Intake = QueryBatcher<ReceivedEvent, RecordedEvent>;

/// Creates the batches of a database.
pub(super) fn intake(database: &Database, clock: &Clock, background: &Background) -> Intake {
    let (database, clock) = (database.clone(), clock.clone());
    QueryBatcher::new(
        background.clone(),
        MAX_IN_FLIGHT,
        move |events: Vec<ReceivedEvent>| {
            let (database, clock) = (database.clone(), clock.clone());
            async move { record_batch(&database, clock.now(), &events).await }
        },
    )
}

/// Records events in one transaction. Returns the result of each at its index.
async fn record_batch(
    database: &Database,
    now: Timestamp,
    events: &[ReceivedEvent],
) -> Result<Vec<RecordedEvent>, Failure> {
    let mut transaction = database.begin().await?;
    let mut db = transaction.connection();
    let recorded = record(&mut db, now, events).await?;
    transaction.commit().await?;
    Ok(recorded)
}

async fn record(
    db: &mut Connection<'_>,
    now: Timestamp,
    events: &[ReceivedEvent],
) -> Result<Vec<RecordedEvent>, Failure> {
    let distinct = distinct(events);
    let new = events::insert_new(db, &distinct, now).await?;
    let is_new = |event: &&ReceivedEvent| new.contains(&key_of(event));
    let marking: Vec<&ReceivedEvent> = distinct.iter().copied().filter(is_new).collect();
    mark_all(db, &marks_of(&marking), now).await?;
    let mut left = new;
    let results = events.iter().map(|event| {
        // Only the first of equal events of a batch is the new one.
        if left.remove(&key_of(event)) {
            RecordedEvent::New
        } else {
            RecordedEvent::Known
        }
    });
    Ok(results.collect())
}

fn key_of(event: &ReceivedEvent) -> (String, String) {
    (event.connection_id.clone(), event.event_id.clone())
}

/// Returns one of all equal events, in the order in which transactions lock their rows.
fn distinct(events: &[ReceivedEvent]) -> Vec<&ReceivedEvent> {
    let by_key: BTreeMap<(&str, &str), &ReceivedEvent> = events
        .iter()
        .map(|event| {
            let key = (event.connection_id.as_str(), event.event_id.as_str());
            (key, event)
        })
        .collect();
    by_key.into_values().collect()
}

/// Returns the marks of events, one for each object, in the order in which transactions lock their rows.
fn marks_of<'e>(events: &[&'e ReceivedEvent]) -> Vec<Mark<'e>> {
    let mut by_object: BTreeMap<MarkedObject<'e>, (i64, &'e ReceivedEvent)> = BTreeMap::new();
    for event in events {
        let Some(object) = object_of(event) else {
            continue;
        };
        let (count, newest) = by_object.entry(object).or_insert((0, event));
        *count += 1;
        if event.created_at >= newest.created_at {
            *newest = event;
        }
    }
    let marks = by_object.into_iter();
    let marks = marks.map(|(object, (count, newest))| Mark {
        object,
        event: Some(&newest.event_id),
        count,
    });
    marks.collect()
}

fn object_of(event: &ReceivedEvent) -> Option<MarkedObject<'_>> {
    if event.state != EventState::Marked {
        return None;
    }
    Some(MarkedObject {
        connection_id: &event.connection_id,
        kind: event.object_kind?,
        object_id: event.object_id.as_deref()?,
    })
}

#[cfg(test)]
mod tests {
    use foundation::{on_both_engines, on_engine};

    use super::super::received_event::EventSource;
    use super::*;
    use crate::MIGRATIONS;
    use crate::billing::marks::ObjectKind;

    fn event(event_id: &str, object_id: &str, seconds: i64) -> ReceivedEvent {
        ReceivedEvent {
            connection_id: "scn_1".to_owned(),
            event_id: event_id.to_owned(),
            event_type: "charge.refunded".to_owned(),
            object_kind: Some(ObjectKind::Payment),
            object_id: Some(object_id.to_owned()),
            created_at: Timestamp::from_seconds(seconds),
            source: EventSource::Webhook,
            state: EventState::Marked,
            reason: None,
        }
    }

    #[test]
    fn marks_of_one_object_are_counted_and_name_its_newest_event() {
        let events = [
            event("evt_2", "pi_2", 5),
            event("evt_9", "pi_1", 9),
            event("evt_3", "pi_1", 3),
        ];
        let ignored = ReceivedEvent {
            state: EventState::Ignored,
            ..event("evt_4", "pi_4", 1)
        };
        let all: Vec<&ReceivedEvent> = events.iter().chain([&ignored]).collect();
        let marks = marks_of(&all);
        let found: Vec<_> = marks
            .iter()
            .map(|mark| (mark.object.object_id, mark.event, mark.count))
            .collect();
        assert_eq!(
            found,
            [("pi_1", Some("evt_9"), 2), ("pi_2", Some("evt_2"), 1)]
        );
    }

    on_both_engines!(
        MIGRATIONS,
        async fn event_marks_its_object_once(database: Database) {
            let now = Timestamp::from_seconds(10);
            let (one, two) = (event("evt_1", "pi_1", 1), event("evt_2", "pi_1", 2));
            let refused = ReceivedEvent {
                object_kind: None,
                object_id: None,
                state: EventState::Refused,
                reason: Some("wrong-mode"),
                ..event("evt_3", "", 3)
            };
            let batch = [two.clone(), one.clone(), one.clone(), refused.clone()];
            let recorded = record_batch(&database, now, &batch).await.unwrap();
            let (new, known) = (RecordedEvent::New, RecordedEvent::Known);
            assert_eq!(recorded, [new, new, known, new]);
            let again = record_batch(&database, now, &[one, refused]).await.unwrap();
            assert_eq!(again, [known, known]);
            assert_eq!(record_batch(&database, now, &[]).await.unwrap(), []);
            let mut reader = database.reader().await.unwrap();
            let (rows, dirty, last): (i64, i64, String) =
                on_engine!(&mut reader.connection(), |c| {
                    sqlx::query_as(
                        "SELECT COUNT(*), MAX(dirty), MAX(last_event) FROM stripe_object",
                    )
                    .fetch_one(c)
                    .await
                })
                .unwrap();
            assert_eq!((rows, dirty, last.as_str()), (1, 2, "evt_2"));
        }
    );
}
