//! Customers, products and prices.

use super::test_stripe::TestStripe;
use crate::billing::stripe::{
    NewCustomer, NewPrice, NewProduct, PageQuery, ProductChange, StripeError,
};

#[tokio::test]
async fn customer_is_created_read_and_listed() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let customer = NewCustomer {
        email: Some("ann+shop@example.com"),
        name: Some("Ann & Ben"),
        description: Some("50 % off?"),
        metadata: &[("tollgate", "ctm_1"), ("connection", "scn_1")],
    };
    let created = account
        .create_customer("tg:cus:1", &customer)
        .await
        .unwrap();
    let read = account.get_customer(&created.id).await.unwrap();
    assert_eq!(read, created);
    assert_eq!(read.email.as_deref(), Some("ann+shop@example.com"));
    assert_eq!(read.name.as_deref(), Some("Ann & Ben"));
    assert_eq!(read.metadata["tollgate"], "ctm_1");
    assert_eq!(read.metadata["connection"], "scn_1");
    assert_eq!((read.livemode, read.deleted), (Some(false), false));
    assert_eq!(read.default_payment_method(), None);
    let second = account
        .create_customer("tg:cus:2", &NewCustomer::default())
        .await
        .unwrap();
    let one = PageQuery {
        limit: Some(1),
        ..PageQuery::default()
    };
    let page = account.list_customers(&one).await.unwrap();
    assert_eq!((page.data.first(), page.has_more), (Some(&second), true));
    let next = PageQuery {
        starting_after: Some(&second.id),
        ..one
    };
    let page = account.list_customers(&next).await.unwrap();
    assert_eq!((page.data.first(), page.has_more), (Some(&created), false));
}

#[tokio::test]
async fn customer_that_does_not_exist_is_missing_and_a_deleted_one_says_so() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let missing = account.get_customer("cus_none").await.unwrap_err();
    assert!(missing.is_missing(), "{missing}");
    assert_eq!(missing.refusal().unwrap().status, 404);
    let unsent = account.get_customer("..").await.unwrap_err();
    assert!(!unsent.is_missing() && unsent.refusal().unwrap().status == 0);
    let id = stripe.create_customer().await;
    let deleted: crate::billing::stripe::DeletedObject =
        account.delete(&["customers", &id]).await.unwrap();
    assert_eq!((deleted.id.as_str(), deleted.deleted), (id.as_str(), true));
    assert!(account.get_customer(&id).await.unwrap().deleted);
}

#[tokio::test]
async fn product_with_our_id_is_created_once_and_changed() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let product = NewProduct {
        id: "tollgate_pck_1",
        name: "1,000 credits",
        description: Some("For a month"),
        metadata: &[("tollgate", "pck_1")],
    };
    let created = account.create_product("k1", &product).await.unwrap();
    assert_eq!(created.id, "tollgate_pck_1");
    assert_eq!(created.metadata["tollgate"], "pck_1");
    let again = account.create_product("k2", &product).await.unwrap_err();
    assert_eq!(again.code(), Some("resource_already_exists"));
    let change = ProductChange {
        name: Some("Credits"),
        description: Some(""),
        active: Some(false),
        metadata: &[],
    };
    let changed = account.update_product(&created.id, &change).await.unwrap();
    assert_eq!(changed, account.get_product(&created.id).await.unwrap());
    assert_eq!(changed.name.as_deref(), Some("Credits"));
    assert_eq!(changed.description, None);
    assert_eq!(
        (changed.active, changed.livemode),
        (Some(false), Some(false))
    );
    assert!(!changed.deleted);
    let same = account
        .update_product(&created.id, &ProductChange::default())
        .await;
    assert_eq!(same.unwrap(), changed);
}

#[tokio::test]
async fn price_is_found_by_its_lookup_key_and_archived() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let id = stripe.create_price().await;
    let price = account.get_price(&id).await.unwrap();
    assert_eq!(price.unit_amount, Some(1_000));
    assert_eq!(price.currency.as_deref(), Some("eur"));
    assert_eq!(price.tax_behavior.as_deref(), Some("inclusive"));
    assert_eq!(price.price_type.as_deref(), Some("one_time"));
    assert_eq!(price.product.as_ref().unwrap().id, "tollgate_pck_1");
    assert_eq!((price.active, price.deleted), (Some(true), false));
    let found = account
        .list_prices(&["tollgate:pck_1:1:eur", "other"])
        .await;
    assert_eq!(found.unwrap().data, [price]);
    let again = NewPrice {
        product: "tollgate_pck_1",
        currency: "eur",
        unit_amount: 1_000,
        recurrence: None,
        tax_behavior: "inclusive",
        lookup_key: "tollgate:pck_1:1:eur",
        metadata: &[("tollgate", "1")],
    };
    let second = account.create_price("tg:price:2", &again).await.unwrap();
    assert_eq!(second.metadata["tollgate"], "1");
    let found = account
        .list_prices(&["tollgate:pck_1:1:eur"])
        .await
        .unwrap();
    assert_eq!(found.data, [second], "the newer price has the key");
    let archived = account.set_price_active(&id, false).await.unwrap();
    assert_eq!(archived.active, Some(false));
    assert_eq!(archived.lookup_key, None);
    let active = account.set_price_active(&id, true).await.unwrap();
    assert_eq!(active.active, Some(true));
}

#[tokio::test]
async fn refusal_names_the_parameter() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let price = NewPrice {
        product: "prod_none",
        currency: "eur",
        unit_amount: 1,
        recurrence: None,
        tax_behavior: "inclusive",
        lookup_key: "a",
        metadata: &[],
    };
    let error = account.create_price("k", &price).await.unwrap_err();
    assert!(error.is_missing() && !error.is_retryable());
    let refusal = error.refusal().unwrap();
    assert_eq!(refusal.status, 400);
    assert_eq!(refusal.param.as_deref(), Some("product"));
    assert_eq!(refusal.error_type.as_deref(), Some("invalid_request_error"));
    assert!(refusal.decline_code.is_none());
    let text = error.to_string();
    assert!(text.contains("No such product: 'prod_none'"), "{text}");
    assert!(matches!(error, StripeError::Refused(_)));
}
