//! Tests of consents: a client's rows are joined into one application.

use foundation::Timestamp;

use super::consent::{AccessRecord, merge_records};

fn trace(client_id: &str, scope: &str, seconds: i64) -> AccessRecord {
    AccessRecord {
        client_id: client_id.to_owned(),
        name: client_id.to_uppercase(),
        scope: scope.to_owned(),
        granted_at: Timestamp::from_seconds(seconds),
        at: Timestamp::from_seconds(seconds),
        logo: None,
        initiate_login_uri: None,
        is_first_party: false,
    }
}

#[test]
fn client_is_listed_once_with_all_that_it_was_allowed() {
    let records = vec![
        trace("b", "openid", 1),
        trace("a", "openid email", 2),
        trace("b", "openid profile", 3),
        trace("c", "openid", 2),
    ];
    let listed: Vec<_> = merge_records(records)
        .into_iter()
        .map(|one| {
            let times = (one.granted_at.seconds(), one.used_at.seconds());
            (one.client_id, one.scope.to_string(), times)
        })
        .collect();
    let expected = [
        ("b", "openid profile", (1, 3)),
        ("a", "email openid", (2, 2)),
        ("c", "openid", (2, 2)),
    ]
    .map(|(id, scope, at)| (id.to_owned(), scope.to_owned(), at));
    assert_eq!(listed, expected);
}
