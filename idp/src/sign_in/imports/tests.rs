//! Tests of parsing a user: accepted, ignored and refused values, and the messages.

use super::imported_user::ImportedUser;
use foundation::EmailAddress;

const BCRYPT: &str = "$2b$05$abcdefghijklmnopqrstuuposM5Bj3ljfQuHsAFYuaQmRSIRlftcy";

/// A line, and the start of its problem's message.
const WRONG: &[(&str, &str)] = &[
    ("", "it is not JSON"),
    ("[]", "it is JSON, but not an object"),
    (r#"{"id":"u"} {"id":"v"}"#, "it is not JSON"),
    (r#"{"id":"u","id":"v"}"#, "it has a name twice"),
    (r#"{"email":"ann@example.com"}"#, "`id` is missing"),
    (r#"{"id":""}"#, "`id` is missing"),
    (r#"{"id":7}"#, "`id` must be a text"),
    (r#"{"id":" hush"}"#, "`id` begins or ends with white space"),
    (
        "{\"id\":\"hush\u{200b}\"}",
        "`id` begins or ends with white space",
    ),
    (r#"{"id":"u","email":"hush"}"#, "`email` is not an address"),
    (
        r#"{"id":"u","email_verified":"2024-01-01"}"#,
        "`email_verified` must be true or false",
    ),
    (
        r#"{"id":"u","email":"a@x.com","password_hash":"hush"}"#,
        "`password_hash` is of no kind",
    ),
    (
        r#"{"id":"u","accounts":{}}"#,
        "`accounts` must be a list of objects",
    ),
    (
        r#"{"id":"u","accounts":[1]}"#,
        "`accounts` must be a list of objects",
    ),
    (
        r#"{"id":"u","accounts":[{"provider":"github"}]}"#,
        "`provider_account_id` is missing",
    ),
    (
        r#"{"id":"u","accounts":[{"provider":"github","provider_account_id":"hu sh"}]}"#,
        "`provider_account_id` is no id",
    ),
    (
        r#"{"id":"u","accounts":[{"provider":"github","provider_account_id":"1","scope":"a\u0000b"}]}"#,
        "`scope` holds control characters",
    ),
    (
        r#"{"id":"u","accounts":[{"provider":"github","provider_account_id":"1","expires_at":1.5}]}"#,
        "`expires_at` must be a whole number",
    ),
    (
        r#"{"id":"u","passwordHash":"hush"}"#,
        "there is no field `passwordHash`",
    ),
    (
        r#"{"id":"u","accounts":[{"provider":"github","provider_account_id":"1","type":"oauth"}]}"#,
        "there is no field `type`",
    ),
];

fn refusal(line: &str) -> String {
    ImportedUser::read(line.as_bytes())
        .map_or_else(|problem| problem.to_string(), |_| "taken".to_owned())
}

#[test]
fn whole_line_is_read() {
    let line = format!(
        r#"{{"id":"u1","name":" Ann\u0000 Lee ","image":"https://example.com/a.png","is_active":false,
        "email":" Ann@Example.COM ","email_verified":true,"password_hash":"{BCRYPT}","accounts":[
        {{"provider":"github","provider_account_id":"583231","email":"ann@example.com","refresh_token":"r",
        "access_token":"a","expires_at":1700003600,"token_type":"bearer","scope":"read:user","id_token":"i",
        "session_state":"s","refresh_token_expires_in":86400}}]}}"#
    );
    let user = ImportedUser::read(line.as_bytes()).unwrap();
    assert_eq!(user.source(), "u1");
    assert_eq!(user.name.as_deref(), Some("Ann Lee"));
    assert_eq!(user.image.as_deref(), Some("https://example.com/a.png"));
    let email = user.email.as_ref().map(EmailAddress::as_str);
    assert_eq!(email, Some("ann@example.com"));
    assert_eq!(user.password_hash.as_deref(), Some(BCRYPT));
    assert!(!user.is_active && !user.has_left_out() && !user.has_no_sign_in_method());
    let account = &user.accounts[0];
    assert_eq!(account.provider_account_id, "583231");
    assert_eq!(account.tokens.refresh_token_expires_in, Some(86_400));
    assert_eq!(account.tokens.session_state.as_deref(), Some("s"));
}

#[test]
fn address_that_was_never_proven_is_omitted_with_its_password() {
    for flag in [
        "",
        r#","email_verified":false"#,
        r#","email_verified":null"#,
    ] {
        let line =
            format!(r#"{{"id":"u1","email":"ann@example.com","password_hash":"{BCRYPT}"{flag}}}"#);
        let user = ImportedUser::read(line.as_bytes()).unwrap();
        assert!(
            user.has_left_out() && user.has_no_sign_in_method(),
            "{flag}"
        );
        assert_eq!((user.email, user.password_hash), (None, None));
    }
}

#[test]
fn import_error_does_not_repeat_the_value() {
    let huge = format!(r#"{{"id":"{}"}}"#, "a".repeat(128 * 1024));
    let longer = format!(r#"{{"id":"u","name":"{}"}}"#, "a".repeat(17 * 1024));
    let many = vec![r#"{"provider":"github","provider_account_id":"1"}"#; 33].join(",");
    let many = format!(r#"{{"id":"u","accounts":[{many}]}}"#);
    let long = [
        (huge.as_str(), "it is longer than"),
        (longer.as_str(), "`name` is longer than"),
        (many.as_str(), "it has more than 32 accounts"),
    ];
    for (line, expected) in long.into_iter().chain(WRONG.iter().copied()) {
        let said = refusal(line);
        assert!(said.starts_with(expected), "{line}: {said}");
        assert!(!said.contains("hush"), "{said}");
    }
    assert!(!refusal("{id:1}").contains("line 1"));
    let hash_alone = format!(r#"{{"id":"u","password_hash":"{BCRYPT}"}}"#);
    assert!(refusal(&hash_alone).contains("needs `email`"));
}
