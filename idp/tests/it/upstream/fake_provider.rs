//! Provides test doubles of GitHub and of an OpenID Connect provider on loopback, which tests can make misbehave.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use foundation::testing::{TestServer, encoded};
use futures_util::stream;
use poem::http::StatusCode;
use poem::{Body, Endpoint, EndpointExt, Request, Response, Route, endpoint};
use serde_json::{Value, json};
use url::Url;

use super::signer::{SignatureKind, SigningKeyPair};
use crate::visiting::TestInstallation;

/// Initial time of the double's clock, which equals the world's.
pub(crate) const NOW: i64 = 1_700_000_000;
/// Pause between two bytes of a slow response.
const BYTE_INTERVAL: Duration = Duration::from_millis(20);

/// Responses of the double, which tests change to make it misbehave.
pub(crate) struct ProviderBehavior {
    /// Members of the discovery document that replace correct ones.
    pub(crate) discovery: Value,
    /// Claims of the ID token that replace correct ones; null removes a claim.
    pub(crate) claims: Value,
    pub(crate) header: Value,
    pub(crate) signs: SignatureKind,
    pub(crate) signer: SigningKeyPair,
    pub(crate) keys: Value,
    /// Members of the token response that replace correct ones.
    pub(crate) token: Value,
    pub(crate) user: Value,
    /// Claims of the userinfo response.
    pub(crate) userinfo: Value,
    pub(crate) emails: Value,
    /// Responses at these paths in place of correct ones.
    instead: BTreeMap<&'static str, RawResponse>,
    /// Paths of all requests, in order.
    pub(crate) requests: Vec<String>,
    pub(crate) now: i64,
    nonce: String,
    /// Challenges and return addresses of authorization requests.
    visits: BTreeSet<(String, String)>,
}

/// A response in place of a correct one.
#[derive(Clone)]
pub(crate) enum RawResponse {
    /// A status and a body.
    Plain(u16, Vec<u8>),
    /// A redirect to this address.
    Redirect(String),
    /// A correct status with an endless body of spaces.
    Drip,
    /// A body with a content encoding.
    Packed(Vec<u8>),
}

/// A running double.
pub(crate) struct FakeProvider {
    pub(crate) address: String,
    says: Arc<Mutex<ProviderBehavior>>,
    _server: TestServer,
}

impl FakeProvider {
    pub(crate) async fn start() -> Self {
        let (listener, address) = TestServer::bind().await;
        let signer = SigningKeyPair::curve();
        let unknown = json!({ "kty": "unknown", "kid": "two" });
        let says = Arc::new(Mutex::new(ProviderBehavior {
            discovery: json!({}),
            claims: json!({}),
            header: json!({ "alg": "ES256", "kid": "one" }),
            signs: SignatureKind::Well,
            keys: json!([signer.published(Some("one")), unknown]),
            signer,
            token: json!({}),
            user: json!({ "id": 583_231, "login": "ann", "name": "Ann",
                "email": "public@example.com", "avatar_url": "https://example.com/ann.png" }),
            userinfo: json!({ "sub": "subject-1", "name": "Ann", "email": "Ann@Example.com",
                "email_verified": true, "picture": "https://example.com/ann.png" }),
            emails: json!([
                { "email": "other@example.com", "primary": false, "verified": true },
                { "email": "Ann@Example.com", "primary": true, "verified": true }
            ]),
            instead: BTreeMap::new(),
            requests: Vec::new(),
            now: NOW,
            nonce: String::new(),
            visits: BTreeSet::new(),
        }));
        let route = Route::new().at("/*path", routes(&address, &says));
        let server = TestServer::start(listener, route.map_to_response().boxed());
        Self {
            address,
            says,
            _server: server,
        }
    }

    /// Starts a double that signs with RSA, as Google does.
    pub(crate) async fn with_rsa() -> Self {
        let double = Self::start().await;
        double.lie(|says| {
            says.signer = SigningKeyPair::rsa();
            says.header = json!({ "alg": "RS256", "kid": "one" });
            says.keys = json!([says.signer.published(Some("one"))]);
        });
        double
    }

    /// Changes the responses.
    pub(crate) fn lie(&self, change: impl FnOnce(&mut ProviderBehavior)) {
        change(&mut self.says.lock().unwrap());
    }

    /// Sets the response at a path.
    pub(crate) fn instead(&self, path: &'static str, instead: RawResponse) {
        self.lie(|says| {
            says.instead.insert(path, instead);
        });
    }

    /// Restores correct responses at all paths.
    pub(crate) fn is_honest(&self) {
        self.lie(|says| says.instead.clear());
    }

    /// Returns the number of requests at a path, or of all requests for the empty path.
    pub(crate) fn request_count(&self, path: &str) -> usize {
        let says = self.says.lock().unwrap();
        let requested = says.requests.iter();
        requested
            .filter(|one| path.is_empty() || one.as_str() == path)
            .count()
    }

    /// Advances its clock and the world's.
    pub(crate) fn wait(&self, world: &TestInstallation, time: Duration) {
        world.wait(time);
        self.lie(|says| says.now += i64::try_from(time.as_secs()).unwrap());
    }

