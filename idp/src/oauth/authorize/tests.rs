//! Table tests of the next step: session, request, and the expected step.

use std::sync::Arc;
use std::time::Duration;

use foundation::Timestamp;
use foundation::outbound::AllowedHosts;

use super::acr::{Acr, AcrRequirement};
use super::delivery::{Delivery, ResponseMode};
use super::interaction::{CompletedPrompts, InteractionContext, NextStep, next_step};
use super::request::{AuthorizationRequest, Prompt};
use super::target::ResponseTarget;
use crate::http::errors::ErrorCode;
use crate::protocol::claims::ClaimsRequest;
use crate::protocol::clients::{Client, ClientMetadata, RegisteredBy, Registration, Scope};
use crate::protocol::resources::RequestedResources;
use crate::session::sessions::CurrentSession;

const NOW: i64 = 1_800_000_000;

fn client(first_party: bool) -> Arc<Client> {
    let metadata = ClientMetadata {
        redirect_uris: vec!["https://a.example/cb".to_owned()],
        ..ClientMetadata::default()
    };
    let registration = Registration {
        id: "a".to_owned(),
        secret_digest: None,
        registered_by: RegisteredBy::Admin,
        first_party,
        token_digest: None,
        allowed: AllowedHosts::default(),
        issuer: "https://id.example".to_owned(),
        now: Timestamp::from_seconds(NOW),
    };
    Arc::new(metadata.into_client(registration).unwrap())
}

fn request(
    prompt: &str,
    max_age: Option<u64>,
    expected_user: Option<&str>,
) -> AuthorizationRequest {
    AuthorizationRequest {
        target: ResponseTarget {
            client: client(true),
            redirect_uri: "https://a.example/cb".to_owned(),
            state: None,
            mode: ResponseMode::Query,
        },
        claims: ClaimsRequest::default(),
        named: RequestedResources::default(),
        scope: Scope::parse("openid email").unwrap(),
        challenge: None,
        nonce: None,
        dpop_jkt: None,
        prompt: Prompt {
            none: prompt.contains("none"),
            login: prompt.contains("login"),
            select_account: prompt.contains("select"),
            consent: prompt.contains("consent"),
        },
        max_age: max_age.map(Duration::from_secs),
        acr: AcrRequirement::default(),
        expected_subject: expected_user.map(ToOwned::to_owned),
        login_hint: None,
    }
}

fn session(user_id: &str, age: i64) -> CurrentSession {
    CurrentSession {
        digest: String::new(),
        sid: "ses_1".to_owned(),
        user_id: user_id.to_owned(),
        auth_time: Timestamp::from_seconds(NOW - age),
        expires_at: Timestamp::from_seconds(NOW + 1),
        amr: vec!["pwd".to_owned()],
        last_seen_at: Timestamp::from_seconds(NOW - age),
    }
}

fn context(session: Option<&CurrentSession>, parked_before: Option<i64>) -> InteractionContext<'_> {
    InteractionContext {
        session,
        subject: session.map(|session| session.user_id.as_str()),
        consented: None,
        completed: CompletedPrompts::default(),
        is_other_than_hinted: false,
        parked_at: parked_before.map(|seconds| Timestamp::from_seconds(NOW - seconds)),
        now: Timestamp::from_seconds(NOW),
    }
}

/// Returns a step in one word.
fn step_name(step: NextStep) -> &'static str {
    match step {
        NextStep::Refuse(error) => error.code.name(),
        NextStep::SignIn => "sign in",
        NextStep::SignInAfresh => "sign in afresh",
        NextStep::ChooseAccount => "choose",
        NextStep::AskConsent => "ask consent",
        NextStep::Respond => "respond",
    }
}

/// `prompt`, `max_age`, the hint's user, the age of the session, the age of the pending request, the step.
type Row = (
    &'static str,
    Option<u64>,
    Option<&'static str>,
    Option<i64>,
    Option<i64>,
    &'static str,
);

