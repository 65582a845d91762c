//! Tests that responses go to registered redirect URIs only, compared byte by byte (family A, in requests).

use crate::harness::TestIdp;

// row: A5, A6, A8
#[tokio::test]
async fn address_that_is_not_registered_byte_for_byte_is_a_page() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let good = "https://spa.example/cb";
    for address in [
        "javascript:alert(1)",
        "JAVASCRIPT:alert(1)",
        " javascript:alert(1)",
        "data:text/html,x",
        "https://spa.example/cb#",
        "https://spa.example/cb#x",
        "https://SPA.example/cb",
        "HTTPS://spa.example/cb",
        "https://spa.example./cb",
        "https://spa.example:443/cb",
        "https://spa.example\\cb",
        "https://spa.example/\tcb",
        "https://spa.example/cb\n",
        " https://spa.example/cb",
        "https://sp\u{430}.example/cb",
        "https://spa.example@evil.example/cb",
        "//spa.example/cb",
        "http://spa.example/cb",
    ] {
        let changes = [("client_id", "spa"), ("redirect_uri", address)];
        let landing = world.authorize(Some(&ann), &changes).await;
        assert!(landing.is_page(), "{address:?} {landing:?}");
    }
    let changes = [
        ("client_id", "spa"),
        ("redirect_uri", good),
        ("scope", "openid"),
    ];
    world.code(&ann, &changes).await;
}

// row: A9
#[tokio::test]
async fn only_loopback_redirect_uris_may_vary_in_port() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let rows = [
        ("http://127.0.0.1/cb", true),
        ("http://127.0.0.1:1024/cb", true),
        ("http://127.0.0.1:65535/cb", true),
        ("com.example.app:/cb", true),
        ("http://127.0.0.1:65536/cb", false),
        ("http://127.0.0.1:1024/other", false),
        ("http://127.0.0.1:1024/cb?x=1", false),
        ("http://127.0.0.2:1024/cb", false),
        ("http://127.1:1024/cb", false),
        ("http://[::1]:1024/cb", false),
        ("http://localhost:1024/cb", true),
        ("http://localhost:1024/other", false),
        ("http://localhost.:1024/cb", false),
        ("http://LOCALHOST:1024/cb", false),
        ("http://127.0.0.1:1024@evil.example/cb", false),
        ("https://127.0.0.1:1024/cb", false),
        ("com.example.app:/other", false),
    ];
    for (address, expected) in rows {
        let changes = [
            ("client_id", "native"),
            ("redirect_uri", address),
            ("scope", "openid"),
        ];
        let landing = world.authorize(Some(&ann), &changes).await;
        assert_eq!(landing.is_page(), !expected, "{address} {landing:?}");
        assert_eq!(landing.parameter("code").is_some(), expected, "{address}");
    }
}
