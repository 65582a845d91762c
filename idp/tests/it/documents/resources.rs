//! Tests protected resources: a website's own server, for which every client may request access (RFC 8707, RFC 9728).

use foundation::on_both_engines;
use serde_json::{Value, json};

use super::{IdpWithDocuments, admin, allowed, redeemed};
use crate::harness::{HttpResponse, RedirectResponse, TestIdp, claims};

const MCP: &str = "https://mcp.shop.example/mcp";
const OTHER: &str = "https://mcp.shop.example/other";
const FOREIGN: &str = "https://other.example/mcp";

/// Sets the protected resources of a website's client.
async fn serve(world: &TestIdp, client_id: &str, resources: &Value) -> HttpResponse {
    let body = json!({
        "redirect_uris": ["https://shop.example/cb"], "protected_resources": resources,
    });
    admin(world, "PUT", client_id, &body).await
}

async fn shop(world: &TestIdp) {
    let resources = json!([
        {"resource": MCP, "scope": "tools.call tools.read"}, {"resource": OTHER, "scope": ""},
    ]);
    let made = serve(world, "the-shop", &resources).await;
    assert_eq!(made.status, 201, "{}", made.body);
    assert_eq!(made.body["protected_resources"], resources);
    let found = admin(world, "GET", "the-shop", &json!({})).await.ok();
    assert_eq!(found["protected_resources"], resources);
    serve(world, "other-shop", &json!([{"resource": FOREIGN}])).await;
}

on_both_engines!(document_client_gets_tokens_for_the_resource_alone);

async fn document_client_gets_tokens_for_the_resource_alone(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    shop(&world).await;
    let ann = world.visitor("ann").await;
    let rows = [
        ("tools.read unknown", "tools.read"),
        (
            "openid offline_access tools.call",
            "offline_access openid tools.call",
        ),
        // A request without a scope gets all scopes of the resource (RFC 6749 section 3.3).
        ("", "tools.call tools.read"),
    ];
    for (requested, granted) in rows {
        let request = site.request(&[("scope", requested), ("resource", MCP)]);
        let landing = allowed(&world, &ann, &request).await;
        let code = landing.parameter("code").unwrap();
        let tokens = redeemed(&world, &site, &code).await.ok();
        assert_eq!(tokens["scope"], granted, "{requested}");
        let access = claims(tokens["access_token"].as_str().unwrap());
        assert_eq!(
            (&access["aud"], &access["scope"]),
            (&json!(MCP), &json!(granted))
        );
        let Some(refresh) = tokens["refresh_token"].as_str() else {
            continue;
        };
        let form = [
            ("grant_type", "refresh_token"),
            ("client_id", site.address.as_str()),
            ("refresh_token", refresh),
            ("resource", MCP),
        ];
        let again = world.token(&form, None).await.ok();
        assert_eq!(again["scope"], granted);
        assert_eq!(claims(again["access_token"].as_str().unwrap())["aud"], MCP);
    }
}

on_both_engines!(resource_that_is_unknown_mixed_or_deleted_is_an_invalid_target);

async fn resource_that_is_unknown_mixed_or_deleted_is_an_invalid_target(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    shop(&world).await;
    let ann = world.visitor("ann").await;
    let base = world.base.clone();
    let rows: [(&[&str], Option<&str>); 7] = [
        (&[MCP], None),
        (&[MCP, OTHER], None),
        (&["https://mcp.shop.example/mcp/"], Some("invalid_target")),
        (&["https://mcp.shop.example"], Some("invalid_target")),
        (&["https://nobody.example"], Some("invalid_target")),
        // A token for two servers would let each use it at the other.
        (&[MCP, FOREIGN], Some("invalid_target")),
        (&[MCP, &base], Some("invalid_target")),
    ];
    let ask = async |resources: &[&str]| {
        let mut request = site.request(&[("scope", "tools.read")]);
        request.extend(resources.iter().map(|one| ("resource", *one)));
        let mut address = url::Url::parse(&world.authorize_url(&request)).unwrap();
        // The helper keeps one parameter of each name, so the test adds the repeated ones.
        let pairs: Vec<_> = address.query_pairs().into_owned().collect();
        let mut query = address.query_pairs_mut();
        query.clear();
        query.extend_pairs(pairs.iter().filter(|(name, _)| name != "resource"));
        query.extend_pairs(resources.iter().map(|one| ("resource", *one)));
        drop(query);
        world.get(address.as_str(), Some(&ann)).await
    };
    for (resources, expected) in rows {
        let response = ask(resources).await;
        if expected.is_none() {
            assert_eq!(response.status(), 200, "{resources:?}: a person is asked");
        } else {
            assert_ne!(response.status(), 200, "{resources:?}");
        }
    }
    // The scopes of a resource are invalid without it.
    let address = world.authorize_url(&site.request(&[("scope", "tools.read")]));
    let landing = world.get(&address, Some(&ann));
    assert_ne!(landing.await.status(), 200);
    let request = site.request(&[("scope", "offline_access tools.read"), ("resource", MCP)]);
    let landing = allowed(&world, &ann, &request).await;
    let tokens = redeemed(&world, &site, &landing.parameter("code").unwrap())
        .await
        .ok();
    serve(&world, "the-shop", &json!([])).await.ok();
    assert_ne!(ask(&[MCP]).await.status(), 200, "it is gone");
    let form = [
        ("grant_type", "refresh_token"),
        ("client_id", site.address.as_str()),
        ("refresh_token", tokens["refresh_token"].as_str().unwrap()),
    ];
    assert_eq!(
        world.token(&form, None).await.refusal(),
        (400, "invalid_target")
    );
}

