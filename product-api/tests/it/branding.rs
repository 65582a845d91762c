//! Tests branding by owners: colour, logo and links of both clients, also when the idp fails during a change.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::issuer::Behaviour;

/// A transparent image of one pixel.
const PIXEL: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const MEMBERS: [&str; 5] = [
    "brand_color",
    "logo_uri",
    "client_uri",
    "policy_uri",
    "tos_uri",
];

async fn call(
    world: &TestApi,
    (method, path): (Method, &str),
    sub: &str,
    body: &Value,
) -> HttpResponse {
    let authorization = format!("Bearer {}", world.token(sub));
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    let body = (!body.is_null()).then(|| body.to_string());
    world.send(method, path, &headers, body).await
}

async fn set(world: &TestApi, id: &str, body: &Value) -> HttpResponse {
    let path = format!("/v1/websites/{id}/branding");
    call(world, (Method::PUT, &path), "usr_1", body).await
}

async fn get(world: &TestApi, id: &str) -> HttpResponse {
    let path = format!("/v1/websites/{id}/branding");
    call(world, (Method::GET, &path), "usr_1", &Value::Null).await
}

async fn read(world: &TestApi, id: &str) -> Value {
    let response = get(world, id).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

/// Returns the ids of a registered website and of its client.
async fn open(world: &TestApi) -> (String, String) {
    let website = world.register("usr_1", "Shop").await["website"].clone();
    let text = |name: &str| website[name].as_str().unwrap().to_owned();
    (text("id"), text("client_id"))
}

async fn public(world: &TestApi, id: &str) -> String {
    let path = format!("/v1/websites/{id}/public-client");
    let body = json!({"redirect_uris": ["https://shop.example.com/app"]});
    let made = call(world, (Method::POST, &path), "usr_1", &body).await;
    assert_eq!(made.status, 200, "{made:?}");
    made.json()["client_id"].as_str().unwrap().to_owned()
}

/// Returns the branding of a client at the idp.
fn shown(world: &TestApi, client_id: &str) -> Value {
    let client = world.issuer.clients.lock().unwrap()[client_id].clone();
    MEMBERS
        .iter()
        .map(|name| ((*name).to_owned(), client[name].clone()))
        .collect()
}

fn plain() -> Value {
    MEMBERS
        .iter()
        .map(|name| ((*name).to_owned(), Value::Null))
        .collect()
}

fn stored_branding() -> Value {
    json!({
        "brand_color": "#c2410c", "logo_uri": PIXEL, "client_uri": "https://shop.example.com/",
        "policy_uri": "https://shop.example.com/privacy", "tos_uri": "https://shop.example.com/terms",
    })
}

on_both_engines! {
    async fn owner_brands_a_website_and_both_its_clients_follow(world: TestApi) {
        let (id, client_id) = open(&world).await;
        let public_id = public(&world, &id).await;
        assert_eq!(read(&world, &id).await, plain());
        let said = json!({
            "brand_color": "#C2410C", "logo_uri": PIXEL, "client_uri": "https://Shop.example.com",
            "policy_uri": "https://shop.example.com/privacy", "tos_uri": "https://shop.example.com/terms",
        });
        let response = set(&world, &id, &said).await;
        assert_eq!((response.status, response.json()), (200, stored_branding()));
        assert_eq!(read(&world, &id).await, stored_branding());
        assert_eq!([shown(&world, &client_id), shown(&world, &public_id)], [stored_branding(), stored_branding()]);
        let client = world.issuer.clients.lock().unwrap()[&client_id].clone();
        assert_eq!((&client["client_name"], &client["redirect_uris"]), (&json!("Shop"), &json!(["https://shop.example.com/cb"])));
        // An unchanged branding adds no audit entry, and the entry of a change omits the image itself.
        assert_eq!(set(&world, &id, &said).await.json(), stored_branding());
        let audit_log = "SELECT count(*) FROM audit WHERE action = 'website.changed' AND actor = 'usr_1'";
        assert_eq!(world.count(audit_log).await, 1);
        let outcome = world.text("SELECT details FROM audit WHERE action = 'website.changed'").await;
        assert!(outcome.contains("\"has_logo\":true") && outcome.contains("#c2410c") && !outcome.contains("base64"), "{outcome}");
        // A branding replaces all members of the one before.
        let less = set(&world, &id, &json!({"brand_color": "#000000", "tos_uri": null})).await.json();
        assert_eq!((&less["brand_color"], &less["logo_uri"], &less["tos_uri"]), (&json!("#000000"), &Value::Null, &Value::Null));
        assert_eq!([shown(&world, &client_id), shown(&world, &public_id)], [less.clone(), less]);
    }
}

on_both_engines! {
    async fn public_client_is_shown_as_the_other_one_whenever_it_is_made(world: TestApi) {
        let (id, client_id) = open(&world).await;
        assert_eq!(set(&world, &id, &stored_branding()).await.status, 200);
        let public_id = public(&world, &id).await;
        assert_eq!(shown(&world, &public_id), stored_branding());
        // A public client keeps its branding when its redirect URIs change.
        assert_eq!(public(&world, &id).await, public_id);
        assert_eq!(shown(&world, &public_id), stored_branding());
        // A client keeps its branding when the website's name changes.
        let path = format!("/v1/websites/{id}");
        let renamed = call(&world, (Method::PATCH, &path), "usr_1", &json!({"name": "Pictures"})).await;
        assert_eq!(renamed.status, 200, "{renamed:?}");
        assert_eq!([shown(&world, &client_id), shown(&world, &public_id)], [stored_branding(), stored_branding()]);
    }
}

on_both_engines! {
    async fn invalid_branding_is_refused_with_pointers(world: TestApi) {
        let (id, client_id) = open(&world).await;
        for (wrong, pointer) in [
            (json!({"brand_color": "red"}), "/brand_color"),
            (json!({"brand_color": "#c2410c;}"}), "/brand_color"),
            (json!({"logo_uri": "https://shop.example.com/logo.png"}), "/logo_uri"),
            (json!({"logo_uri": "data:image/svg+xml;base64,PHN2Zy8+"}), "/logo_uri"),
            (json!({"client_uri": "http://shop.example.com"}), "/client_uri"),
            (json!({"policy_uri": "javascript:alert(1)"}), "/policy_uri"),
            (json!({"tos_uri": "https://user@shop.example.com"}), "/tos_uri"),
            (json!({"css": "body {}"}), "/css"),
        ] {
            let body = set(&world, &id, &wrong).await.is_problem(400, "invalid-request");
            assert_eq!(body["errors"][0]["pointer"], pointer, "{wrong}");
        }
        world.issuer.behave(Behaviour::Refuses);
        let body = set(&world, &id, &stored_branding()).await.is_problem(400, "invalid-request");
        assert_eq!(body["errors"][0]["pointer"], "");
        world.issuer.behave(Behaviour::Good);
        product_api::sweep::once(&world.app).await.unwrap();
        assert_eq!((read(&world, &id).await, shown(&world, &client_id)), (plain(), plain()));
        let path = format!("/v1/websites/{id}/branding");
        for (method, body) in [(Method::GET, Value::Null), (Method::PUT, stored_branding())] {
            call(&world, (method, &path), "usr_2", &body).await.is_problem(404, "not-found");
        }
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'website.changed'").await, 0);
    }
}

on_both_engines! {
    async fn interrupted_branding_is_completed_by_the_sweep(world: TestApi) {
        let (id, client_id) = open(&world).await;
        let public_id = public(&world, &id).await;
        let rows = [
            ("#111111", Behaviour::Away, "SELECT count(*) FROM audit WHERE session_id = 'sid-usr_1' AND details LIKE '%#111111%'"),
            ("#222222", Behaviour::LosesResponse, "SELECT count(*) FROM audit WHERE session_id = 'sid-usr_1' AND details LIKE '%#222222%'"),
        ];
        for (color, behaviour, outcome) in rows {
            let before = read(&world, &id).await;
            world.issuer.behave(behaviour);
            set(&world, &id, &json!({"brand_color": color})).await.is_problem(503, "unavailable");
            assert_eq!(read(&world, &id).await, before, "{behaviour:?}: the response shows the stored state");
            // Another change that waits for the idp does not undo this one.
            let path = format!("/v1/websites/{id}");
            let address = json!({"url": format!("https://{behaviour:?}.example")});
            call(&world, (Method::PATCH, &path), "usr_1", &address).await.is_problem(503, "unavailable");
            world.issuer.behave(Behaviour::Good);
            world.clock.advance(std::time::Duration::from_mins(2));
            product_api::sweep::once(&world.app).await.unwrap();
            for branding in [read(&world, &id).await, shown(&world, &client_id), shown(&world, &public_id)] {
                assert_eq!((&branding["brand_color"], &branding["logo_uri"]), (&json!(color), &Value::Null));
            }
            assert_eq!(world.count(outcome).await, 1, "{behaviour:?}");
        }
    }
}

on_both_engines! {
    async fn operator_settings_of_a_client_are_requested_once(world: TestApi) {
        let (id, client_id) = open(&world).await;
        world.issuer.clients.lock().unwrap().get_mut(&client_id).unwrap()["brand_color"] = "#112233".into();
        world.issuer.behave(Behaviour::Away);
        get(&world, &id).await.is_problem(503, "unavailable");
        world.issuer.behave(Behaviour::Good);
        assert_eq!(read(&world, &id).await["brand_color"], "#112233");
        // The server stores the branding after it was read once.
        world.issuer.behave(Behaviour::Away);
        assert_eq!(read(&world, &id).await["brand_color"], "#112233");
    }
}

on_both_engines! {
    async fn suspended_website_keeps_branding_and_refuses_sign_in(world: TestApi) {
        let (id, client_id) = open(&world).await;
        let path = format!("/v1/websites/{id}/suspend");
        assert_eq!(call(&world, (Method::POST, &path), "usr_1", &Value::Null).await.status, 200);
        assert_eq!(set(&world, &id, &stored_branding()).await.status, 200);
        assert_eq!(shown(&world, &client_id), stored_branding());
        assert_eq!(world.issuer.clients.lock().unwrap()[&client_id]["is_active"], false);
    }
}
