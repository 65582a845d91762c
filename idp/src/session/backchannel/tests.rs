//! Table tests of the next step after a client's response.

use std::time::Duration;

use foundation::Timestamp;
use serde_json::json;

use super::logout::{DeliveryResult, Events, NextAttempt};

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

#[test]
fn what_a_status_says() {
    let rows = [
        (200, DeliveryResult::Delivered),
        (204, DeliveryResult::Delivered),
        (301, DeliveryResult::Refused),
        (307, DeliveryResult::Refused),
        (400, DeliveryResult::Refused),
        (404, DeliveryResult::Refused),
        (408, DeliveryResult::Unavailable),
        (429, DeliveryResult::Unavailable),
        (500, DeliveryResult::Unavailable),
        (503, DeliveryResult::Unavailable),
    ];
    for (status, expected) in rows {
        assert_eq!(DeliveryResult::from_status(status), expected, "{status}");
    }
}

#[test]
fn a_site_is_tried_with_longer_pauses_and_not_for_ever() {
    let day = NOW.plus(Duration::from_hours(24));
    let after = |seconds| NextAttempt::Again(NOW.plus(Duration::from_secs(seconds)));
    let rows = [
        (DeliveryResult::Delivered, 1, day, NextAttempt::Done),
        (DeliveryResult::Delivered, 99, NOW, NextAttempt::Done),
        (DeliveryResult::Unavailable, 1, day, after(2)),
        (DeliveryResult::Unavailable, 2, day, after(4)),
        (DeliveryResult::Unavailable, 9, day, after(512)),
        (DeliveryResult::Unavailable, 10, day, after(900)),
        (DeliveryResult::Unavailable, 99, day, after(900)),
        (
            DeliveryResult::Unavailable,
            1,
            NOW.plus(Duration::from_secs(2)),
            NextAttempt::GiveUp,
        ),
        (DeliveryResult::Refused, 3, day, after(8)),
        (DeliveryResult::Refused, 7, day, after(128)),
        (DeliveryResult::Refused, 8, day, NextAttempt::GiveUp),
    ];
    for (result, attempts, ends_at, expected) in rows {
        let next = result.next(attempts, NOW, ends_at);
        assert_eq!(next, expected, "{result:?} {attempts}");
    }
}

#[test]
fn there_is_one_event_with_an_empty_object() {
    let expected = json!({ "http://schemas.openid.net/event/backchannel-logout": {} });
    assert_eq!(serde_json::to_value(Events).unwrap(), expected);
}
