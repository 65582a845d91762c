//! Tests RFC 7591: permitted callers, the registered members, and members that a client must not set.

use foundation::on_both_engines;
use serde_json::json;

use super::{admin, agent, initial_token, register, registered, send};
use crate::harness::{HttpResponse, TestIdp};

on_both_engines!(program_registers_itself_with_a_token_and_signs_users_in);

// row: A29
async fn program_registers_itself_with_a_token_and_signs_users_in(world: TestIdp) {
    let (response, address, own) = registered(&world, &agent()).await;
    let id = response["client_id"].as_str().unwrap();
    assert_eq!(address, world.at(&format!("/oauth/register/{id}")));
    assert_eq!(response["scope"], "credits.read");
    assert_eq!(response["client_id_issued_at"], 1_800_000_000);
    for absent in ["client_secret", "is_active", "software_id"] {
        assert_eq!(response.get(absent), None, "{absent}");
    }
    let found = send(&world, "GET", &address, &own, &json!({})).await;
    assert_eq!(found.header("cache-control"), "no-store");
    assert_eq!(found.ok(), response);
    let stored = world
        .text("SELECT registration_token_digest FROM clients WHERE registered_by = 'dynamic'")
        .await;
    assert_ne!(stored, own, "the token is kept as a digest");
    let ann = world.visitor("ann").await;
    let changes = [
        ("client_id", id),
        ("redirect_uri", "https://agent.example/cb"),
        ("scope", "openid credits.read websites"),
    ];
    let page = world.get(&world.authorize_url(&changes), Some(&ann)).await;
    assert_eq!(page.status(), 200, "a person is asked");
    let html = page.text().await.unwrap();
    assert!(
        html.contains("An &#60;i&#62;agent") || html.contains("An &lt;i&gt;agent"),
        "A29 {html}"
    );
    assert!(!html.contains("<i>agent"));
}

on_both_engines!(token_registers_as_many_as_it_says_also_at_a_time);

// row: clients-5
async fn token_registers_as_many_as_it_says_also_at_a_time(world: TestIdp) {
    let token = initial_token(&world, &json!({ "uses": 1 })).await;
    let bad = json!({ "redirect_uris": ["http://agent.example/cb"] });
    assert_eq!(
        register(&world, &token, &bad).await.refusal(),
        (400, "invalid_redirect_uri")
    );
    let body = agent();
    let all =
        futures_util::future::join_all((0..50).map(|_| register(&world, &token, &body))).await;
    let made = all.iter().filter(|response| response.status == 201).count();
    let refused = all
        .iter()
        .filter(|response| response.refusal() == (401, "invalid_token"))
        .count();
    assert_eq!((made, refused), (1, 49));
    let count = "SELECT COUNT(*) FROM clients WHERE registered_by = 'dynamic'";
    assert_eq!(world.count(count).await, 1);
}

#[tokio::test]
async fn registration_that_names_a_member_twice_is_refused() {
    let world = TestIdp::new().await;
    let (_, address, own) = registered(&world, &agent()).await;
    let token = initial_token(&world, &json!({ "uses": 5 })).await;
    let before = "SELECT COUNT(*) FROM clients WHERE registered_by = 'dynamic'";
    for member in [
        r#""redirect_uris":["https://evil.example/cb"]"#,
        r#""x":{"a":1,"a":2}"#,
    ] {
        let body = agent()
            .to_string()
            .replacen('{', &format!("{{{member},"), 1);
        for (method, path, token) in [("POST", "/oauth/register", &token), ("PUT", &address, &own)]
        {
            let request = world.request(method, path).bearer_auth(token);
            let request = request.header("content-type", "application/json");
            let response =
                HttpResponse::read(request.body(body.clone()).send().await.unwrap()).await;
            assert_eq!(
                response.refusal(),
                (400, "invalid_client_metadata"),
                "{method} {member}"
            );
            let why = response.body["error_description"].as_str().unwrap();
            assert!(why.contains("each member once"), "{why}");
        }
    }
    assert_eq!(world.count(before).await, 1);
}

