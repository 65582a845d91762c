//! Webhook endpoints and the customer portal.

use super::test_stripe::TestStripe;
use crate::billing::stripe::{
    API_VERSION, NewPortalConfiguration, NewPortalSession, NewWebhookEndpoint, PageQuery,
    WebhookEndpointChange,
};

#[tokio::test]
async fn endpoint_is_created_changed_and_deleted() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let endpoint = NewWebhookEndpoint {
        url: "https://shop.example/webhooks/stripe/scn_1",
        enabled_events: &["charge.refunded", "checkout.session.completed"],
        description: Some("Tollgate"),
        metadata: &[("tollgate", "scn_1")],
    };
    let created = account
        .create_webhook_endpoint("tg:we:1", &endpoint)
        .await
        .unwrap();
    let secret = created.secret.clone().unwrap();
    assert!(secret.expose().starts_with("whsec_"));
    let written = format!("{created:?} {:?}", secret.clone().into_secret());
    assert!(!written.contains("whsec_"), "{written}");
    assert_eq!(created.url.as_deref(), Some(endpoint.url));
    assert_eq!(created.enabled_events, endpoint.enabled_events);
    assert_eq!(created.api_version.as_deref(), Some(API_VERSION));
    assert_eq!(created.status.as_deref(), Some("enabled"));
    assert_eq!(created.metadata["tollgate"], "scn_1");
    assert!(created.created.is_some() && created.livemode == Some(false));
    let read = account.get_webhook_endpoint(&created.id).await.unwrap();
    assert_eq!(read.secret, None);
    let page = account.list_webhook_endpoints(&PageQuery::default()).await;
    assert_eq!(page.unwrap().data, [read]);
    let change = WebhookEndpointChange {
        url: Some("https://shop.example/new"),
        enabled_events: Some(&["charge.refunded"]),
        disabled: Some(true),
    };
    let changed = account
        .update_webhook_endpoint(&created.id, &change)
        .await
        .unwrap();
    assert_eq!(changed.url, change.url.map(str::to_owned));
    assert_eq!(changed.enabled_events, ["charge.refunded"]);
    assert_eq!(changed.status.as_deref(), Some("disabled"));
    let enabled = WebhookEndpointChange {
        disabled: Some(false),
        ..WebhookEndpointChange::default()
    };
    let enabled = account.update_webhook_endpoint(&created.id, &enabled).await;
    let enabled = enabled.unwrap();
    assert_eq!(enabled.enabled_events, ["charge.refunded"]);
    assert_eq!(enabled.status.as_deref(), Some("enabled"));
    let deleted = account.delete_webhook_endpoint(&created.id).await.unwrap();
    assert_eq!((deleted.id, deleted.deleted), (created.id.clone(), true));
    let missing = account.get_webhook_endpoint(&created.id).await;
    assert!(missing.unwrap_err().is_missing());
}

#[tokio::test]
async fn portal_session_uses_our_configuration() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let configuration = NewPortalConfiguration {
        headline: Some("Shop"),
        default_return_url: Some("https://shop.example/account"),
        metadata: &[("tollgate", "1")],
    };
    let created = account
        .create_portal_configuration("tg:portal:1", &configuration)
        .await
        .unwrap();
    assert_eq!(
        (created.active, created.livemode),
        (Some(true), Some(false))
    );
    assert_eq!(created.metadata["tollgate"], "1");
    let path = format!("billing_portal/configurations/{}", created.id);
    let shown: serde_json::Value = stripe.read(&path, API_VERSION).await;
    let features = &shown["features"];
    assert_eq!(features["payment_method_update"]["enabled"], true);
    assert_eq!(features["invoice_history"]["enabled"], true);
    assert_eq!(features["subscription_cancel"]["enabled"], false);
    let updates = &features["customer_update"]["allowed_updates"];
    assert_eq!(*updates, serde_json::json!(["address", "tax_id"]));
    let customer = stripe.create_customer().await;
    let session = NewPortalSession {
        customer: &customer,
        configuration: &created.id,
        return_url: "https://shop.example/account",
        locale: Some("de"),
    };
    let opened = account.create_portal_session(&session).await.unwrap();
    let url = opened.url.clone().unwrap();
    assert!(url.expose().contains(&opened.id));
    assert!(!format!("{opened:?}").contains(url.expose()));
    assert_eq!(
        (opened.customer.as_deref(), opened.livemode),
        (Some(customer.as_str()), Some(false))
    );
    let missing = NewPortalSession {
        configuration: "bpc_none",
        ..session
    };
    let refused = account.create_portal_session(&missing).await.unwrap_err();
    assert!(refused.is_missing());
    let parameter = refused.refusal().unwrap().param.as_deref();
    assert_eq!(parameter, Some("configuration"));
}
