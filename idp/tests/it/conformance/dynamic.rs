//! Provides a client of the plan Dynamic OP, which registers itself and signs with its own key.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::flow::{AuthorizationRequest, FlowTokens};
use super::suite::{CALLBACK, Suite};
use crate::proofs::assertions::TYPE;
use crate::proofs::key::changed;
use crate::responses::HttpResponse;
use crate::upstream::signer::{SignatureKind, SigningKeyPair};

static NUMBER: AtomicUsize = AtomicUsize::new(1);

/// A client that registered itself.
pub(crate) struct RegisteredClient<'a> {
    suite: &'a Suite,
    /// Registration as the server returned it.
    pub(crate) registration: Value,
    /// Key with which the client signs.
    pub(crate) key: SigningKeyPair,
    /// Id of that key, if the client's tokens name it.
    pub(crate) kid: Option<&'static str>,
    /// `aud` of the client's assertions; the plan's clients name the token endpoint.
    pub(crate) audience: String,
}

/// Returns the public key of a client as a key set.
pub(crate) fn key_set(key: &SigningKeyPair, kid: Option<&str>) -> Value {
    json!({ "keys": [key.published(kid)] })
}

impl Suite {
    /// Sends a POST request to the admin API as the operator of the server.
    pub(crate) async fn operate(&self, path: &str, scope: &str) -> Value {
        let form = [("grant_type", "client_credentials"), ("scope", scope)];
        let tokens = self.token("operator", &form).await.ok();
        let request = self.http.post(format!("{}/admin/v1/{path}", self.issuer));
        let request = request.bearer_auth(tokens["access_token"].as_str().unwrap());
        let response = HttpResponse::read(request.json(&json!({})).send().await.unwrap()).await;
        assert!(response.status.is_success(), "{}", response.body);
        response.body
    }

    /// Sends the plan's registration request, with changes: null removes a member.
    pub(crate) async fn ask_to_register(&self, changes: &Value) -> HttpResponse {
        let usual = json!({
            "client_name": "Conformance suite", "contacts": ["certification@oidf.org"],
            "redirect_uris": [CALLBACK], "grant_types": ["authorization_code"], "response_types": ["code"],
            "token_endpoint_auth_method": "private_key_jwt", "jwks": key_set(&SigningKeyPair::rsa(), None),
        });
        let made = self.operate("initial-access-tokens", "idp.clients").await;
        let request = self.http.post(self.endpoint("registration_endpoint"));
        let request = request.bearer_auth(made["token"].as_str().unwrap());
        let request = request.json(&changed(usual, changes));
        HttpResponse::read(request.send().await.unwrap()).await
    }

    /// Registers a client and checks the response.
    pub(crate) async fn registered(&self, changes: &Value) -> RegisteredClient<'_> {
        let response = self.ask_to_register(changes).await;
        assert_eq!(response.status, 201, "{}", response.body);
        assert!(
            response
                .header("content-type")
                .starts_with("application/json")
        );
        RegisteredClient {
            suite: self,
            registration: response.body,
            key: SigningKeyPair::rsa(),
            kid: None,
            audience: self.endpoint("token_endpoint"),
        }
    }
}

impl RegisteredClient<'_> {
    /// Returns a member of the registration.
    pub(crate) fn text(&self, name: &str) -> &str {
        let text = self.registration[name].as_str();
        text.unwrap_or_else(|| panic!("no {name}: {}", self.registration))
    }

    /// Returns the client's authorization request, with changes.
    pub(crate) fn wish(&self, changes: &[(&str, &str)]) -> AuthorizationRequest {
        let own = [("client_id", self.text("client_id"))];
        self.suite.wish(&[&own[..], changes].concat())
    }

    /// Runs the whole flow with every check.
    pub(crate) async fn tokens(&self, changes: &[(&str, &str)]) -> FlowTokens {
        let wish = self.wish(changes);
        let code = self.suite.code(&wish).await;
        self.redeemed(&wish, &code).await
    }

    /// Redeems a code with every check.
    pub(crate) async fn redeemed(&self, wish: &AuthorizationRequest, code: &str) -> FlowTokens {
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", wish.get("redirect_uri").unwrap()),
        ];
        let response = self.ask(&form).await;
        self.suite.tokens_of(wish, code, response)
    }

    /// Sends a token request with the registered client authentication.
    pub(crate) async fn ask(&self, form: &[(&str, &str)]) -> HttpResponse {
        let (id, assertion) = (self.text("client_id"), self.assertion());
        let mut form = form.to_vec();
        let mut request = self.suite.http.post(self.suite.endpoint("token_endpoint"));
        match self.text("token_endpoint_auth_method") {
            "client_secret_basic" => {
                request = request.basic_auth(id, Some(self.text("client_secret")));
            }
            "client_secret_post" => {
                form.extend([
                    ("client_id", id),
                    ("client_secret", self.text("client_secret")),
                ]);
            }
            _ => form.extend([
                ("client_assertion_type", TYPE),
                ("client_assertion", assertion.as_str()),
            ]),
        }
        HttpResponse::read(request.form(&form).send().await.unwrap()).await
    }

    /// Returns the request object of an authorization request (RFC 9101 section 4).
    pub(crate) fn request_object(&self, wish: &AuthorizationRequest) -> String {
        let mut claims = json!({
            "iss": self.text("client_id"), "aud": self.suite.issuer, "exp": self.in_a_minute(),
        });
        for (name, value) in &wish.parameters {
            claims[name.as_str()] = value.as_str().into();
        }
        self.sign(&claims)
    }

    /// Deletes the registration, as the suite does after each module.
    pub(crate) async fn unregister(&self) {
        let request = self.suite.http.delete(self.text("registration_client_uri"));
        let request = request.bearer_auth(self.text("registration_access_token"));
        assert_eq!(request.send().await.unwrap().status(), 204);
    }

    /// Returns an assertion that can be used once (RFC 7523 section 3).
    fn assertion(&self) -> String {
        let (id, number) = (
            self.text("client_id"),
            NUMBER.fetch_add(1, Ordering::Relaxed),
        );
        self.sign(&json!({
            "iss": id, "sub": id, "aud": self.audience, "jti": format!("assertion-{number}"),
            "exp": self.in_a_minute(),
        }))
    }

    fn sign(&self, claims: &Value) -> String {
        let mut header = json!({ "alg": self.key.published(None)["alg"] });
        if let Some(kid) = self.kid {
            header["kid"] = kid.into();
        }
        self.key.sign(&header, claims, SignatureKind::Well)
    }

    fn in_a_minute(&self) -> i64 {
        self.suite.clock.now().seconds() + 60
    }
}