on_both_engines!(resource_of_another_client_or_of_ours_cannot_be_taken);

async fn resource_of_another_client_or_of_ours_cannot_be_taken(
    IdpWithDocuments { world, .. }: IdpWithDocuments,
) {
    shop(&world).await;
    let base = world.base.clone();
    let rows = [
        (json!([{"resource": MCP}]), "another client"),
        (
            json!([{"resource": format!("{base}/v1")}]),
            "this installation",
        ),
        (
            json!([{"resource": "https://a.example", "scope": "idp.users"}]),
            "identity provider",
        ),
    ];
    for (resources, expected) in rows {
        let refused = serve(&world, "thief", &resources).await;
        assert_eq!(refused.status, 400, "{resources}");
        let detail = refused.body["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains(expected), "{detail}");
        assert_eq!(admin(&world, "GET", "thief", &json!({})).await.status, 404);
    }
    // Other clients may use the resources of a deleted client.
    assert_eq!(
        admin(&world, "DELETE", "the-shop", &json!({})).await.status,
        204
    );
    assert_eq!(
        serve(&world, "heir", &json!([{"resource": MCP}]))
            .await
            .status,
        201
    );
}

on_both_engines!(consent_at_a_resource_counts_there_and_once);

async fn consent_at_a_resource_counts_there_and_once(
    IdpWithDocuments { world, .. }: IdpWithDocuments,
) {
    let resources = json!([{"resource": MCP, "scope": "credits.read"}]);
    serve(&world, "the-shop", &resources).await;
    let ann = world.visitor("ann").await;
    // The client of another website, which the operator registered, may request credits.read at our own API as well.
    let request = |more: &[(&'static str, &'static str)]| {
        let mut all = vec![
            ("client_id", "shop"),
            ("redirect_uri", "https://shop.example/cb"),
            ("scope", "openid credits.read"),
        ];
        all.extend(more);
        world.authorize_url(&all)
    };
    let at_resource = request(&[("resource", MCP)]);
    let page = world
        .get(&at_resource, Some(&ann))
        .await
        .text()
        .await
        .unwrap();
    assert!(page.contains(MCP), "the page names the server");
    let landing = super::decided(&world, &ann, &at_resource, "allow").await;
    assert!(landing.parameter("code").is_some());
    for (address, why) in [
        (at_resource, "asked each time"),
        (request(&[]), "nothing was allowed at our own API"),
    ] {
        let response = world.get(&address, Some(&ann)).await;
        assert_eq!(response.status(), 200, "{why}");
    }
}

on_both_engines!(website_introspects_tokens_for_its_own_resource);

async fn website_introspects_tokens_for_its_own_resource(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    let made = serve(
        &world,
        "the-shop",
        &json!([{"resource": MCP, "scope": "tools.read"}]),
    )
    .await;
    let secret = made.body["client_secret"].as_str().unwrap().to_owned();
    let other = serve(&world, "other-shop", &json!([{"resource": OTHER}])).await;
    let others = other.body["client_secret"].as_str().unwrap().to_owned();
    let ann = world.visitor("ann").await;
    let request = site.request(&[("scope", "tools.read"), ("resource", MCP)]);
    let landing: RedirectResponse = allowed(&world, &ann, &request).await;
    let tokens = redeemed(&world, &site, &landing.parameter("code").unwrap())
        .await
        .ok();
    let token = tokens["access_token"].as_str().unwrap();
    for (client, secret, expected) in [
        ("the-shop", secret.as_str(), true),
        ("other-shop", others.as_str(), false),
    ] {
        let sent = world.request("POST", "/oauth/introspect");
        let sent = sent
            .basic_auth(client, Some(secret))
            .form(&[("token", token)]);
        let response = HttpResponse::read(sent.send().await.unwrap()).await.ok();
        assert_eq!(response["active"], expected, "{client}");
        if expected {
            assert_eq!(
                (&response["aud"], &response["scope"]),
                (&json!(MCP), &json!("tools.read"))
            );
        }
    }
}
