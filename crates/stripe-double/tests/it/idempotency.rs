//! Tests requests that are repeated with an idempotency key.

use serde_json::json;
use stripe_double::{CallFault, CallFaultKind};

use crate::world::TestShop;

const KEY: (&str, &str) = ("idempotency-key", "tg:chk:1");

#[tokio::test]
async fn repeated_request_gets_the_same_bytes() {
    let shop = TestShop::open().await;
    let first = shop
        .post_with("/v1/customers", "name=Ann&email=a@b.example", &[KEY])
        .await;
    assert_eq!(first.header("idempotent-replayed"), "");
    assert_eq!(first.header("idempotency-key"), "tg:chk:1");
    // The order of the parameters is not part of the request.
    let second = shop
        .post_with("/v1/customers", "email=a@b.example&name=Ann", &[KEY])
        .await;
    assert_eq!((second.status, &second.text), (200, &first.text));
    assert_eq!(second.header("idempotent-replayed"), "true");
    assert_eq!(
        second.header("original-request"),
        first.header("request-id")
    );
    assert_ne!(second.header("request-id"), first.header("request-id"));
    let all = shop.get("/v1/customers").await.ok();
    assert_eq!(all["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn other_parameters_under_the_key_are_refused() {
    let shop = TestShop::open().await;
    shop.post_with("/v1/customers", "name=Ann", &[KEY])
        .await
        .ok();
    for (path, form) in [("/v1/customers", "name=Bob"), ("/v1/products", "name=Ann")] {
        let response = shop.post_with(path, form, &[KEY]).await;
        assert_eq!(
            response.error(),
            (400, "idempotency_error", "", ""),
            "{path}"
        );
        assert!(
            response.text.contains("same parameters"),
            "{}",
            response.text
        );
    }
}

#[tokio::test]
async fn error_of_an_operation_is_stored_and_an_early_one_is_not() {
    let shop = TestShop::open().await;
    let early = shop.post_with("/v1/products", "", &[KEY]).await;
    assert_eq!(early.status, 400);
    let first = shop
        .post_with("/v1/prices", "currency=eur&product=p&unit_amount=1", &[KEY])
        .await;
    assert_eq!(
        first.error().2,
        "resource_missing",
        "an early refusal takes no key"
    );
    shop.post("/v1/products", "id=p&name=a").await.ok();
    let again = shop
        .post_with("/v1/prices", "currency=eur&product=p&unit_amount=1", &[KEY])
        .await;
    assert_eq!((again.status, &again.text), (400, &first.text));
    assert_eq!(again.header("idempotent-replayed"), "true");
}

#[tokio::test]
async fn server_error_is_stored() {
    let rows = [
        (CallFaultKind::ServerErrorBefore, 0),
        (CallFaultKind::ServerErrorAfter, 1),
    ];
    for (kind, customers) in rows {
        let shop = TestShop::open().await;
        let fault = CallFault {
            call: "POST /v1/customers".to_owned(),
            times: 1,
            kind,
        };
        shop.double.add_fault(fault).unwrap();
        for replayed in ["", "true"] {
            let response = shop.post_with("/v1/customers", "name=Ann", &[KEY]).await;
            assert_eq!(response.error(), (500, "api_error", "", ""), "{kind:?}");
            assert_eq!(response.header("idempotent-replayed"), replayed);
        }
        let all = shop.get("/v1/customers").await.ok();
        assert_eq!(all["data"].as_array().unwrap().len(), customers, "{kind:?}");
    }
}

#[tokio::test]
async fn key_is_forgotten_after_a_day() {
    let shop = TestShop::open().await;
    let first = shop
        .post_with("/v1/customers", "name=Ann", &[KEY])
        .await
        .ok();
    shop.advance(86_399);
    assert_eq!(
        shop.post_with("/v1/customers", "name=Ann", &[KEY])
            .await
            .ok()["id"],
        first["id"]
    );
    shop.advance(1);
    let other = shop
        .post_with("/v1/customers", "name=Bob", &[KEY])
        .await
        .ok();
    assert_ne!(other["id"], first["id"]);
}

#[tokio::test]
async fn key_in_use_is_refused() {
    let shop = TestShop::open().await;
    let fault = json!({"call": "POST /v1/customers", "kind": {"slow": 600_000}});
    shop.control("add_fault", &fault);
    let hasty = async {
        while shop.control("get_faults", &json!({})) != json!([]) {
            tokio::task::yield_now().await;
        }
        shop.post_with("/v1/customers", "name=Ann", &[KEY]).await
    };
    tokio::select! {
        slow = shop.post_with("/v1/customers", "name=Ann", &[KEY]) => panic!("{slow:?}"),
        hasty = hasty => {
            let expected = (409, "idempotency_error", "idempotency_key_in_use", "");
            assert_eq!(hasty.error(), expected);
        }
    }
}