const SIGNED_OUT: &[Row] = &[
    ("", None, None, None, None, "sign in"),
    ("", None, Some("ann"), None, None, "sign in afresh"),
    ("select", None, None, None, None, "sign in afresh"),
    ("", Some(100), None, None, None, "sign in afresh"),
    ("login", None, None, None, None, "sign in afresh"),
    ("login", None, None, None, Some(9), "sign in afresh"),
    ("none", None, None, None, None, "login_required"),
    ("none", Some(100), None, None, None, "login_required"),
];

const SIGNED_IN: &[Row] = &[
    ("", None, None, Some(50), None, "respond"),
    ("none", None, None, Some(50), None, "respond"),
    ("", Some(50), None, Some(50), None, "respond"),
    ("", Some(49), None, Some(50), None, "sign in afresh"),
    ("none", Some(49), None, Some(50), None, "login_required"),
    ("", Some(0), None, Some(1), Some(9), "respond"),
    ("", Some(0), None, Some(10), Some(9), "sign in afresh"),
    ("login", None, None, Some(0), None, "sign in afresh"),
    ("login", None, None, Some(10), Some(9), "sign in afresh"),
    ("login", None, None, Some(9), Some(9), "respond"),
    ("login", Some(1), None, Some(5), Some(9), "respond"),
    ("select", None, None, Some(50), None, "choose"),
    ("select", None, None, Some(50), Some(9), "choose"),
    ("select", None, None, Some(9), Some(9), "respond"),
    (
        "select login",
        None,
        None,
        Some(50),
        Some(9),
        "sign in afresh",
    ),
    ("", None, Some("ann"), Some(50), None, "respond"),
    ("none", None, Some("ann"), Some(50), None, "respond"),
    ("", None, Some("ben"), Some(50), None, "sign in afresh"),
    ("none", None, Some("ben"), Some(50), None, "login_required"),
    ("", None, Some("ben"), Some(10), Some(9), "sign in afresh"),
    ("", None, Some("ben"), Some(9), Some(9), "login_required"),
    (
        "login",
        None,
        Some("ben"),
        Some(9),
        Some(9),
        "login_required",
    ),
];

#[test]
fn sign_in_requirement_follows_prompt_and_max_age() {
    for &(prompt, max_age, expected_user, age, parked, expected) in
        SIGNED_OUT.iter().chain(SIGNED_IN)
    {
        let session = age.map(|age| session("ann", age));
        let request = request(prompt, max_age, expected_user);
        let step = next_step(&request, &context(session.as_ref(), parked));
        assert_eq!(
            step_name(step),
            expected,
            "{prompt} {max_age:?} {expected_user:?} {age:?} {parked:?}"
        );
    }
}

#[test]
fn consent_requirement_follows_client_and_prompt() {
    let rows = [
        (true, "", None, false, "respond"),
        (true, "consent", None, false, "respond"),
        (false, "", None, false, "ask consent"),
        (false, "none", None, false, "consent_required"),
        (false, "", Some("openid email profile"), false, "respond"),
        (false, "", Some("openid"), false, "ask consent"),
        (false, "consent", Some("openid email"), false, "ask consent"),
        (false, "consent", None, true, "respond"),
    ];
    let ann = session("ann", 5);
    for (first_party, prompt, consented, allowed_now, expected) in rows {
        let mut request = request(prompt, None, None);
        request.target.client = client(first_party);
        let consented = consented.and_then(Scope::parse);
        let context = InteractionContext {
            consented: consented.as_ref(),
            completed: CompletedPrompts {
                account: false,
                consent: allowed_now,
            },
            ..context(Some(&ann), None)
        };
        assert_eq!(
            step_name(next_step(&request, &context)),
            expected,
            "{first_party} {prompt} {consented:?}"
        );
    }
}

/// Accepted classes, essential or not, `prompt`, the method, the age of the session, the age of the pending request,
/// the step.
type ClassRow = (
    &'static [Acr],
    bool,
    &'static str,
    &'static str,
    i64,
    Option<i64>,
    &'static str,
);

