//! Detects that Stripe delivers no events of a connection, although its account has some.

use std::time::Duration;

use foundation::Failure;

use super::store::events::{self, ArrivedEvent};
use crate::app::App;
use crate::billing::connections::StripeConnection;

/// Age below which the delivery of an event may be on its way. Stripe delivers within seconds.
const MIN_AGE: Duration = Duration::from_mins(2);
/// Age above which an event shows nothing: this installation was down, and Stripe repeats a delivery after minutes or hours.
const MAX_AGE: Duration = Duration::from_mins(10);
/// Time between the first and the last event that was read. Two comparisons have to find some, because a restart of this
/// installation refuses the deliveries of one.
const MIN_TIME: Duration = Duration::from_mins(4);

/// Returns true if comparisons since the last check found events that Stripe had not delivered, and no delivery arrived.
pub(crate) async fn is_silent(app: &App, connection: &StripeConnection) -> Result<bool, Failure> {
    let since = connection.checked_at.unwrap_or(connection.created_at);
    let mut reader = app.database.reader().await?;
    let newest = events::list_newest(&mut reader.connection(), &connection.id, since).await?;
    Ok(has_silence(&newest))
}

/// Returns true if events, newest first, were read over some time without a delivery.
fn has_silence(newest: &[ArrivedEvent]) -> bool {
    let mut undelivered = newest
        .iter()
        .take_while(|event| event.is_read)
        .filter(|event| is_overdue(event));
    let Some(last) = undelivered.next() else {
        return false;
    };
    let first = undelivered.last().unwrap_or(last);
    first.received_at.plus(MIN_TIME) <= last.received_at
}

fn is_overdue(event: &ArrivedEvent) -> bool {
    let at = event.received_at;
    event.created_at.plus(MIN_AGE) <= at && at <= event.created_at.plus(MAX_AGE)
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::*;

    /// Returns an event by the minutes of its arrival and of its age.
    fn event(is_read: bool, arrival: i64, age: i64) -> ArrivedEvent {
        ArrivedEvent {
            is_read,
            created_at: Timestamp::from_seconds((arrival - age) * 60),
            received_at: Timestamp::from_seconds(arrival * 60),
        }
    }

    #[test]
    fn silence_needs_two_comparisons_without_a_delivery() {
        let read = |arrival, age| event(true, arrival, age);
        let delivered = |arrival| event(false, arrival, 0);
        let rows = [
            // events, newest first; is silent
            (vec![], false),
            (vec![read(100, 3)], false),
            (vec![read(100, 3), read(100, 5)], false),
            (vec![read(105, 3), read(100, 3)], true),
            (vec![read(105, 3), delivered(102), read(100, 3)], false),
            (vec![delivered(106), read(105, 3), read(100, 3)], false),
            (vec![read(105, 3), read(100, 3), delivered(99)], true),
            (vec![read(105, 1), read(100, 3)], false),
            (vec![read(105, 3), read(100, 1)], false),
            (vec![read(105, 3), read(100, 60)], false),
            (vec![read(110, 3), read(105, 1), read(100, 3)], true),
        ];
        for (events, expected) in rows {
            assert_eq!(has_silence(&events), expected, "{events:?}");
        }
    }
}
