//! Tests of the metadata that a client may set for itself.

use foundation::Timestamp;
use foundation::outbound::AllowedHosts;
use serde_json::{Map, Value, json};

use crate::protocol::clients::{Client, ClientMetadata, RegisteredBy, Registration, Scope};

fn object(value: Value) -> Map<String, Value> {
    let Value::Object(members) = value else {
        panic!("no object");
    };
    members
}

fn ceiling() -> Scope {
    Scope::parse("credits.read websites").unwrap()
}

fn read(said: Value, before: Option<&Client>) -> Result<ClientMetadata, Vec<String>> {
    ClientMetadata::from_members(object(said), &ceiling(), before)
}

fn registration() -> Registration {
    Registration {
        id: "cli_1".to_owned(),
        secret_digest: None,
        registered_by: RegisteredBy::Dynamic,
        first_party: false,
        token_digest: None,
        allowed: AllowedHosts::default(),
        issuer: "https://id.example".to_owned(),
        now: Timestamp::from_seconds(1_800_000_000),
    }
}

fn client(said: Value) -> Client {
    let metadata = read(said, None).unwrap();
    metadata.into_client(registration()).unwrap()
}

#[test]
fn own_page_is_no_redirect_uri() {
    for member in ["redirect_uris", "post_logout_redirect_uris"] {
        for page in [
            "/api/auth/signout",
            "/api/auth/callback/email?token=x&email=y",
            "/oauth/logout",
            "/admin/claim",
        ] {
            let mut said = json!({ "redirect_uris": ["https://a.example/cb"] });
            said[member] = json!([format!("https://id.example{page}")]);
            let metadata = read(said, None).unwrap();
            let problems = metadata.into_client(registration()).unwrap_err();
            assert!(
                problems[0].starts_with(&format!("{member}/0: ")),
                "{problems:?}"
            );
        }
    }
    // Uses another port, because a native application chooses its port when it starts.
    let native = client(json!({
        "application_type": "native", "redirect_uris": ["http://localhost/oauth/callback"],
        "post_logout_redirect_uris": ["http://localhost/oauth/logout"],
    }));
    let ours = "http://localhost:8080";
    for (port, expected) in [(5000, true), (8080, false)] {
        let at = |path: &str| format!("http://localhost:{port}{path}");
        assert_eq!(native.redirects_to(&at("/oauth/callback"), ours), expected);
        assert_eq!(native.signs_out_to(&at("/oauth/logout"), ours), expected);
    }
}

#[test]
fn unknown_members_are_ignored_and_operator_members_refused() {
    let said = json!({
        "redirect_uris": ["https://a.example/cb"], "software_id": "x", "require_pkce": true, "client_name#de": "Ein Name",
    });
    assert!(read(said, None).is_ok());
    for (name, value) in [
        ("is_active", json!(false)),
        ("first_party", json!(true)),
        ("resources", json!(["https://api.example/"])),
    ] {
        let problems = read(json!({ name: value }), None).unwrap_err();
        assert!(problems[0].starts_with(name), "{problems:?}");
    }
    assert!(read(json!({ "redirect_uris": "x" }), None).is_err());
}

#[test]
fn require_pkce_once_on_is_deactivated_by_the_operator_alone() {
    let addresses = json!(["https://a.example/cb"]);
    let body = |requested: Value| {
        let mut body = json!({ "redirect_uris": addresses, "require_pkce": requested });
        if body["require_pkce"].is_null() {
            body.as_object_mut().unwrap().remove("require_pkce");
        }
        body
    };
    let relaxed = client(body(Value::Null));
    let strict = client(body(json!(true)));
    assert_eq!((relaxed.require_pkce, strict.require_pkce), (false, true));
    let rows = [
        (&relaxed, Value::Null, Ok(None)),
        (&relaxed, json!(false), Ok(Some(false))),
        (&relaxed, json!(true), Ok(Some(true))),
        (&strict, Value::Null, Ok(Some(true))),
        (&strict, json!(true), Ok(Some(true))),
        (&strict, json!(false), Err("require_pkce")),
    ];
    for (before, requested, expected) in rows {
        let found = read(body(requested.clone()), Some(before))
            .map(|metadata| metadata.require_pkce)
            .map_err(|problems| problems[0].clone());
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{requested}"),
            (Err(problem), Err(member)) => assert!(problem.starts_with(member), "{problem}"),
            (found, expected) => panic!("{requested}: {found:?} instead of {expected:?}"),
        }
    }
}

#[test]
fn scopes_stay_within_the_maximum() {
    let rows = [
        (json!({}), "credits.read websites"),
        (json!({ "scope": "" }), ""),
        (
            json!({ "scope": "openid credits.read operator idp.users" }),
            "credits.read",
        ),
    ];
    for (said, expected) in rows {
        let found = read(said.clone(), None).unwrap().scope;
        assert_eq!(found.as_deref(), Some(expected), "{said}");
    }
}

#[test]
fn update_that_omits_a_safeguard_is_refused() {
    let before = client(json!({
        "redirect_uris": ["https://a.example/cb"], "token_endpoint_auth_method": "none",
        "dpop_bound_access_tokens": true, "subject_type": "pairwise",
    }));
    let mut said = json!({ "redirect_uris": ["https://a.example/cb"] });
    let problems = read(said.clone(), Some(&before)).unwrap_err();
    let named: Vec<_> = problems
        .iter()
        .filter_map(|what| what.split(' ').next())
        .collect();
    assert_eq!(
        named,
        [
            "dpop_bound_access_tokens",
            "subject_type",
            "token_endpoint_auth_method"
        ]
    );
    said["dpop_bound_access_tokens"] = Value::Null;
    said["subject_type"] = json!("pairwise");
    said["token_endpoint_auth_method"] = json!("none");
    let metadata = read(said, Some(&before)).unwrap();
    assert_eq!(metadata.dpop_bound_access_tokens, None);
    let members = ClientMetadata::registration_response(&before);
    assert!(
        read(Value::Object(members), Some(&before)).is_ok(),
        "the registration response is a valid update"
    );
}