    /// Agrees as the user; returns the return address.
    pub(crate) fn agree(&self, location: &str) -> String {
        let url = Url::parse(location).unwrap();
        let query: BTreeMap<_, _> = url.query_pairs().into_owned().collect();
        assert_eq!(query["response_type"], "code");
        assert_eq!(query["code_challenge_method"], "S256");
        let mut says = self.says.lock().unwrap();
        says.nonce = query.get("nonce").cloned().unwrap_or_default();
        let visit = (&query["code_challenge"], &query["redirect_uri"]);
        says.visits.insert((visit.0.clone(), visit.1.clone()));
        let mut back = Url::parse(&query["redirect_uri"]).unwrap();
        back.query_pairs_mut()
            .append_pair("code", "code-of-the-double")
            .append_pair("state", &query["state"]);
        back.into()
    }
}

fn routes(
    address: &str,
    says: &Arc<Mutex<ProviderBehavior>>,
) -> impl Endpoint<Output = Response> + use<> {
    let (address, says) = (address.to_owned(), Arc::clone(says));
    endpoint::make(move |mut request: Request| {
        let (address, says) = (address.clone(), Arc::clone(&says));
        async move {
            let body = request.take_body().into_vec().await.unwrap_or_default();
            respond(&address, &says, &request, &body)
        }
    })
}

fn respond(
    address: &str,
    says: &Mutex<ProviderBehavior>,
    request: &Request,
    body: &[u8],
) -> Response {
    let mut says = says.lock().unwrap();
    let path = request.uri().path().to_owned();
    says.requests.push(path.clone());
    // The idp requests no compression, so that no small response can become large.
    assert_eq!(request.header("accept-encoding"), None);
    if let Some(instead) = says.instead.get(path.as_str()) {
        return instead.respond();
    }
    let authorization = request.header("authorization").unwrap_or_default();
    let refused = |status: StatusCode| {
        let builder = Response::builder().content_type("application/json");
        builder.status(status).body(r#"{"error":"invalid_grant"}"#)
    };
    let response = match path.as_str() {
        "/.well-known/openid-configuration" => discovery(address, &says),
        "/jwks" => json!({ "keys": says.keys }),
        "/token" | "/login/oauth/access_token" => {
            if !authorization.starts_with("Basic ") || !says.redeems(body) {
                return refused(StatusCode::BAD_REQUEST);
            }
            token(address, &says)
        }
        "/user" | "/user/emails" | "/userinfo" if authorization != "Bearer at-secret" => {
            return refused(StatusCode::UNAUTHORIZED);
        }
        "/user" => says.user.clone(),
        "/userinfo" => says.userinfo.clone(),
        "/user/emails" => says.emails.clone(),
        _ => return Response::builder().status(StatusCode::NOT_FOUND).finish(),
    };
    Response::builder()
        .content_type("application/json")
        .body(response.to_string())
}

impl ProviderBehavior {
    /// Returns whether a form redeems the code of an earlier authorization request. It needs the verifier of its challenge (RFC
    /// 7636), and its return address.
    fn redeems(&self, form: &[u8]) -> bool {
        let form: BTreeMap<_, _> = url::form_urlencoded::parse(form).into_owned().collect();
        let value = |name: &str| form.get(name).cloned().unwrap_or_default();
        let hash = ring::digest::digest(&ring::digest::SHA256, value("code_verifier").as_bytes());
        let visit = (encoded(hash), value("redirect_uri"));
        let is_code = value("code") == "code-of-the-double";
        is_code && value("grant_type") == "authorization_code" && self.visits.contains(&visit)
    }
}

impl RawResponse {
    fn respond(&self) -> Response {
        let builder = Response::builder().content_type("application/json");
        match self {
            Self::Plain(status, body) => {
                let status = StatusCode::from_u16(*status).unwrap();
                builder.status(status).body(body.clone())
            }
            Self::Redirect(to) => {
                let builder = builder.status(StatusCode::TEMPORARY_REDIRECT);
                builder.header("location", to).body("{}")
            }
            Self::Drip => {
                let drops = stream::unfold((), |()| async {
                    tokio::time::sleep(BYTE_INTERVAL).await;
                    Some((Ok::<_, std::io::Error>(vec![b' ']), ()))
                });
                builder.body(Body::from_bytes_stream(drops))
            }
            Self::Packed(body) => builder
                .header("content-encoding", "gzip")
                .body(body.clone()),
        }
    }
}

/// Replaces members of a value; null removes a member.
fn with(mut honest: Value, others: &Value) -> Value {
    for (name, value) in others.as_object().unwrap() {
        honest[name] = value.clone();
    }
    let members = honest.as_object_mut().unwrap();
    members.retain(|_, value| !value.is_null());
    honest
}

fn discovery(address: &str, says: &ProviderBehavior) -> Value {
    let honest = json!({
        "issuer": address,
        "authorization_endpoint": format!("{address}/authorize"),
        "token_endpoint": format!("{address}/token"),
        "jwks_uri": format!("{address}/jwks"),
    });
    with(honest, &says.discovery)
}

fn token(address: &str, says: &ProviderBehavior) -> Value {
    let claims = json!({
        "iss": address, "aud": "tollgate", "sub": "subject-1", "iat": says.now,
        "exp": says.now + 3600, "nonce": says.nonce, "name": "Ann", "email": "Ann@Example.com",
        "email_verified": true, "picture": "https://example.com/ann.png",
    });
    let claims = with(claims, &says.claims);
    let honest = json!({
        "access_token": "at-secret", "token_type": "bearer", "expires_in": 3600,
        "scope": "read:user,user:email", "refresh_token": "rt-secret",
        "refresh_token_expires_in": 86_400, "session_state": "state", "extra": { "a": 1 },
        "id_token": says.signer.sign(&says.header, &claims, says.signs),
    });
    with(honest, &says.token)
}
