//! Tests how owners set up their websites' clients: PKCE, native applications, devices, algorithms, sign-out.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::issuer::Behaviour;

const DEVICE_CODE: &str = "urn:ietf:params:oauth:grant-type:device_code";

async fn send(world: &TestApi, method: Method, path: String, body: &Value) -> HttpResponse {
    let authorization = format!("Bearer {}", world.token("usr_1"));
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    world
        .send(method, &path, &headers, Some(body.to_string()))
        .await
}

async fn change(world: &TestApi, id: &str, body: &Value) -> HttpResponse {
    send(world, Method::PATCH, format!("/v1/websites/{id}"), body).await
}

async fn set_public(world: &TestApi, id: &str, body: &Value) -> HttpResponse {
    let path = format!("/v1/websites/{id}/public-client");
    send(world, Method::POST, path, body).await
}

async fn read(world: &TestApi, id: &str) -> Value {
    let token = world.token("usr_1");
    world
        .get(&format!("/v1/websites/{id}"), &token)
        .await
        .json()
}

async fn open(world: &TestApi) -> (String, String) {
    let website = world.register("usr_1", "Shop").await["website"].clone();
    let text = |name: &str| website[name].as_str().unwrap().to_owned();
    (text("id"), text("client_id"))
}

/// Returns a client as the identity provider has it.
fn client(world: &TestApi, id: &str) -> Value {
    world.issuer.clients.lock().unwrap()[id].clone()
}

on_both_engines! {
    async fn client_settings_set_by_the_owner_reach_the_client(world: TestApi) {
        let (id, client_id) = open(&world).await;
        let before = read(&world, &id).await;
        assert_eq!(before["require_pkce"], false);
        assert_eq!(before["id_token_signed_response_alg"], "RS256");
        assert_eq!((&before["application_type"], &before["device_grant"]), (&json!("web"), &json!(false)));
        let requested = json!({"require_pkce": true, "id_token_signed_response_alg": "ES256", "application_type": "native", "device_grant": true});
        let changed = change(&world, &id, &requested).await;
        assert_eq!(changed.status, 200, "{changed:?}");
        let changed = changed.json();
        for (member, value) in requested.as_object().unwrap() {
            assert_eq!(changed[member], *value, "{member}");
        }
        assert_eq!(read(&world, &id).await, changed);
        let registered = client(&world, &client_id);
        assert_eq!((&registered["require_pkce"], &registered["application_type"]), (&json!(true), &json!("native")));
        assert_eq!(registered["id_token_signed_response_alg"], "ES256");
        assert_eq!(registered["grant_types"], json!(["authorization_code", "refresh_token", DEVICE_CODE]));
        assert_eq!(registered["redirect_uris"], json!(["https://shop.example.com/cb"]), "all else stays");
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'website.changed'").await, 1);
        change(&world, &id, &requested).await;
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'website.changed'").await, 1, "nothing new");
        let less = change(&world, &id, &json!({"device_grant": false})).await.json();
        assert_eq!((&less["device_grant"], &less["require_pkce"]), (&json!(false), &json!(true)));
        assert_eq!(client(&world, &client_id)["grant_types"], json!(["authorization_code", "refresh_token"]));
        for (wrong, pointer) in [
            (json!({"require_pkce": "yes"}), "/require_pkce"),
            (json!({"id_token_signed_response_alg": "HS256"}), "/id_token_signed_response_alg"),
            (json!({"application_type": "phone"}), "/application_type"),
        ] {
            let body = change(&world, &id, &wrong).await.is_problem(400, "invalid-request");
            assert_eq!(body["errors"][0]["pointer"], pointer, "{wrong}");
        }
    }
}

on_both_engines! {
    async fn client_settings_written_while_the_provider_is_unavailable_are_made_by_the_sweep(world: TestApi) {
        let (id, client_id) = open(&world).await;
        world.issuer.behave(Behaviour::Away);
        change(&world, &id, &json!({"require_pkce": true})).await.is_problem(503, "unavailable");
        assert_eq!(read(&world, &id).await["require_pkce"], false);
        world.issuer.behave(Behaviour::Good);
        product_api::sweep::once(&world.app).await.unwrap();
        assert_eq!(read(&world, &id).await["require_pkce"], true);
        assert_eq!(client(&world, &client_id)["require_pkce"], true);
    }
}