#[tokio::test]
async fn program_without_a_secret_registers_a_private_scheme_of_one_word() {
    let world = TestIdp::new().await;
    let token = initial_token(&world, &json!({ "uses": 9 })).await;
    let callback = "cursor://anysphere.cursor-retrieval/oauth/callback";
    let mut body = agent();
    body["redirect_uris"] = json!([callback]);
    body["subject_type"] = json!("pairwise");
    let response = register(&world, &token, &body).await;
    assert_eq!(response.status, 201, "{}", response.body);
    assert_eq!(response.body["application_type"], "native");
    let id = response.body["client_id"].as_str().unwrap();
    let ann = world.visitor("ann").await;
    let changes = [
        ("client_id", id),
        ("redirect_uri", callback),
        ("scope", "openid"),
    ];
    let page = world.get(&world.authorize_url(&changes), Some(&ann)).await;
    assert_eq!(page.status(), 200, "a person is asked");
    let html = page.text().await.unwrap();
    assert!(html.contains(callback), "the host in it is no website's");
    let sql = "SELECT COUNT(*) FROM clients WHERE redirect_uris LIKE '%cursor:%'";
    assert_eq!(world.count(sql).await, 1);
    for (member, value) in [
        ("token_endpoint_auth_method", "client_secret_basic"),
        ("application_type", "web"),
    ] {
        let mut body = body.clone();
        body[member] = json!(value);
        let refused = register(&world, &token, &body).await;
        assert_eq!(refused.refusal(), (400, "invalid_redirect_uri"), "{member}");
        let why = refused.body["error_description"].as_str().unwrap();
        assert!(why.contains(member), "{why}");
    }
    for address in [
        "javascript://%0aalert(1)",
        "intent://cb",
        "localhost:3000/cb",
    ] {
        body["redirect_uris"] = json!([address]);
        let refused = register(&world, &token, &body).await;
        assert_eq!(
            refused.refusal(),
            (400, "invalid_redirect_uri"),
            "{address}"
        );
    }
}

#[tokio::test]
async fn initiate_login_uri_is_stored_and_returned() {
    let world = TestIdp::new().await;
    let mut body = agent();
    body["initiate_login_uri"] = json!("https://agent.example/login");
    let (response, address, own) = registered(&world, &body).await;
    assert_eq!(response["initiate_login_uri"], body["initiate_login_uri"]);
    let found = send(&world, "GET", &address, &own, &json!({})).await.ok();
    assert_eq!(found["initiate_login_uri"], body["initiate_login_uri"]);
    let token = initial_token(&world, &json!({})).await;
    body["initiate_login_uri"] = json!("http://agent.example/login");
    let refused = register(&world, &token, &body).await;
    assert_eq!(refused.refusal(), (400, "invalid_client_metadata"));
    let why = refused.body["error_description"].as_str().unwrap();
    assert_eq!(why, "initiate_login_uri is not https");
}

#[tokio::test]
async fn registration_requires_a_valid_token() {
    let world = TestIdp::new().await;
    let none = world.request("POST", "/oauth/register").json(&agent());
    let none = HttpResponse::read(none.send().await.unwrap()).await;
    assert_eq!(
        (none.status.as_u16(), none.header("www-authenticate")),
        (401, "Bearer")
    );
    assert_eq!(
        register(&world, "x", &agent()).await.refusal(),
        (401, "invalid_token")
    );
    let token = initial_token(&world, &json!({ "uses": 5, "expires_in": 60 })).await;
    assert_eq!(register(&world, &token, &agent()).await.status, 201);
    let made = admin(&world, "POST", "initial-access-tokens", &json!({}))
        .await
        .body;
    let other = made["token"].as_str().unwrap();
    let path = format!("initial-access-tokens/{}", made["id"].as_str().unwrap());
    assert_eq!(admin(&world, "DELETE", &path, &json!({})).await.status, 204);
    assert_eq!(admin(&world, "DELETE", &path, &json!({})).await.status, 404);
    assert_eq!(
        register(&world, other, &agent()).await.refusal(),
        (401, "invalid_token")
    );
    world.wait(60);
    assert_eq!(
        register(&world, &token, &agent()).await.refusal(),
        (401, "invalid_token")
    );
    for wrong in [
        json!({ "uses": 0 }),
        json!({ "uses": 1001 }),
        json!({ "expires_in": 59 }),
        json!({ "scope": "idp.clients" }),
    ] {
        assert_eq!(
            admin(&world, "POST", "initial-access-tokens", &wrong)
                .await
                .status,
            400,
            "{wrong}"
        );
    }
}

// row: A5, A6, A8
#[tokio::test]
async fn no_address_that_leads_elsewhere_is_registered() {
    let world = TestIdp::new().await;
    let token = initial_token(&world, &json!({})).await;
    for address in [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        " https://agent.example/cb",
        "https://agent.example/c\tb",
        "https://agent.example/cb#x",
        "https://agent.example/cb#",
        "https://AGENT.example/cb",
        "https://agent.example\\cb",
        "https://b\u{fc}cher.example/cb",
        "https://*.agent.example/cb",
        "https://agent.example/cb?code=x",
        "http://agent.example/cb",
        "//agent.example/cb",
    ] {
        let body = json!({ "redirect_uris": [address], "token_endpoint_auth_method": "none" });
        let response = register(&world, &token, &body).await;
        assert_eq!(
            response.refusal(),
            (400, "invalid_redirect_uri"),
            "{address}"
        );
        let text = response.body["error_description"].as_str().unwrap();
        let is_printable =
            |byte: u8| (b' '..=b'~').contains(&byte) && byte != b'"' && byte != b'\\';
        assert!(text.bytes().all(is_printable), "{text}");
    }
    assert_eq!(
        register(&world, &token, &agent()).await.status,
        201,
        "the token is still good"
    );
}

