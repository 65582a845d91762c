//! Tests of what follows from a wish, as a table.

use foundation::Timestamp;

use super::wish::{Step, Wish};
use crate::sessions::Current;

#[test]
fn only_the_session_of_the_hint_ends_without_a_question() {
    let session = Current {
        digest: String::new(),
        expires_at: Timestamp::from_seconds(1),
        sid: "ses_1".to_owned(),
        user_id: "usr_1".to_owned(),
        auth_time: Timestamp::from_seconds(0),
    };
    let rows = [
        (Some("ses_1"), Some(&session), Step::End),
        (Some("ses_2"), Some(&session), Step::Ask),
        (None, Some(&session), Step::Ask),
        (Some("ses_1"), None, Step::Nothing),
        (None, None, Step::Nothing),
    ];
    for (sid, session, expected) in rows {
        let wish = Wish {
            sid: sid.map(ToOwned::to_owned),
            destination: None,
        };
        assert_eq!(wish.step(session), expected, "{sid:?}");
    }
}
