//! `/v1/stripe-connections`: the Stripe accounts of an owner.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{
    CheckedConnectionDto, ConnectBody, ConnectionDto, ConnectionList, DisconnectBody, KeyBody,
    SigningSecretBody,
};
use crate::app::App;
use crate::billing::connections::check::check_own;
use crate::billing::connections::connect::connect;
use crate::billing::connections::disconnect::disconnect;
use crate::billing::connections::list::{find_visible, list_visible};
use crate::billing::connections::replace_key::replace_key;
use crate::billing::connections::rotate_secret::rotate_secret;
use crate::billing::guard::{BySeller, BySellerOwner};
use crate::caller::{BillingRead, StepUp};
use crate::problem::{Body, OptionalBody, ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::AdmitOwner;

documents!(ReadProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(CheckProblems: ClientNotAllowed, HolderInactive, NotFound, PaymentProviderError);
documents!(
    DisconnectProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, SubscriptionExists, UnsupportedMediaType
);
documents!(
    ConnectProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, PaymentProviderError, StripeAccountTaken,
        StripeKeyUnfit, StripePermissionMissing, UnsupportedMediaType
);
documents!(
    KeyProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, PaymentProviderError, StripeAccountMismatch,
        StripeKeyUnfit, StripePermissionMissing, UnsupportedMediaType
);
documents!(
    SecretProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, PaymentProviderError, StripeKeyUnfit,
        StripePermissionMissing, UnsupportedMediaType
);

#[derive(ApiResponse)]
enum ConnectResponse {
    /// The account is connected, and the website sells through it.
    #[oai(status = 201)]
    Created(Json<CheckedConnectionDto>),
}

#[derive(ApiResponse)]
enum CheckedResponse {
    /// The connection, as it is now.
    #[oai(status = 200)]
    Ok(Json<CheckedConnectionDto>),
}

#[derive(ApiResponse)]
enum ConnectionResponse {
    /// The connection, as it is now.
    #[oai(status = 200)]
    Ok(Json<ConnectionDto>),
}

#[derive(ApiResponse)]
enum ConnectionsResponse {
    /// The connections that the caller sees.
    #[oai(status = 200)]
    Ok(Json<ConnectionList>),
}

/// The operations on connections.
pub(crate) struct StripeConnectionsApi;

#[OpenApi]
impl StripeConnectionsApi {
    /// Connect a Stripe account
    ///
    /// Checks the key by harmless calls, makes a webhook endpoint at Stripe, and lets the website that the header
    /// `Tollgate-Website` names sell through the account in the mode of the key. The owner's other websites can share the
    /// account: send the same key for them, or name the connection in their billing settings. Nothing is kept if the key lacks
    /// a required permission.
    #[oai(
        path = "/v1/stripe-connections",
        method = "post",
        operation_id = "connect_stripe",
        tag = "Tag::Billing"
    )]
    async fn connect(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySellerOwner<AdmitOwner>>,
        body: Body<ConnectBody>,
    ) -> Result<ConnectResponse, ProblemResponse<ConnectProblems>> {
        let connected = connect(&app, &caller.0, body.0.into()).await?;
        Ok(ConnectResponse::Created(Json(connected.into())))
    }

    /// List Stripe connections
    ///
    /// Returns the owner's connections of both modes. An API key sees the connection through which its website sells in its
    /// mode.
    #[oai(
        path = "/v1/stripe-connections",
        method = "get",
        operation_id = "list_stripe_connections",
        tag = "Tag::Billing"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitOwner>,
    ) -> Result<ConnectionsResponse, ProblemResponse<ReadProblems>> {
        let visible = list_visible(&app, &caller.0).await?;
        Ok(ConnectionsResponse::Ok(Json(visible.into())))
    }

    /// Get a Stripe connection
    ///
    /// Returns one connection; its owner also gets a disconnected one.
    #[oai(
        path = "/v1/stripe-connections/:id",
        method = "get",
        operation_id = "get_stripe_connection",
        tag = "Tag::Billing"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitOwner>,
        /// The connection's id.
        id: Path<String>,
    ) -> Result<ConnectionResponse, ProblemResponse<ReadProblems>> {
        let visible = find_visible(&app, &caller.0, &id).await?;
        Ok(ConnectionResponse::Ok(Json(visible.into())))
    }

    /// Check a Stripe connection
    ///
    /// Checks the key, its permissions and the webhook endpoint, and repairs the endpoint, as the server does once a day. A
    /// degraded connection is active again if all is well.
    #[oai(
        path = "/v1/stripe-connections/:id/check",
        method = "post",
        operation_id = "check_stripe_connection",
        tag = "Tag::Billing"
    )]
    async fn check(
        &self,
        app: Data<&Arc<App>>,
        caller: BySellerOwner<AdmitOwner>,
        /// The connection's id.
        id: Path<String>,
    ) -> Result<CheckedResponse, ProblemResponse<CheckProblems>> {
        let checked = check_own(&app, &caller.0, &id).await?;
        Ok(CheckedResponse::Ok(Json(checked.into())))
    }

    /// Replace a Stripe key
    ///
    /// Checks a new key of the same account and mode, which takes over at once. If Stripe does not answer, the new key waits
    /// (`has_next_key`), and the server tries it again every few minutes. Delete the old key in Stripe's dashboard afterwards.
    #[oai(
        path = "/v1/stripe-connections/:id/key",
        method = "post",
        operation_id = "replace_stripe_key",
        tag = "Tag::Billing"
    )]
    async fn replace_key(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySellerOwner<AdmitOwner>>,
        /// The connection's id.
        id: Path<String>,
        body: Body<KeyBody>,
    ) -> Result<CheckedResponse, ProblemResponse<KeyProblems>> {
        let key = body.0.api_key.into();
        let connected = replace_key(&app, &caller.0, &id, &key).await?;
        Ok(CheckedResponse::Ok(Json(connected.into())))
    }

    /// Rotate a signing secret
    ///
    /// Without a secret, the server makes another webhook endpoint; deliveries with the old secret count for 24 hours, then
    /// the old endpoint is deleted. This also repairs a connection with bad signatures. With a secret, which was made or rolled
    /// in Stripe's dashboard, deliveries that are signed with it count as well.
    #[oai(
        path = "/v1/stripe-connections/:id/signing-secret",
        method = "post",
        operation_id = "rotate_stripe_signing_secret",
        tag = "Tag::Billing"
    )]
    async fn rotate_secret(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySellerOwner<AdmitOwner>>,
        /// The connection's id.
        id: Path<String>,
        body: OptionalBody<SigningSecretBody>,
    ) -> Result<ConnectionResponse, ProblemResponse<SecretProblems>> {
        let secret = body.0.and_then(|body| body.secret).map(Into::into);
        let visible = rotate_secret(&app, &caller.0, &id, secret.as_ref()).await?;
        Ok(ConnectionResponse::Ok(Json(visible.into())))
    }

    /// Disconnect a Stripe account
    ///
    /// Deletes the webhook endpoint, erases the key, and ends the sales of all websites that share the connection. Credits
    /// stay. A payment that ends later is not fulfilled. While a subscription of the connection is live, the request is refused
    /// (`subscription-exists`), because Stripe would bill it and its customer would get no more credits; `force` disconnects all
    /// the same. The operation is idempotent.
    #[oai(
        path = "/v1/stripe-connections/:id/disconnect",
        method = "post",
        operation_id = "disconnect_stripe",
        tag = "Tag::Billing"
    )]
    async fn disconnect(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySellerOwner<AdmitOwner>>,
        /// The connection's id.
        id: Path<String>,
        body: OptionalBody<DisconnectBody>,
    ) -> Result<ConnectionResponse, ProblemResponse<DisconnectProblems>> {
        let is_forced = body.0.and_then(|body| body.force).unwrap_or_default();
        let visible = disconnect(&app, &caller.0, &id, is_forced).await?;
        Ok(ConnectionResponse::Ok(Json(visible.into())))
    }
}
