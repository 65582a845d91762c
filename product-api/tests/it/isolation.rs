//! Tests that each route responds with 404 for another website's ids, as for absent ones (attacks K1, K10).

use serde_json::{Value, json};

use crate::harness::{HttpResponse, TestApi, on_both_engines};

async fn customer(world: &TestApi, id: &str, website: &str, mode: &'static str) {
    world
        .sql(
            "INSERT INTO customers (id, website_id, mode, external_id, email, created_at, updated_at) \
             VALUES ($1, $2, $3, 'user-42', 'ada@example.com', 0, 0)",
            &[id, website, mode],
        )
        .await;
}

/// Returns the body without the members that differ between any two requests.
fn essence(response: &HttpResponse) -> Value {
    let mut body = response.json();
    body["request_id"] = Value::Null;
    body["instance"] = Value::Null;
    body
}

async fn as_owner(world: &TestApi, path: &str, token: &str, website: &str) -> HttpResponse {
    let authorization = format!("Bearer {token}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("tollgate-website", website),
    ];
    world.send(reqwest::Method::GET, path, &headers, None).await
}

on_both_engines! {
    async fn resources_of_another_website_are_absent(world: TestApi) {
        let (one, two) = (world.register("usr_1", "One").await, world.register("usr_2", "Two").await);
        let id = |site: &Value| site["website"]["id"].as_str().unwrap().to_owned();
        let key = |site: &Value, name: &str| site[name]["key"].as_str().unwrap().to_owned();
        customer(&world, "cus_one", &id(&one), "live").await;
        customer(&world, "cus_two", &id(&two), "live").await;
        customer(&world, "cus_one_test", &id(&one), "test").await;

        let (key_one, key_two) = (key(&one, "api_key"), key(&two, "api_key"));
        let mine = world.get("/v1/customers/cus_one", &key_one).await;
        assert_eq!(mine.status, 200, "{mine:?}");
        let absent = world.get("/v1/customers/cus_none", &key_one).await;
        absent.is_problem(404, "not-found");
        for (path, credential) in [
            ("/v1/customers/cus_two", &key_one),
            ("/v1/customers/cus_one", &key_two),
            ("/v1/customers/cus_one_test", &key_one),
            ("/v1/customers/cus_one", &key(&one, "test_api_key")),
        ] {
            let response = world.get(path, credential).await;
            response.is_problem(404, "not-found");
            assert_eq!(essence(&response), essence(&absent), "{path}");
        }
        // Lists contain the website's own customers only, for any query.
        for query in ["", "?email=ada@example.com", "?email=ADA@example.com&limit=100"] {
            let list = world.get(&format!("/v1/customers{query}"), &key_one).await.json();
            let ids: Vec<&str> = list["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect();
            assert_eq!(ids, ["cus_one"], "{query}");
        }
        // For an owner, other owners' websites are absent, by path and by header.
        let (owner_one, owner_two) = (world.token("usr_1"), world.token("usr_2"));
        assert_eq!(world.get(&format!("/v1/websites/{}", id(&one)), &owner_one).await.status, 200);
        let absent = world.get("/v1/websites/web_none", &owner_two).await;
        let foreign = world.get(&format!("/v1/websites/{}", id(&one)), &owner_two).await;
        foreign.is_problem(404, "not-found");
        assert_eq!(essence(&foreign), essence(&absent));
        for path in ["/v1/customers", "/v1/customers/cus_one"] {
            assert_eq!(as_owner(&world, path, &owner_one, &id(&one)).await.status, 200);
            as_owner(&world, path, &owner_two, &id(&one)).await.is_problem(404, "not-found");
            as_owner(&world, path, &key_two, &id(&one)).await.is_problem(404, "not-found");
            assert_eq!(as_owner(&world, path, &key_one, &id(&one)).await.status, 200);
        }
        as_owner(&world, "/v1/customers/cus_two", &owner_one, &id(&one)).await.is_problem(404, "not-found");
        let without = world.get("/v1/customers", &owner_one).await;
        let body = without.is_problem(400, "invalid-request");
        assert_eq!(body["errors"][0]["parameter"], "Tollgate-Website");
        let detail = body["errors"][0]["detail"].as_str().unwrap();
        assert!(detail.contains("send the id of the website"), "{detail}");
        let list = world.get("/v1/websites", &owner_two).await.json();
        assert_eq!(list["items"].as_array().unwrap().len(), 1);
    }
}

on_both_engines! {
    async fn owners_token_needs_the_scope_and_an_active_website(world: TestApi) {
        let site = world.register("usr_1", "One").await;
        let website = site["website"]["id"].as_str().unwrap();
        let narrow = world.token_with("usr_1", &json!({"scope": "openid credits.read"}));
        let body = as_owner(&world, "/v1/customers", &narrow, website).await.is_problem(403, "insufficient-scope");
        assert_eq!(body["required_scope"], "websites");
        world.sql("UPDATE websites SET status = 'suspended' WHERE id = $1", &[website]).await;
        as_owner(&world, "/v1/customers", &world.token("usr_1"), website).await.is_problem(403, "website-suspended");
    }
}

on_both_engines! {
    async fn sql_in_every_text_is_only_text(world: TestApi) {
        let site = world.register("usr_1", "Robert'); DROP TABLE websites; --").await;
        let key = site["api_key"]["key"].as_str().unwrap();
        for text in ["' OR '1'='1", "%", "a';--", "\\", "%00", "%25"] {
            let path = format!("/v1/customers/{}", text.replace('%', "%25").replace(' ', "%20").replace('\\', "%5C"));
            assert_eq!(world.get(&path, key).await.status, 404, "{path}");
            let path = format!("/v1/customers?email={}", text.replace('%', "%25").replace(' ', "%20").replace('\\', "%5C"));
            assert_eq!(world.get(&path, key).await.json()["items"], json!([]), "{path}");
        }
        assert_eq!(world.count("SELECT count(*) FROM websites").await, 1);
    }
}

/// Returns one address for each parameter of an operation, with `bad` as its value.
/// Each comes with true if the parameter is in the path.
fn addresses(path: &str, operation: &Value, bad: &str) -> Vec<(String, bool)> {
    let parameters = operation["parameters"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let named = |location: &str| -> Vec<String> {
        let matching = parameters
            .iter()
            .filter(|parameter| parameter["in"] == location);
        matching
            .map(|parameter| parameter["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let path_parameters = named("path");
    let filled = |changed: &str| {
        path_parameters.iter().fold(path.to_owned(), |path, name| {
            let value = if name == changed { bad } else { "cus_1" };
            path.replace(&format!("{{{name}}}"), value)
        })
    };
    let mut all: Vec<_> = path_parameters
        .iter()
        .map(|name| (filled(name), true))
        .collect();
    for name in named("query")
        .iter()
        .map(String::as_str)
        .chain(["unknown_parameter"])
    {
        all.push((format!("{}?{name}={bad}", filled("")), false));
        all.push((format!("{}?{name}=1&{bad}", filled("")), false));
    }
    all
}

on_both_engines! {
    async fn operations_refuse_unstorable_texts(world: TestApi) {
        let site = world.register("usr_1", "One").await;
        let website = site["website"]["id"].as_str().unwrap().to_owned();
        let key = site["api_key"]["key"].as_str().unwrap().to_owned();
        let document = world.get("/v1/openapi.json", "").await.json();
        let mut count = 0;
        // Tries NUL, other control characters, invalid UTF-8, and a text longer than any of our names.
        let long = "x".repeat(3000);
        for bad in ["%00", "a%00b", "%0A", "%7F", "%FF", "a%C3%28", "%ED%A0%80", long.as_str()] {
            for (path, operations) in document["paths"].as_object().unwrap() {
                for (method, operation) in operations.as_object().unwrap() {
                    for (address, is_in_path) in addresses(path, operation, bad) {
                        for credential in [format!("Bearer {key}"), format!("Bearer {}", world.token("usr_1"))] {
                            let headers = [
                                ("authorization", credential.as_str()),
                                ("tollgate-website", &website),
                                ("content-type", "application/json"),
                            ];
                            let method = method.to_uppercase().parse().unwrap();
                            let response = world.send(method, &address, &headers, Some("{}".to_owned())).await;
                            if is_in_path && response.status == 400 {
                                // Invalid UTF-8 in a path is refused before the operations.
                                response.is_problem(400, "invalid-request");
                            } else if is_in_path {
                                response.is_problem(404, "not-found");
                            } else {
                                response.is_problem(400, "invalid-request");
                            }
                            count += 1;
                        }
                    }
                }
            }
        }
        assert!(count > 300, "{count} requests");
    }
}

on_both_engines! {
    async fn foreign_customers_have_no_balance(world: TestApi) {
        let (one, two) = (world.register("usr_1", "One").await, world.register("usr_2", "Two").await);
        let key = |site: &Value| site["api_key"]["key"].as_str().unwrap().to_owned();
        let website = two["website"]["id"].as_str().unwrap();
        customer(&world, "cus_two", website, "live").await;
        for path in ["/v1/customers/cus_two/balance", "/v1/customers/cus_two/transactions"] {
            assert_eq!(world.get(path, &key(&two)).await.status, 200);
            world.get(path, &key(&one)).await.is_problem(404, "not-found");
            assert_eq!(as_owner(&world, path, &world.token("usr_2"), website).await.status, 200);
            as_owner(&world, path, &world.token("usr_1"), website).await.is_problem(404, "not-found");
        }
        let body = json!({"customer": {"id": "cus_two"}, "amount": 5, "kind": "promo"}).to_string();
        for (site, status) in [(&one, 404), (&two, 200)] {
            let authorization = format!("Bearer {}", key(site));
            let headers = [
                ("authorization", authorization.as_str()),
                ("content-type", "application/json"),
                ("idempotency-key", "the-same-for-both"),
            ];
            let response = world.send(reqwest::Method::POST, "/v1/grants", &headers, Some(body.clone())).await;
            assert_eq!(response.status, status, "{response:?}");
        }
    }
}

on_both_engines! {
    async fn websites_client_shows_its_user_that_website_only(world: TestApi) {
        let (one, two) = (world.register("usr_1", "One").await, world.register("usr_1", "Two").await);
        for (site, id) in [(&one, "cus_one"), (&two, "cus_two")] {
            let website = site["website"]["id"].as_str().unwrap();
            world.sql(
                "INSERT INTO customers (id, website_id, mode, user_id, created_at, updated_at) \
                 VALUES ($1, $2, 'live', 'usr_ada', 0, 0)",
                &[id, website],
            ).await;
        }
        let websites = |client_id: Value| {
            let world = &world;
            async move {
                let token = world.token_with("usr_ada", &json!({"client_id": client_id}));
                let response = world.get("/v1/me/credits", &token).await;
                assert_eq!(response.status, 200, "{response:?}");
                let balances = response.json()["balances"].as_array().unwrap().clone();
                let mut names: Vec<_> = balances
                    .iter()
                    .filter_map(|balance| balance["website"]["name"].as_str().map(ToOwned::to_owned))
                    .collect();
                names.sort();
                names
            }
        };
        assert_eq!(websites(json!("web")).await, ["One", "Two"]);
        assert_eq!(websites(one["website"]["client_id"].clone()).await, ["One"]);
        assert_eq!(websites(two["website"]["client_id"].clone()).await, ["Two"]);
        for path in ["/v1/me/credits", "/v1/me/transactions"] {
            let website = one["website"]["id"].as_str().unwrap();
            world.sql("UPDATE websites SET status = 'suspended' WHERE id = $1", &[website]).await;
            let suspended = json!({"client_id": one["website"]["client_id"]});
            world.get(path, &world.token_with("usr_ada", &suspended)).await.is_problem(403, "website-suspended");
        }
    }
}

on_both_engines! {
    /// A third-party application reads what its user granted, and changes nothing.
    async fn user_token_of_a_client_reads_granted_data_only(world: TestApi) {
        let site = world.register("usr_1", "One").await;
        let id = site["website"]["id"].as_str().unwrap();
        let of_agent = |scope: &str| {
            world.token_with("usr_1", &json!({"client_id": "https://agent.example/a.json", "scope": scope}))
        };
        let reader = of_agent("credits.read");
        for path in ["/v1/me", "/v1/me/credits", "/v1/me/transactions"] {
            assert_eq!(world.get(path, &reader).await.status, 200, "{path}");
            assert_eq!(world.get(path, &world.token("usr_1")).await.status, 200, "{path}");
        }
        let me = world.get("/v1/me", &reader).await.json();
        assert_eq!((&me["name"], &me["email"]), (&Value::Null, &Value::Null), "neither was granted");
        assert_eq!(me["can_register_websites"], false, "another's program registers none");
        world.get("/v1/me/credits", &of_agent("websites")).await.is_problem(403, "insufficient-scope");
        // These scopes alone open nothing that only our own app may do.
        let greedy = of_agent("credits.read websites operator");
        let registration = json!({"name": "Two", "url": "https://two.example", "redirect_uris": ["https://two.example/cb"]});
        for (method, path) in [
            (reqwest::Method::GET, "/v1/websites".to_owned()),
            (reqwest::Method::POST, "/v1/websites".to_owned()),
            (reqwest::Method::GET, format!("/v1/websites/{id}")),
            (reqwest::Method::GET, "/v1/customers".to_owned()),
            (reqwest::Method::POST, "/v1/grants".to_owned()),
        ] {
            let authorization = format!("Bearer {greedy}");
            let headers = [
                ("authorization", authorization.as_str()),
                ("tollgate-website", id),
                ("idempotency-key", "k"),
            ];
            let response = world.send(method, &path, &headers, Some(registration.to_string())).await;
            response.is_problem(403, "client-not-allowed");
        }
        assert_eq!(as_owner(&world, "/v1/customers", &world.token("usr_1"), id).await.status, 200);
    }
}
