//! Tests that pages of other origins read their visitor's own data and nothing else.

use reqwest::Method;

use crate::harness::{HttpResponse, TestApi};

/// Sends the preflight request of a browser for a page that wants to send a token.
async fn question(world: &TestApi, path: &str) -> HttpResponse {
    let headers = [
        ("origin", "https://pictures.example.com"),
        ("access-control-request-method", "GET"),
        ("access-control-request-headers", "authorization,dpop"),
    ];
    world.send(Method::OPTIONS, path, &headers, None).await
}

#[tokio::test]
async fn page_reads_its_visitors_own_data() {
    let world = TestApi::sqlite().await;
    for (path, found) in [
        ("/v1/me", 200),
        ("/v1/me/credits", 200),
        ("/v1/me/credits/cus_1", 404),
        ("/v1/me/transactions", 200),
        ("/v1/me/usage", 200),
    ] {
        let body = question(&world, path).await;
        let said = [
            "access-control-allow-origin",
            "access-control-allow-methods",
            "access-control-allow-headers",
        ];
        let said = said.map(|name| body.header(name).to_owned());
        assert_eq!(
            (body.status, said),
            (204, ["*", "GET", "authorization, dpop"].map(str::to_owned)),
            "{path}"
        );
        assert_eq!(body.header("access-control-allow-credentials"), "");
        for (token, status) in [(world.token("usr_1"), found), ("none".to_owned(), 401)] {
            let authorization = format!("Bearer {token}");
            let headers = [
                ("authorization", authorization.as_str()),
                ("origin", "https://pictures.example.com"),
            ];
            let response = world.send(Method::GET, path, &headers, None).await;
            assert_eq!(response.status, status, "{path}");
            assert_eq!(
                response.header("access-control-allow-origin"),
                "*",
                "{path}"
            );
            let exposed = response.header("access-control-expose-headers");
            assert!(exposed.contains("www-authenticate"), "{exposed}");
        }
    }
}

#[tokio::test]
async fn page_may_start_purchases_of_its_visitor() {
    let world = TestApi::sqlite().await;
    for path in [
        "/v1/me/checkout-sessions",
        "/v1/me/checkout-sessions/chk_1/sync",
        "/v1/me/portal-sessions",
    ] {
        let body = question(&world, path).await;
        let said = [
            "access-control-allow-methods",
            "access-control-allow-headers",
        ];
        assert_eq!(
            said.map(|name| body.header(name)),
            [
                "GET, POST",
                "authorization, content-type, dpop, idempotency-key"
            ],
            "{path}"
        );
    }
    let other = question(&world, "/v1/me/checkout-sessions-of-others").await;
    assert_eq!(other.header("access-control-allow-methods"), "GET");
}

#[tokio::test]
async fn page_reads_no_other_response() {
    let world = TestApi::sqlite().await;
    for path in [
        "/v1/customers",
        "/v1/spends",
        "/v1/api-keys",
        "/v1/metrics",
        "/v1/operator/users",
    ] {
        let body = question(&world, path).await;
        assert!(body.status >= 400, "{path}: {}", body.status);
        let response = world.get(path, &world.token("usr_1")).await;
        for one in [body, response] {
            assert_eq!(one.header("access-control-allow-origin"), "", "{path}");
        }
    }
}
