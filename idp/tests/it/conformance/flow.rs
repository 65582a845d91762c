//! Provides the code flow of the suite's client, which checks every response.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use super::agent::{BrowserRequest, ClientCallback, CompletedFlow};
use super::suite::{CALLBACK, SECRET, Suite, SuiteMode};
use super::{callback, errors, id_token, tokens};
use crate::responses::HttpResponse;

static NUMBER: AtomicUsize = AtomicUsize::new(1);

/// An authorization request.
#[derive(Clone, Debug)]
pub(crate) struct AuthorizationRequest {
    /// All parameters in their order.
    pub(crate) parameters: Vec<(String, String)>,
}

/// Tokens of a checked response.
#[derive(Clone, Debug)]
pub(crate) struct FlowTokens {
    /// Whole body of the response.
    pub(crate) body: Value,
    /// The access token.
    pub(crate) access_token: String,
    /// The ID token in its compact form.
    pub(crate) id_token: String,
    /// Verified claims of the ID token.
    pub(crate) claims: Value,
}

impl AuthorizationRequest {
    /// Returns a parameter.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let found = self.parameters.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Reverses the order of the parameters.
    pub(crate) fn reversed(mut self) -> Self {
        self.parameters.reverse();
        self
    }
}

impl Suite {
    /// Returns the default request of the first client, with changes: an empty value removes a parameter.
    pub(crate) fn wish(&self, changes: &[(&str, &str)]) -> AuthorizationRequest {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let (state, nonce) = (format!("state-{number} & more"), format!("nonce-{number}"));
        let mut parameters = vec![
            ("client_id", "suite-1"),
            ("redirect_uri", CALLBACK),
            ("scope", "openid"),
            ("state", &state),
            ("nonce", &nonce),
            ("response_type", "code"),
        ];
        if self.mode == SuiteMode::FormPost {
            parameters.push(("response_mode", "form_post"));
        }
        parameters.retain(|(name, _)| !changes.iter().any(|(changed, _)| changed == name));
        parameters.extend(changes.iter().filter(|(_, value)| !value.is_empty()));
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        AuthorizationRequest {
            parameters: parameters.into_iter().map(owned).collect(),
        }
    }

    /// Returns the address of a request by GET.
    pub(crate) fn address(&self, wish: &AuthorizationRequest) -> String {
        let endpoint = self.endpoint("authorization_endpoint");
        let url = reqwest::Url::parse_with_params(&endpoint, &wish.parameters);
        url.unwrap().to_string()
    }

    /// Sends the browser to the authorization endpoint.
    pub(crate) async fn visit(&self, wish: &AuthorizationRequest) -> CompletedFlow {
        self.agent
            .walk(BrowserRequest::get(&self.address(wish)))
            .await
    }

    /// Returns a code, after every check of its response.
    pub(crate) async fn code(&self, wish: &AuthorizationRequest) -> String {
        let way = self.visit(wish).await;
        callback::code(self, wish, &way.arrived())
    }

    /// Returns the error at the client, after every check of its response.
    pub(crate) async fn error(&self, wish: &AuthorizationRequest) -> String {
        let way = self.visit(wish).await;
        self.error_of(wish, &way.arrived())
    }

    /// Returns the error of a response that has arrived.
    pub(crate) fn error_of(&self, wish: &AuthorizationRequest, arrived: &ClientCallback) -> String {
        errors::redirected(self, wish, arrived)
    }

    /// Redeems a code at the token endpoint without checks of the response.
    pub(crate) async fn redeem(
        &self,
        wish: &AuthorizationRequest,
        code: &str,
        more: &[(&str, &str)],
    ) -> HttpResponse {
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", CALLBACK),
        ];
        form.extend(more);
        self.token(wish.get("client_id").unwrap(), &form).await
    }

    /// Sends a token request with client authentication.
    pub(crate) async fn token(&self, client: &str, form: &[(&str, &str)]) -> HttpResponse {
        let mut form = form.to_vec();
        let request = self.http.post(self.endpoint("token_endpoint"));
        let request = if client == "suite-post" {
            form.extend([("client_id", client), ("client_secret", SECRET)]);
            request
        } else {
            request.basic_auth(client, Some(SECRET))
        };
        HttpResponse::read(request.form(&form).send().await.unwrap()).await
    }

    /// Runs the whole flow with every check.
    pub(crate) async fn tokens(&self, changes: &[(&str, &str)]) -> FlowTokens {
        let wish = self.wish(changes);
        let code = self.code(&wish).await;
        self.redeemed(&wish, &code, &[]).await
    }

    /// Redeems a code with every check.
    pub(crate) async fn redeemed(
        &self,
        wish: &AuthorizationRequest,
        code: &str,
        more: &[(&str, &str)],
    ) -> FlowTokens {
        let response = self.redeem(wish, code, more).await;
        self.tokens_of(wish, code, response)
    }

    /// Returns the tokens of a code, after every check of the response.
    pub(crate) fn tokens_of(
        &self,
        wish: &AuthorizationRequest,
        code: &str,
        response: HttpResponse,
    ) -> FlowTokens {
        let body = tokens::checked(response);
        let text = |name: &str| body[name].as_str().unwrap().to_owned();
        let (access_token, id_token) = (text("access_token"), text("id_token"));
        let expected = id_token::ExpectedIdToken {
            client: wish.get("client_id").unwrap(),
            nonce: wish.get("nonce"),
            access_token: &access_token,
            code: Some(code),
        };
        let claims = id_token::verified(self, &id_token, &expected);
        FlowTokens {
            body,
            access_token,
            id_token,
            claims,
        }
    }

    /// Requests userinfo by GET with the token in the header.
    pub(crate) async fn userinfo(&self, access_token: &str) -> HttpResponse {
        let request = self.http.get(self.endpoint("userinfo_endpoint"));
        HttpResponse::read(request.bearer_auth(access_token).send().await.unwrap()).await
    }
}