on_both_engines! {
    async fn client_settings_of_an_older_website_come_from_the_provider(world: TestApi) {
        let (id, client_id) = open(&world).await;
        set_public(&world, &id, &json!({"redirect_uris": ["https://shop.example.com/app"]})).await;
        world.sql("UPDATE websites SET client_settings = NULL, public_settings = NULL WHERE id = $1", &[&id]).await;
        {
            let mut clients = world.issuer.clients.lock().unwrap();
            clients.get_mut(&client_id).unwrap()["require_pkce"] = true.into();
        }
        let known = read(&world, &id).await;
        assert_eq!(known["require_pkce"], true);
        assert_eq!(known["public_client"]["post_logout_redirect_uris"], json!(["https://shop.example.com/"]));
    }
}

on_both_engines! {
    async fn client_with_a_secret_is_of_a_website_until_its_owner_changes_it(world: TestApi) {
        let local = json!(["http://localhost:3000/api/auth/callback/tollgate"]);
        let body = json!({"name": "Next", "url": "http://localhost:3000", "redirect_uris": local});
        let made = world.post("/v1/websites", &world.token("usr_1"), &body).await.json();
        let (id, client_id) = (made["website"]["id"].as_str().unwrap(), made["client"]["client_id"].as_str().unwrap());
        assert_eq!(made["website"]["application_type"], "web");
        assert_eq!(client(&world, client_id)["application_type"], "web");
        let other = json!({"redirect_uris": ["http://localhost:3001/cb"]});
        assert_eq!(change(&world, id, &other).await.json()["application_type"], "web");
        change(&world, id, &json!({"application_type": "native"})).await;
        let more = json!({"redirect_uris": ["http://localhost:3002/cb"]});
        assert_eq!(change(&world, id, &more).await.json()["application_type"], "native", "it was set");
        assert_eq!(client(&world, client_id)["application_type"], "native");
        let online = json!({"redirect_uris": ["https://shop.example.com/cb"]});
        assert_eq!(change(&world, id, &online).await.json()["application_type"], "native", "no address changes it");
        assert_eq!(change(&world, id, &json!({"application_type": "web"})).await.json()["application_type"], "web");
        change(&world, id, &json!({"application_type": "native"})).await;
        let last = json!({"redirect_uris": ["https://shop.example.com/cb2"]});
        assert_eq!(change(&world, id, &last).await.json()["application_type"], "native", "no address says it");
    }
}

on_both_engines! {
    async fn public_client_keeps_the_type_that_its_owner_has_set(world: TestApi) {
        let (id, _) = open(&world).await;
        let local = json!({"redirect_uris": ["http://localhost:3000/cb"], "application_type": "native"});
        let online = json!({"redirect_uris": ["https://shop.example.com/app"]});
        assert_eq!(set_public(&world, &id, &local).await.json()["application_type"], "native");
        let stored = set_public(&world, &id, &online).await.json();
        assert_eq!(stored["application_type"], "native", "it was set");
        let client_id = stored["client_id"].as_str().unwrap();
        assert_eq!(client(&world, client_id)["application_type"], "native");
        let web = json!({"redirect_uris": ["https://shop.example.com/app"], "application_type": "web"});
        assert_eq!(set_public(&world, &id, &web).await.json()["application_type"], "web");
        let local = json!({"redirect_uris": ["http://localhost:3000/cb"]});
        assert_eq!(set_public(&world, &id, &local).await.json()["application_type"], "web", "it was set");
    }
}

on_both_engines! {
    async fn public_client_has_native_addresses_devices_and_a_way_back_after_sign_out(world: TestApi) {
        let (id, _) = open(&world).await;
        let made = set_public(&world, &id, &json!({"redirect_uris": ["com.example.shop:/cb", "http://127.0.0.1/cb"]})).await;
        assert_eq!(made.status, 200, "{made:?}");
        let made = made.json();
        let client_id = made["client_id"].as_str().unwrap().to_owned();
        assert_eq!(made["application_type"], "native");
        assert_eq!(made["post_logout_redirect_uris"], json!(["http://127.0.0.1/"]));
        assert_eq!(made["device_grant"], false);
        let registered = client(&world, &client_id);
        assert_eq!((&registered["application_type"], &registered["post_logout_redirect_uris"]), (&json!("native"), &json!(["http://127.0.0.1/"])));
        let requested = json!({
            "redirect_uris": ["https://shop.example.com/app"], "post_logout_redirect_uris": ["https://shop.example.com/bye"],
            "device_grant": true,
        });
        let changed = set_public(&world, &id, &requested).await.json();
        assert_eq!((&changed["application_type"], &changed["device_grant"]), (&json!("web"), &json!(true)));
        assert_eq!(client(&world, &client_id)["grant_types"], json!(["authorization_code", "refresh_token", DEVICE_CODE]));
        // A change keeps the members that it omits.
        let stored = set_public(&world, &id, &json!({"redirect_uris": ["https://shop.example.com/app2"]})).await.json();
        assert_eq!((&stored["post_logout_redirect_uris"], &stored["device_grant"]), (&requested["post_logout_redirect_uris"], &json!(true)));
        assert_eq!(read(&world, &id).await["public_client"], stored);
        change(&world, &id, &json!({"id_token_signed_response_alg": "EdDSA"})).await;
        assert_eq!(client(&world, &client_id)["id_token_signed_response_alg"], "EdDSA", "of both clients");
        for (wrong, pointer) in [
            (json!({"redirect_uris": ["mailto:/cb"]}), "/redirect_uris/0"),
            (json!({"redirect_uris": ["https://a.example"], "post_logout_redirect_uris": ["javascript:x"]}), "/post_logout_redirect_uris/0"),
            (json!({"redirect_uris": ["https://a.example"], "application_type": "tv"}), "/application_type"),
        ] {
            let body = set_public(&world, &id, &wrong).await.is_problem(400, "invalid-request");
            assert_eq!(body["errors"][0]["pointer"], pointer, "{wrong}");
        }
    }
}

