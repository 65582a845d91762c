//! Tests attack A29: pages show a client's metadata as text, and the server neither fetches nor runs any of it.

use foundation::on_both_engines;
use serde_json::{Value, json};

use super::{agent, initial_token, register, registered};
use crate::authorization::ShownPage;
use crate::harness::TestIdp;

on_both_engines!(client_name_is_shown_as_text);

// row: A29
async fn client_name_is_shown_as_text(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let names = [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "'><svg/onload=alert(1)>",
        "{{ 7 * 7 }} ${7*7} &lt;b&gt;",
        "</title><h1>Sign in again</h1>",
    ];
    for name in names {
        let mut body = agent();
        body["client_name"] = json!(name);
        body["client_uri"] = json!("https://agent.example/?a=%22onmouseover=alert(1)&b=%27");
        let (response, _, _) = registered(&world, &body).await;
        assert_eq!(response["client_name"], name, "kept as it is");
        let changes = [
            ("client_id", response["client_id"].as_str().unwrap()),
            ("redirect_uri", "https://agent.example/cb"),
            ("scope", "openid"),
        ];
        let page = ShownPage::at(&world, &world.authorize_url(&changes), &ann).await;
        assert_eq!(page.status, 200);
        assert!(!page.html.contains(name), "{}", page.html);
        for mark in [
            "<script>",
            "<img src=x",
            "<svg",
            "<h1>Sign in again",
            " onmouseover=",
        ] {
            assert!(!page.html.contains(mark), "{mark}: {}", page.html);
        }
        let shown = page.behind("id=\"consent-home\" href=\"");
        assert_eq!(
            shown,
            "https://agent.example/?a=%22onmouseover=alert(1)&b=%27"
        );
        for part in ["default-src 'none'", "frame-ancestors 'none'"] {
            assert!(page.policy.contains(part), "{}", page.policy);
        }
        assert!(!page.policy.contains("unsafe-inline"), "{}", page.policy);
    }
}

// row: A29
#[tokio::test]
async fn client_name_with_control_characters_is_refused() {
    let world = TestIdp::new().await;
    let token = initial_token(&world, &json!({ "uses": 100 })).await;
    let rows: [(&str, Value); 22] = [
        ("client_name", json!("")),
        ("client_name", json!(" \t ")),
        ("client_name", json!("a\nb")),
        ("client_name", json!("a\u{0}b")),
        ("client_name", json!("Shop \u{202e}elgooG")),
        ("client_name", json!("Go\u{200b}ogle")),
        ("client_name", json!("\u{2066}Google\u{2069}")),
        ("client_name", json!("a".repeat(101))),
        ("client_name", json!(["a"])),
        ("client_uri", json!("javascript:alert(1)")),
        ("client_uri", json!("data:text/html,x")),
        ("client_uri", json!("http://agent.example/")),
        ("client_uri", json!("https://google.com@agent.example/")),
        ("policy_uri", json!("JavaScript:alert(1)")),
        ("policy_uri", json!("https://agent.example/\n")),
        ("tos_uri", json!("vbscript:x")),
        ("tos_uri", json!("//agent.example/terms")),
        (
            "tos_uri",
            json!(format!("https://agent.example/{}", "a".repeat(3000))),
        ),
        ("contacts", json!(["a\u{202e}b"])),
        ("contacts", json!([""])),
        ("contacts", json!(vec!["a@agent.example"; 21])),
        ("contacts", json!("ops@agent.example")),
    ];
    for (member, value) in rows {
        let mut body = agent();
        body[member] = value.clone();
        let response = register(&world, &token, &body).await;
        let refused = (400, "invalid_client_metadata");
        assert_eq!(response.refusal(), refused, "{member}: {value}");
    }
    let mut honest = agent();
    for (member, value) in [
        (
            "client_name",
            json!("Caf\u{e9} \u{5e9}\u{5dc}\u{5d5}\u{5dd} \u{1f600} & Co."),
        ),
        ("client_uri", json!("https://agent.example/")),
        ("policy_uri", json!("https://agent.example/policy")),
        ("tos_uri", json!("https://agent.example/terms")),
        ("contacts", json!(["ops@agent.example", "+49 1"])),
    ] {
        honest[member] = value;
    }
    let response = register(&world, &token, &honest).await;
    assert_eq!(response.status, 201, "the control: {}", response.body);
}

// row: A29
#[tokio::test]
async fn error_parameters_are_shown_as_text() {
    let world = TestIdp::new().await;
    let mark = "<script>alert(1)</script>";
    let changes = [
        ("client_id", mark),
        ("error", mark),
        ("error_description", mark),
        ("state", mark),
    ];
    let ann = world.visitor("ann").await;
    let page = ShownPage::at(&world, &world.authorize_url(&changes), &ann).await;
    assert_eq!(page.status, 400);
    assert!(!page.html.contains("alert(1)"), "{}", page.html);
    for path in [
        "/api/auth/error?error=%3Cscript%3Ealert(1)%3C/script%3E",
        "/api/auth/signin?error=%3Cscript%3Ealert(1)%3C/script%3E",
        "/api/auth/signin?callbackUrl=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
        "/oauth/device?user_code=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
    ] {
        let page = ShownPage::at(&world, path, &ann).await;
        assert!(
            !page.html.contains("<script>alert"),
            "{path}: {}",
            page.html
        );
    }
}