// row: A29, D21
#[tokio::test]
async fn name_that_hides_something_is_no_name() {
    let world = TestIdp::new().await;
    let token = initial_token(&world, &json!({ "uses": 20 })).await;
    for name in [
        "Shop \u{202e}elpmaxe.live",
        "Sh\u{200b}op",
        "\u{2066}Shop\u{2069}",
        "Shop\u{200f}",
        "Shop\n",
        " \u{a0}",
        "\u{3164}",
        "",
    ] {
        let mut body = agent();
        body["client_name"] = json!(name);
        let response = register(&world, &token, &body).await;
        assert_eq!(
            response.refusal(),
            (400, "invalid_client_metadata"),
            "{name:?}"
        );
        assert_eq!(
            admin(&world, "PUT", "clients/named", &body_of_operator(name))
                .await
                .status,
            400,
            "{name:?}"
        );
    }
    for name in ["Caf\u{e9} \u{1f6d2}", "\u{5d7}\u{5e0}\u{5d5}\u{5ea}"] {
        let mut body = agent();
        body["client_name"] = json!(name);
        assert_eq!(register(&world, &token, &body).await.status, 201, "{name}");
        let response = admin(&world, "PUT", "clients/named", &body_of_operator(name)).await;
        assert!(response.status.is_success(), "{name}");
    }
}

fn body_of_operator(name: &str) -> serde_json::Value {
    json!({ "client_name": name, "redirect_uris": ["https://site.example/cb"] })
}

on_both_engines!(programs_on_a_machine_are_native_and_websites_are_not_there);

async fn programs_on_a_machine_are_native_and_websites_are_not_there(world: TestIdp) {
    let token = initial_token(&world, &json!({ "uses": 20 })).await;
    let with = |kind: Option<&str>, addresses: &[&str]| {
        let mut body = agent();
        body["redirect_uris"] = json!(addresses);
        body["application_type"] = json!(kind);
        body
    };
    let here = "http://127.0.0.1:33418/";
    let localhost = "http://localhost:8080/cb";
    for addresses in [
        &[here][..],
        &[localhost],
        &["https://agent.example/cb", here],
    ] {
        let refused = register(&world, &token, &with(Some("web"), addresses)).await;
        assert_eq!(
            refused.refusal(),
            (400, "invalid_redirect_uri"),
            "{addresses:?}"
        );
        // A client may omit its application type, which the server then derives.
        for kind in [None, Some("native")] {
            let response = register(&world, &token, &with(kind, addresses)).await;
            assert_eq!(response.status, 201, "{}", response.body);
            assert_eq!(response.body["application_type"], "native");
        }
    }
    let web = register(&world, &token, &with(None, &["https://agent.example/cb"])).await;
    assert_eq!(web.body["application_type"], "web");
    // The operator's own website may use localhost for development.
    let own = json!({ "redirect_uris": [localhost] });
    assert!(
        admin(&world, "PUT", "clients/site", &own)
            .await
            .status
            .is_success()
    );
}

#[tokio::test]
async fn operator_members_are_refused_in_a_registration() {
    let world = TestIdp::new().await;
    let token = initial_token(&world, &json!({ "uses": 9 })).await;
    for (member, value) in [
        ("first_party", json!(true)),
        ("is_active", json!(false)),
        ("resources", json!(["https://api.other.example/"])),
    ] {
        let mut body = agent();
        body[member] = value;
        let response = register(&world, &token, &body).await;
        assert_eq!(
            response.refusal(),
            (400, "invalid_client_metadata"),
            "{member}"
        );
    }
    let mut machine = json!({ "grant_types": ["client_credentials"], "scope": "idp.clients idp.users credits.read" });
    let response = register(&world, &token, &machine).await;
    assert_eq!(
        (response.status.as_u16(), &response.body["scope"]),
        (201, &json!(""))
    );
    let secret = response.body["client_secret"].as_str().unwrap();
    let id = response.body["client_id"].as_str().unwrap();
    let form = [
        ("grant_type", "client_credentials"),
        ("scope", "idp.clients"),
    ];
    let page = world.token(&form, Some((id, secret))).await;
    assert_eq!(page.refusal(), (400, "invalid_scope"));
    machine["redirect_uris"] = json!("x");
    assert_eq!(register(&world, &token, &machine).await.refusal().0, 400);
    let request = world.request("POST", "/oauth/register").bearer_auth(&token);
    let form =
        HttpResponse::read(request.form(&[("client_name", "x")]).send().await.unwrap()).await;
    assert_eq!(form.refusal(), (400, "invalid_client_metadata"));
}