on_both_engines! {
    async fn registration_response_names_the_addresses_after_sign_out(world: TestApi) {
        let token = world.token("usr_1");
        let mut body = json!({
            "name": "Shop", "url": "https://shop.example.com",
            "redirect_uris": ["https://shop.example.com/api/cb", "http://localhost:3000/api/cb"],
        });
        let made = world.post("/v1/websites", &token, &body).await.json();
        let roots = json!(["https://shop.example.com/", "http://localhost:3000/"]);
        assert_eq!(made["website"]["post_logout_redirect_uris"], roots);
        let id = made["website"]["id"].as_str().unwrap();
        assert_eq!(read(&world, id).await, made["website"]);
        body["post_logout_redirect_uris"] = json!([]);
        let made = world.post("/v1/websites", &token, &body).await.json();
        assert_eq!(made["website"]["post_logout_redirect_uris"], json!([]), "none is what was said");
    }
}

on_both_engines! {
    async fn resources_of_a_website_reach_its_client_with_the_metadata_to_publish(world: TestApi) {
        let (id, client_id) = open(&world).await;
        assert_eq!(read(&world, &id).await["resources"], json!([]));
        let requested = json!({"resources": [{"resource": "https://mcp.shop.example/mcp", "scopes": ["tools.read", "tools.call"]}, {"resource": "http://localhost:3001/"}]});
        let changed = change(&world, &id, &requested).await;
        assert_eq!(changed.status, 200, "{changed:?}");
        let resources = changed.json()["resources"].clone();
        assert_eq!(resources[0], json!({
            "resource": "https://mcp.shop.example/mcp", "scopes": ["tools.read", "tools.call"],
            "metadata_url": "https://mcp.shop.example/.well-known/oauth-protected-resource/mcp",
            "metadata": {
                "resource": "https://mcp.shop.example/mcp", "authorization_servers": [world.issuer.url],
                "scopes_supported": ["tools.read", "tools.call"], "bearer_methods_supported": ["header"], "resource_name": "Shop",
            },
        }));
        assert_eq!(resources[1]["metadata_url"], "http://localhost:3001/.well-known/oauth-protected-resource");
        assert_eq!(read(&world, &id).await["resources"], resources);
        let registered = client(&world, &client_id)["protected_resources"].clone();
        assert_eq!(registered, json!([
            {"resource": "https://mcp.shop.example/mcp", "scope": "tools.read tools.call"}, {"resource": "http://localhost:3001/", "scope": ""},
        ]));
        change(&world, &id, &json!({"name": "Renamed"})).await;
        assert_eq!(client(&world, &client_id)["protected_resources"], registered, "all else stays");
        for (wrong, pointer) in [
            (json!([{"resource": "http://shop.example"}]), "/resources/0/resource"),
            (json!([{"resource": "https://a.example"}, {"resource": "https://a.example/"}]), "/resources/1/resource"),
            (json!([{"resource": "https://a.example", "scopes": ["openid"]}]), "/resources/0/scopes/0"),
            (json!([{"resource": "https://a.example", "scopes": ["x", "idp.users"]}]), "/resources/0/scopes/1"),
            (json!([{"resource": "https://a.example", "scopes": ["a b"]}]), "/resources/0/scopes/0"),
            (json!([{"resource": "https://a.example#x"}]), "/resources/0/resource"),
            (json!([{"resource": "https://never.example"}]), "/resources"),
        ] {
            let body = change(&world, &id, &json!({"resources": wrong})).await.is_problem(400, "invalid-request");
            assert_eq!(body["errors"][0]["pointer"], pointer, "{wrong}");
        }
        assert_eq!(change(&world, &id, &json!({"resources": []})).await.json()["resources"], json!([]));
    }
}
