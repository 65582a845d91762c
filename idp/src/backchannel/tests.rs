//! Table tests of the next step after a client's response.

use std::time::Duration;

use foundation::Timestamp;
use serde_json::json;

use super::logout::{Events, Heard, Next};

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

#[test]
fn what_a_status_says() {
    let rows = [
        (200, Heard::Taken),
        (204, Heard::Taken),
        (301, Heard::Refused),
        (307, Heard::Refused),
        (400, Heard::Refused),
        (404, Heard::Refused),
        (408, Heard::Away),
        (429, Heard::Away),
        (500, Heard::Away),
        (503, Heard::Away),
    ];
    for (status, expected) in rows {
        assert_eq!(Heard::of_status(status), expected, "{status}");
    }
}

#[test]
fn a_site_is_tried_with_longer_pauses_and_not_for_ever() {
    let day = NOW.plus(Duration::from_hours(24));
    let after = |seconds| Next::Again(NOW.plus(Duration::from_secs(seconds)));
    let rows = [
        (Heard::Taken, 1, day, Next::Done),
        (Heard::Taken, 99, NOW, Next::Done),
        (Heard::Away, 1, day, after(2)),
        (Heard::Away, 2, day, after(4)),
        (Heard::Away, 9, day, after(512)),
        (Heard::Away, 10, day, after(900)),
        (Heard::Away, 99, day, after(900)),
        (
            Heard::Away,
            1,
            NOW.plus(Duration::from_secs(2)),
            Next::GiveUp,
        ),
        (Heard::Refused, 3, day, after(8)),
        (Heard::Refused, 7, day, after(128)),
        (Heard::Refused, 8, day, Next::GiveUp),
    ];
    for (heard, attempts, ends_at, expected) in rows {
        let next = heard.next(attempts, NOW, ends_at);
        assert_eq!(next, expected, "{heard:?} {attempts}");
    }
}

#[test]
fn there_is_one_event_with_an_empty_object() {
    let expected = json!({ "http://schemas.openid.net/event/backchannel-logout": {} });
    assert_eq!(serde_json::to_value(Events).unwrap(), expected);
}
