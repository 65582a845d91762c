//! One account with its key, as callers use it for a call.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use foundation::secret::SecretString;
use foundation::text::strict_json;
use reqwest::Method;
use serde::de::DeserializeOwned;

use super::api_call::ApiCall;
use super::client::StripeClient;
use super::connection_state::ConnectionState;
use super::error::StripeError;
use super::form::Form;
use super::priority::Priority;
use super::send::send;

/// An account of Stripe in one mode, with the key of its connection.
pub(crate) struct StripeAccount<'a> {
    pub(super) client: &'a StripeClient,
    pub(super) state: Arc<ConnectionState>,
    pub(super) connection_id: &'a str,
    pub(super) key: SecretString,
    pub(super) priority: Priority,
}

impl StripeAccount<'_> {
    /// Reads an object or a list.
    pub(super) async fn get<T: DeserializeOwned>(
        &self,
        path: &[&str],
        parameters: &Form,
    ) -> Result<T, StripeError> {
        let call = ApiCall {
            method: Method::GET,
            path,
            parameters,
            idempotency_key: None,
        };
        self.read(&call).await
    }

    /// Creates an object, at most once for an idempotency key.
    pub(super) async fn create<T: DeserializeOwned>(
        &self,
        path: &[&str],
        idempotency_key: &str,
        parameters: &Form,
    ) -> Result<T, StripeError> {
        let call = ApiCall {
            method: Method::POST,
            path,
            parameters,
            idempotency_key: Some(idempotency_key),
        };
        self.read(&call).await
    }

    /// Changes an object. The change may be done again, so each call has an idempotency key of its own.
    pub(super) async fn change<T: DeserializeOwned>(
        &self,
        path: &[&str],
        parameters: &Form,
    ) -> Result<T, StripeError> {
        let token = self.client.random.token();
        let token = token.map_err(|_failure| StripeError::Unavailable)?;
        self.create(path, &token, parameters).await
    }

    /// Deletes an object.
    pub(super) async fn delete<T: DeserializeOwned>(
        &self,
        path: &[&str],
    ) -> Result<T, StripeError> {
        let call = ApiCall {
            method: Method::DELETE,
            path,
            parameters: &Form::default(),
            idempotency_key: None,
        };
        self.read(&call).await
    }

    async fn read<T: DeserializeOwned>(&self, call: &ApiCall<'_>) -> Result<T, StripeError> {
        let body: Bytes = send(self, call).await?;
        strict_json::from_slice(&body).map_err(|error| {
            // The text of the error can contain values of the response.
            let (line, column) = (error.line(), error.column());
            tracing::warn!(
                connection = self.connection_id,
                call = call.name(),
                line,
                column,
                "a response of Stripe was not read"
            );
            StripeError::InvalidResponse
        })
    }
}

impl fmt::Debug for StripeAccount<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StripeAccount")
            .field("connection_id", &self.connection_id)
            .field("priority", &self.priority)
            .finish_non_exhaustive()
    }
}
