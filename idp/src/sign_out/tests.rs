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
        amr: Vec::new(),
    };
    let rows = [
        (Some("ses_1"), false, Some(&session), true, Step::End),
        (Some("ses_1"), true, Some(&session), true, Step::Ask),
        (Some("ses_1"), false, Some(&session), false, Step::Ask),
        (Some("ses_2"), false, Some(&session), true, Step::Ask),
        (None, false, Some(&session), true, Step::Ask),
        (Some("ses_1"), false, None, true, Step::Nothing),
        (None, true, None, false, Step::Nothing),
    ];
    for (sid, names_another, session, opens_a_page, expected) in rows {
        let wish = Wish {
            sid: sid.map(ToOwned::to_owned),
            destination: None,
            names_another,
        };
        let found = wish.step(session, opens_a_page);
        assert_eq!(found, expected, "{sid:?} {names_another} {opens_a_page}");
    }
}
