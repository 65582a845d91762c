//! Events that are read after a cursor.

use super::test_stripe::TestStripe;
use crate::billing::stripe::{NewCustomer, PageQuery, StripeEvent};

#[tokio::test]
async fn events_after_a_cursor_are_read_oldest_first() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    stripe.create_customer().await;
    let newest = PageQuery {
        limit: Some(1),
        ..PageQuery::default()
    };
    let first = account.list_events(&newest).await.unwrap();
    let cursor = first.data.first().unwrap().clone();
    assert_eq!(cursor.plain_type(), "customer.created");
    assert_eq!(cursor.object.as_deref(), Some("event"));
    assert_eq!(
        (cursor.livemode, cursor.account.as_deref()),
        (Some(false), None)
    );
    let after = account.list_events_after(&cursor.id).await.unwrap();
    assert_eq!((after.data.len(), after.has_more), (0, false));
    let mut customers = Vec::new();
    for number in 0..130 {
        let key = format!("tg:cus:{number}");
        let created = account.create_customer(&key, &NewCustomer::default()).await;
        customers.push(created.unwrap().id);
    }
    let mut read: Vec<StripeEvent> = vec![cursor];
    loop {
        let last = read.last().unwrap().id.clone();
        let page = account.list_events_after(&last).await.unwrap();
        read.extend(page.data);
        if !page.has_more {
            break;
        }
    }
    let objects: Vec<_> = read
        .iter()
        .skip(1)
        .map(|event| event.object_id().unwrap())
        .collect();
    assert_eq!(objects, customers);
    let kinds = read.iter().map(StripeEvent::object_kind);
    assert!(kinds.into_iter().all(|kind| kind == Some("customer")));
    let missing = account.list_events_after("evt_none").await.unwrap_err();
    assert!(missing.is_missing());
}
