//! Tests of pages: headers, escaping, and names and caching of static files.

use foundation::testing::TestServer;
use poem::http::{StatusCode, header};
use poem::{EndpointExt, Route, get};

use super::*;

#[tokio::test]
async fn page_is_private_unframed_and_without_script() {
    let response = refusal_page(
        StatusCode::BAD_REQUEST,
        "This link does not work",
        "No <b>such</b> client",
        "invalid_request",
    );
    let expected = [
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        ),
    ];
    for (name, value) in expected {
        assert_eq!(response.headers()[&name], value, "{name}");
    }
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    let html = response.into_body().into_string().await.unwrap();
    for part in [
        "begin again.</p>",
        "<p class=\"faint\" id=\"page-detail\" lang=\"en\">No &#60;b&#62;such&#60;/b&#62; client (invalid_request)</p>",
    ] {
        assert!(html.contains(part), "{html}");
    }
    assert!(
        !html.contains("<script") && !html.contains("style="),
        "{html}"
    );
    assert!(html.contains(stylesheet_path()), "{html}");
}

#[tokio::test]
async fn assets_are_kept_for_ever_under_their_own_name_only() {
    let route = Route::new().at("/oauth/assets/:name", get(serve_asset));
    let (listener, base) = TestServer::bind().await;
    let _server = TestServer::start(listener, route.map_to_response().boxed());
    let client = foundation::testing::test_client();
    for path in [stylesheet_path(), icon_path(), passkey_script_path()] {
        let response = client.get(format!("{base}{path}")).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(
            response.headers()[header::CACHE_CONTROL],
            "public, max-age=31536000, immutable"
        );
    }
    let unknown = format!("{base}/oauth/assets/pages-0000.css");
    let response = client.get(unknown).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
}