#[test]
fn step_up_requirement_follows_acr_values() {
    const PHR: &[Acr] = &[Acr::PhishingResistant];
    const BOTH: &[Acr] = &[Acr::PhishingResistant, Acr::Any];
    let rows: [ClassRow; 12] = [
        (&[], false, "", "pwd", 50, None, "respond"),
        (&[], true, "", "pwd", 50, None, "respond"),
        (BOTH, true, "", "pwd", 50, None, "respond"),
        (PHR, false, "", "hwk", 50, None, "respond"),
        (PHR, true, "none", "swk", 50, None, "respond"),
        (PHR, false, "", "pwd", 50, None, "sign in afresh"),
        (PHR, true, "", "pwd", 50, Some(9), "sign in afresh"),
        (PHR, false, "", "pwd", 9, Some(9), "respond"),
        (PHR, false, "none", "pwd", 50, None, "respond"),
        (PHR, true, "none", "pwd", 50, None, "login_required"),
        (
            PHR,
            true,
            "",
            "pwd",
            9,
            Some(9),
            "unmet_authentication_requirements",
        ),
        (PHR, true, "", "hwk", 9, Some(9), "respond"),
    ];
    for (accepted, is_essential, prompt, method, age, parked, expected) in rows {
        let mut request = request(prompt, None, None);
        request.acr = AcrRequirement {
            accepted: accepted.to_vec(),
            is_essential,
        };
        let ann = CurrentSession {
            amr: vec![method.to_owned()],
            ..session("ann", age)
        };
        let step = next_step(&request, &context(Some(&ann), parked));
        assert_eq!(
            step_name(step),
            expected,
            "{accepted:?} {is_essential} {prompt} {method} {age} {parked:?}"
        );
    }
}

#[test]
fn claims_one_by_one_are_allowed_like_the_scope_that_opens_them() {
    let ann = session("ann", 5);
    let rows = [
        ("{}", "openid email", "respond"),
        (r#"{"userinfo":{"email":null}}"#, "openid email", "respond"),
        (
            r#"{"userinfo":{"nickname":null}}"#,
            "openid email",
            "respond",
        ),
        (
            r#"{"userinfo":{"name":null}}"#,
            "openid email",
            "ask consent",
        ),
        (
            r#"{"id_token":{"name":null}}"#,
            "openid email",
            "ask consent",
        ),
        (
            r#"{"id_token":{"name":null}}"#,
            "openid email profile",
            "respond",
        ),
    ];
    for (claims, consented, expected) in rows {
        let mut request = request("", None, None);
        request.target.client = client(false);
        request.claims = ClaimsRequest::parse(claims).unwrap();
        let consented = Scope::parse(consented);
        let context = InteractionContext {
            consented: consented.as_ref(),
            ..context(Some(&ann), None)
        };
        assert_eq!(
            step_name(next_step(&request, &context)),
            expected,
            "{claims}"
        );
    }
}

#[test]
fn responses_have_state_and_issuer_and_keep_the_redirect_uri() {
    let target = ResponseTarget {
        client: client(true),
        redirect_uri: "https://a.example/cb?x=1".to_owned(),
        state: Some("a&b".to_owned()),
        mode: ResponseMode::Query,
    };
    let redirect = |address: &str| Delivery::Redirect(address.to_owned());
    assert_eq!(
        target.with_code("https://id.example", "c"),
        redirect("https://a.example/cb?x=1&code=c&state=a%26b&iss=https%3A%2F%2Fid.example")
    );
    let error = crate::http::errors::OAuthError::new(ErrorCode::LoginRequired, "No.");
    assert_eq!(
        target.with_error("https://id.example", error),
        redirect(
            "https://a.example/cb?x=1&error=login_required&error_description=No.&state=a%26b&iss=https%3A%2F%2Fid.example"
        )
    );
    let posted = ResponseTarget {
        mode: ResponseMode::FormPost,
        ..target
    };
    let expected = Delivery::Form {
        address: "https://a.example/cb?x=1".to_owned(),
        origin: "https://a.example".to_owned(),
        fields: [
            ("code", "c"),
            ("state", "a&b"),
            ("iss", "https://id.example"),
        ]
        .map(|(name, value): (&str, &str)| (name.to_owned(), value.to_owned()))
        .to_vec(),
    };
    assert_eq!(posted.with_code("https://id.example", "c"), expected);
}
