//! Tests of the steps that follow from a sign-out request, as a table.

use foundation::Timestamp;

use super::logout_request::{SignOutRequest, SignOutStep};
use crate::session::sessions::CurrentSession;

#[test]
fn only_the_session_of_the_hint_ends_without_confirmation() {
    let session = CurrentSession {
        digest: String::new(),
        expires_at: Timestamp::from_seconds(1),
        sid: "ses_1".to_owned(),
        user_id: "usr_1".to_owned(),
        auth_time: Timestamp::from_seconds(0),
        amr: Vec::new(),
        last_seen_at: Timestamp::from_seconds(0),
    };
    let rows = [
        (true, false, Some(&session), true, SignOutStep::End),
        (true, true, Some(&session), true, SignOutStep::Ask),
        (true, false, Some(&session), false, SignOutStep::Ask),
        (false, false, Some(&session), true, SignOutStep::Ask),
        (false, false, Some(&session), true, SignOutStep::Ask),
        (true, false, None, true, SignOutStep::Nothing),
        (false, true, None, false, SignOutStep::Nothing),
    ];
    for (is_of_session, names_another, session, opens_a_page, expected) in rows {
        let logout = SignOutRequest {
            is_of_session,
            destination: None,
            has_unregistered_redirect: names_another,
            is_unregistered_client: false,
        };
        let found = logout.step(session, opens_a_page);
        assert_eq!(
            found, expected,
            "{is_of_session} {names_another} {opens_a_page}"
        );
    }
}
