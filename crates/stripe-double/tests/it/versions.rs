//! API versions: the shape of a response follows the request's header.

use serde_json::{Value, json};
use stripe_double::ApiVersion;

use crate::world::{CallResponse, TestShop};

async fn get(shop: &TestShop, path: &str, version: ApiVersion) -> CallResponse {
    let request = shop
        .request("GET", path)
        .header("stripe-version", version.text());
    CallResponse::read(request.send().await.unwrap()).await
}

/// Path, pointer of a member, and the versions that have the member.
const SHAPES: [(&str, &str, [bool; 3]); 9] = [
    ("charges/{charge}", "/invoice", [true, false, false]),
    (
        "checkout/sessions/{session}",
        "/payment_method_types",
        [true, true, false],
    ),
    ("invoices/{invoice}", "/charge", [true, false, false]),
    (
        "invoices/{invoice}",
        "/payment_intent",
        [true, false, false],
    ),
    (
        "invoices/{invoice}",
        "/lines/data/0/price/id",
        [true, false, false],
    ),
    (
        "invoices/{invoice}",
        "/lines/data/0/pricing",
        [false, true, true],
    ),
    (
        "invoices/{invoice}?expand[]=charge",
        "/charge/amount",
        [true, false, false],
    ),
    (
        "invoices/{invoice}?expand[]=payments",
        "/payments/data/0",
        [false, true, true],
    ),
    ("invoice_payments", "/data/0", [false, true, true]),
];

#[tokio::test]
async fn shape_follows_the_version() {
    let shop = TestShop::open().await;
    let ids = shop.paid_ids("").await;
    let is_there =
        |body: &Value, pointer: &str| body.pointer(pointer).is_some_and(|found| !found.is_null());
    for (path, pointer, expected) in SHAPES {
        let path = ids.fill(path);
        for (version, expected) in ApiVersion::ALL.into_iter().zip(expected) {
            let response = get(&shop, &format!("/v1/{path}"), version).await;
            assert_eq!(response.header("stripe-version"), version.text());
            assert_eq!(
                is_there(&response.body, pointer),
                expected,
                "{path} {version:?}"
            );
        }
    }
    let ui_modes = ["hosted", "hosted_page", "hosted_page"];
    for (version, ui_mode) in ApiVersion::ALL.into_iter().zip(ui_modes) {
        let session = get(&shop, &ids.fill("/v1/checkout/sessions/{session}"), version).await;
        assert_eq!(session.body["ui_mode"], ui_mode);
    }
}

#[tokio::test]
async fn parameter_of_another_version_is_refused() {
    let shop = TestShop::open().await;
    let price = shop.price(1000).await;
    let form = format!(
        "mode=payment&success_url=https://a.example&line_items[0][price]={price}\
         &line_items[0][quantity]=1&"
    );
    let rows = [
        ("ui_mode=hosted", [200, 400, 400]),
        ("ui_mode=hosted_page", [400, 200, 200]),
        ("payment_method_types[]=card", [200, 200, 400]),
    ];
    for (more, expected) in rows {
        for (version, status) in ApiVersion::ALL.into_iter().zip(expected) {
            let header = ("stripe-version", version.text());
            let form = format!("{form}{more}");
            let response = shop
                .post_with("/v1/checkout/sessions", &form, &[header])
                .await;
            assert_eq!(
                response.status, status,
                "{more} {version:?}: {}",
                response.text
            );
        }
    }
}

#[tokio::test]
async fn unknown_version_is_refused() {
    let shop = TestShop::open().await;
    let request = shop
        .request("GET", "/v1/balance")
        .header("stripe-version", "2020-01-01");
    let response = CallResponse::read(request.send().await.unwrap()).await;
    assert_eq!(response.error(), (400, "invalid_request_error", "", ""));
    assert!(
        response
            .text
            .contains("Invalid Stripe API version: 2020-01-01")
    );
}

#[tokio::test]
async fn appeal_has_a_word_in_the_newest_version_only() {
    let shop = TestShop::open().await;
    let charge = shop.paid_charge("pays").await["id"].clone();
    let dispute = shop.control("open_dispute", &json!({"charge": charge}))["id"].clone();
    for step in ["lose", "appeal"] {
        shop.control("step_dispute", &json!({"dispute": dispute, "step": step}));
    }
    let words = ["needs_response", "needs_response", "appeal_needs_response"];
    for (version, word) in ApiVersion::ALL.into_iter().zip(words) {
        let path = format!("/v1/disputes/{}", dispute.as_str().unwrap());
        assert_eq!(get(&shop, &path, version).await.body["status"], word);
        let arguments = json!({"id": dispute, "version": version});
        assert_eq!(shop.control("get_object", &arguments)["status"], word);
    }
}
