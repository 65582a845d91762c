//! Doubles of GitHub and of an OpenID Connect provider on loopback, honest until they are told to lie.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use foundation::testing::TestServer;
use poem::http::StatusCode;
use poem::{Endpoint, EndpointExt, Request, Response, Route, endpoint};
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use ring::{hmac, rand};
use serde_json::{Value, json};
use url::Url;

/// The double's clock: the world's stands still at the same instant.
const NOW: i64 = 1_700_000_000;

/// What the double says; the fields are changed to make it lie.
pub(crate) struct Says {
    pub(crate) issuer: Option<String>,
    pub(crate) claims: Value,
    pub(crate) header: Value,
    pub(crate) signs: Signs,
    pub(crate) token: Option<(u16, String)>,
    pub(crate) user: String,
    pub(crate) emails: Value,
    pub(crate) announces_iss: bool,
    pub(crate) asked: u32,
    nonce: String,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Signs {
    Well,
    Badly,
    Not,
    WithThePublicKey,
}

/// A running double.
pub(crate) struct Double {
    pub(crate) address: String,
    pub(crate) says: Arc<Mutex<Says>>,
    _server: TestServer,
}

impl Double {
    pub(crate) async fn start() -> Self {
        let (listener, address) = TestServer::bind().await;
        let says = Arc::new(Mutex::new(Says {
            issuer: None,
            claims: json!({}),
            header: json!({ "alg": "ES256", "kid": "one" }),
            signs: Signs::Well,
            token: None,
            user:
                json!({ "id": 583_231, "login": "ann", "name": "Ann", "email": "public@example.com",
                "avatar_url": "https://example.com/ann.png" })
                .to_string(),
            emails: json!([
                { "email": "other@example.com", "primary": false, "verified": true },
                { "email": "Ann@Example.com", "primary": true, "verified": true }
            ]),
            announces_iss: false,
            asked: 0,
            nonce: String::new(),
        }));
        let key = Arc::new(Key::make());
        let route = Route::new().at("/*path", routes(&address, &says, &key));
        let server = TestServer::start(listener, route.map_to_response().boxed());
        Self {
            address,
            says,
            _server: server,
        }
    }

    /// Changes what it says.
    pub(crate) fn lie(&self, change: impl FnOnce(&mut Says)) {
        change(&mut self.says.lock().unwrap());
    }

    /// The person agrees: where the browser is sent back to.
    pub(crate) fn agree(&self, location: &str) -> String {
        let url = Url::parse(location).unwrap();
        let query: BTreeMap<_, _> = url.query_pairs().into_owned().collect();
        assert_eq!(query["response_type"], "code");
        assert_eq!(query["code_challenge_method"], "S256");
        let mut says = self.says.lock().unwrap();
        says.nonce = query.get("nonce").cloned().unwrap_or_default();
        let mut back = Url::parse(&query["redirect_uri"]).unwrap();
        back.query_pairs_mut()
            .append_pair("code", "code-of-the-double")
            .append_pair("state", &query["state"]);
        back.into()
    }
}

fn routes(
    address: &str,
    says: &Arc<Mutex<Says>>,
    key: &Arc<Key>,
) -> impl Endpoint<Output = Response> + use<> {
    let (address, says, key) = (address.to_owned(), Arc::clone(says), Arc::clone(key));
    endpoint::make_sync(move |request: Request| {
        let mut says = says.lock().unwrap();
        says.asked += 1;
        let path = request.uri().path().to_owned();
        let (status, body) = match path.as_str() {
            "/.well-known/openid-configuration" => (200, discovery(&address, &says)),
            "/jwks" => (200, key.document()),
            "/token" | "/login/oauth/access_token" => {
                let authorization = request.header("authorization").unwrap_or_default();
                assert!(authorization.starts_with("Basic "), "HTTP Basic");
                token(&address, &says, &key)
            }
            "/user" => (200, says.user.clone()),
            "/user/emails" => (200, says.emails.to_string()),
            _ => (404, String::new()),
        };
        Response::builder()
            .status(StatusCode::from_u16(status).unwrap())
            .content_type("application/json")
            .body(body)
    })
}

fn discovery(address: &str, says: &Says) -> String {
    json!({
        "issuer": says.issuer.clone().unwrap_or_else(|| address.to_owned()),
        "authorization_endpoint": format!("{address}/authorize"),
        "token_endpoint": format!("{address}/token"),
        "jwks_uri": format!("{address}/jwks"),
        "authorization_response_iss_parameter_supported": says.announces_iss,
    })
    .to_string()
}

fn token(address: &str, says: &Says, key: &Key) -> (u16, String) {
    if let Some((status, body)) = &says.token {
        return (*status, body.clone());
    }
    let mut claims = json!({
        "iss": address, "aud": "tollgate", "sub": "subject-1", "iat": NOW, "exp": NOW + 3600,
        "nonce": says.nonce, "name": "Ann", "email": "Ann@Example.com", "email_verified": true,
        "picture": "https://example.com/ann.png",
    });
    for (name, value) in says.claims.as_object().unwrap() {
        claims[name] = value.clone();
    }
    claims
        .as_object_mut()
        .unwrap()
        .retain(|_, value| !value.is_null());
    let answer = json!({
        "access_token": "at-secret", "token_type": "bearer", "expires_in": 3600,
        "scope": "read:user,user:email", "refresh_token": "rt-secret",
        "refresh_token_expires_in": 86_400, "session_state": "state", "extra": { "a": 1 },
        "id_token": key.sign(&says.header, &claims, says.signs),
    });
    (200, answer.to_string())
}

struct Key(EcdsaKeyPair, rand::SystemRandom);

impl Key {
    #[expect(
        clippy::disallowed_methods,
        reason = "ring makes EC keys from its own generator only"
    )]
    fn make() -> Self {
        let random = rand::SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap();
        Self(pair, random)
    }

    fn document(&self) -> String {
        let point = self.0.public_key().as_ref();
        json!({ "keys": [
            { "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "one",
              "x": URL_SAFE_NO_PAD.encode(&point[1..33]), "y": URL_SAFE_NO_PAD.encode(&point[33..]) },
            { "kty": "unknown", "kid": "two" },
        ] })
        .to_string()
    }

    fn sign(&self, header: &Value, claims: &Value, signs: Signs) -> String {
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(header), part(claims));
        let mut signature = match signs {
            Signs::Well | Signs::Badly => {
                let made = self.0.sign(&self.1, signed.as_bytes()).unwrap();
                made.as_ref().to_vec()
            }
            Signs::Not => Vec::new(),
            Signs::WithThePublicKey => {
                let key = hmac::Key::new(hmac::HMAC_SHA256, self.0.public_key().as_ref());
                hmac::sign(&key, signed.as_bytes()).as_ref().to_vec()
            }
        };
        if signs == Signs::Badly {
            signature[10] ^= 1;
        }
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}
