//! Destination of responses, once the client and its redirect URI are validated; before that there is only a page.

use std::sync::Arc;

use super::delivery::{Delivery, ResponseMode};
use crate::app::App;
use crate::http::errors::{OAuthError, TokenError};
use crate::http::network::Network;
use crate::http::parameters::Parameters;
use crate::oauth::client_metadata;
use crate::observability::activity;
use crate::protocol::clients::Client;

/// A client with one of its redirect URIs, and the `state` that the server returns unchanged.
#[derive(Clone, Debug)]
pub(super) struct ResponseTarget {
    pub(super) client: Arc<Client>,
    pub(super) redirect_uri: String,
    pub(super) state: Option<String>,
    pub(super) mode: ResponseMode,
}

/// Maximum length of `state`, in bytes.
const MAX_STATE: usize = 4096;

impl ResponseTarget {
    /// Validates the client and its redirect URI; a request that fails is never redirected (RFC 6749 section 4.1.2.1).
    pub(super) async fn prove(
        app: &App,
        network: Network,
        parameters: &Parameters,
    ) -> Result<Self, TokenError> {
        activity::record_pkce(parameters.get("code_challenge").is_some());
        if parameters.repeats("client_id") || parameters.repeats("redirect_uri") {
            return Err(
                OAuthError::invalid_request("client_id or redirect_uri comes twice.").into(),
            );
        }
        let client = client_metadata::find_named(app, parameters, network).await?;
        let redirect_uri = parameters
            .get("redirect_uri")
            .ok_or(OAuthError::invalid_request("redirect_uri is missing."))?;
        if !client.redirects_to(redirect_uri, &app.config.base.issuer) {
            activity::record_redirect_uri(redirect_uri);
            return Err(OAuthError::invalid_request(
                "redirect_uri is not one that is registered for this client.",
            )
            .into());
        }
        // A client gets its state back with every response, so a response to a longer one would not fit into a URL.
        if parameters
            .get("state")
            .is_some_and(|state| state.len() > MAX_STATE)
        {
            let why = "state is longer than 4,096 bytes.";
            return Err(OAuthError::invalid_request(why).into());
        }
        let once = |name| parameters.get(name).filter(|_| !parameters.repeats(name));
        Ok(Self {
            redirect_uri: redirect_uri.to_owned(),
            state: once("state").map(ToOwned::to_owned),
            // An unsupported mode is refused by the default mode.
            mode: once("response_mode")
                .and_then(ResponseMode::from_name)
                .unwrap_or_default(),
            client,
        })
    }

    /// Returns the response with a code (RFC 6749 section 4.1.2, with `iss` of RFC 9207).
    pub(super) fn with_code(&self, issuer: &str, code: &str) -> Delivery {
        self.with(issuer, &[("code", code)])
    }

    /// Returns the response with an error.
    pub(super) fn with_error(&self, issuer: &str, error: OAuthError) -> Delivery {
        let pairs = [
            ("error", error.code.name()),
            ("error_description", error.description),
        ];
        self.with(issuer, &pairs)
    }

    fn with(&self, issuer: &str, pairs: &[(&'static str, &str)]) -> Delivery {
        let mut all = pairs.to_vec();
        all.extend(self.state.as_deref().map(|state| ("state", state)));
        all.push(("iss", issuer));
        Delivery::new(self.mode, &self.redirect_uri, &all)
    }
}
