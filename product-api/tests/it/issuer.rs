//! Provides a test double of the idp: discovery, keys, token endpoint and client registration, with simulated failures.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use foundation::testing::{TestKey, TestServer};
use poem::http::StatusCode;
use poem::web::{Json, Path};
use poem::{EndpointExt, IntoResponse, Request, Response, Route, get, handler, post, put};
use serde_json::{Value, json};
use tokio::sync::RwLock;

/// Key id of the issuer's first key.
pub(crate) const KEY_ID: &str = "key-1";

/// Behaviour of the double at one of its endpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Behaviour {
    Good,
    /// Responds with 503.
    Away,
    /// Processes the request, then responds with 503: the response is lost.
    LosesResponse,
    /// Responds with 400.
    Refuses,
}

pub(crate) struct Issuer {
    pub(crate) url: String,
    pub(crate) key: TestKey,
    pub(crate) jwks: Mutex<Value>,
    /// Text in place of the keys.
    pub(crate) jwks_text: Mutex<Option<String>>,
    pub(crate) jwks_status: Mutex<StatusCode>,
    pub(crate) clients: Mutex<BTreeMap<String, Value>>,
    /// Recent requests of each client.
    pub(crate) activity: Mutex<BTreeMap<String, Value>>,
    pub(crate) admin: Mutex<Behaviour>,
    /// Member for which clients are refused.
    pub(crate) refused: Mutex<&'static str>,
    /// Query of the last client that was put.
    pub(crate) put_query: Mutex<String>,
    pub(crate) jwks_fetches: AtomicUsize,
    /// A write lock delays every fetch of the keys.
    pub(crate) jwks_gate: RwLock<()>,
    pub(crate) client_puts: AtomicUsize,
    /// A write lock delays every client that is put.
    pub(crate) client_gate: RwLock<()>,
    /// Clients that cannot be deleted.
    pub(crate) stuck: Mutex<BTreeSet<String>>,
    /// Every client that was to be deleted, in order.
    pub(crate) deletions: Mutex<Vec<String>>,
    pub(crate) token_requests: Mutex<Vec<(String, String)>>,
    /// Users, and whether they may sign in.
    pub(crate) people: Mutex<BTreeMap<String, bool>>,
    /// A write lock delays every response to a change of a user's activation.
    pub(crate) people_gate: RwLock<()>,
    /// Users whose sessions were ended.
    pub(crate) signed_out: Mutex<BTreeSet<String>>,
    /// Changes of users: merges with their newest state, deletions, and the last activation change of each user.
    pub(crate) user_changes: Mutex<BTreeMap<String, Value>>,
    /// Id of each change by its sequence, also of a replaced one.
    pub(crate) change_ids: Mutex<BTreeMap<i64, String>>,
    /// True if the double is of a version without ids of changes.
    pub(crate) has_no_ids: AtomicBool,
    /// Ended grants, in the order of their sequences.
    pub(crate) ended_grants: Mutex<Vec<Value>>,
    pub(crate) ended_grant_reads: AtomicUsize,
    /// Emails, the newest first.
    pub(crate) emails: Mutex<Vec<Value>>,
    /// Messages that were sent to users, in order: the user, the name and the body.
    pub(crate) messages: Mutex<Vec<(String, String, Value)>>,
    _server: TestServer,
}

impl Issuer {
    /// Adds an active user.
    pub(crate) fn add_user(&self, user_id: &str) {
        let mut people = self.people.lock().unwrap();
        people.insert(user_id.to_owned(), true);
    }

    pub(crate) async fn start() -> Arc<Self> {
        let (listener, url) = TestServer::bind().await;
        let key = TestKey::generate();
        Arc::new_cyclic(|weak: &std::sync::Weak<Self>| {
            let route = Route::new()
                .at("/.well-known/openid-configuration", get(discovery))
                .at("/oauth/jwks", get(jwks))
                .at("/oauth/token", post(token))
                .at("/admin/v1/users/:id/active", put(put_active))
                .at("/admin/v1/clients/:id/active", put(put_client_active))
                .at(
                    "/admin/v1/clients/:id",
                    get(get_client).put(put_client).delete(delete_client),
                );
            let route = crate::issuer_activity::add_route(route);
            let route = crate::issuer_grants::add_route(route);
            let route = crate::issuer_users::add_routes(crate::issuer_admin::add_routes(route));
            let endpoint = route
                .data(IssuerHandle::clone(weak))
                .map_to_response()
                .boxed();
            Self {
                jwks: Mutex::new(json!({"keys": [key.published(Some(KEY_ID))]})),
                jwks_text: Mutex::default(),
                jwks_status: Mutex::new(StatusCode::OK),
                clients: Mutex::default(),
                activity: Mutex::default(),
                admin: Mutex::new(Behaviour::Good),
                refused: Mutex::new("/redirect_uris/0"),
                put_query: Mutex::default(),
                jwks_fetches: AtomicUsize::new(0),
                jwks_gate: RwLock::default(),
                client_puts: AtomicUsize::new(0),
                client_gate: RwLock::default(),
                stuck: Mutex::default(),
                deletions: Mutex::default(),
                token_requests: Mutex::default(),
                people: Mutex::default(),
                people_gate: RwLock::default(),
                signed_out: Mutex::default(),
                user_changes: Mutex::default(),
                change_ids: Mutex::default(),
                has_no_ids: AtomicBool::default(),
                ended_grants: Mutex::default(),
                ended_grant_reads: AtomicUsize::new(0),
                emails: Mutex::default(),
                messages: Mutex::default(),
                url,
                key,
                _server: TestServer::start(listener, endpoint),
            }
        })
    }

    pub(crate) fn fetches(&self) -> usize {
        self.jwks_fetches.load(Ordering::SeqCst)
    }

    /// Returns whether a user may sign in at the double.
    pub(crate) fn may_sign_in(&self, user_id: &str) -> bool {
        self.people.lock().unwrap()[user_id]
    }

    pub(crate) fn behave(&self, behaviour: Behaviour) {
        *self.admin.lock().unwrap() = behaviour;
    }
}

type IssuerHandle = std::sync::Weak<Issuer>;

pub(crate) fn issuer_of(request: &Request) -> Arc<Issuer> {
    request.data::<IssuerHandle>().unwrap().upgrade().unwrap()
}

#[handler]
fn discovery(request: &Request) -> Json<Value> {
    let issuer = &issuer_of(request).url;
    Json(json!({"issuer": issuer, "jwks_uri": format!("{issuer}/oauth/jwks")}))
}

#[handler]
async fn jwks(request: &Request) -> Response {
    let issuer = issuer_of(request);
    issuer.jwks_fetches.fetch_add(1, Ordering::SeqCst);
    let _passed = issuer.jwks_gate.read().await;
    let status = *issuer.jwks_status.lock().unwrap();
    if let Some(text) = issuer.jwks_text.lock().unwrap().clone() {
        return text.into_response();
    }
    let keys = issuer.jwks.lock().unwrap().clone();
    Json(keys).with_status(status).into_response()
}

#[handler]
fn token(request: &Request, body: String) -> Response {
    let issuer = issuer_of(request);
    let authorization = request.header("authorization").unwrap_or_default();
    issuer
        .token_requests
        .lock()
        .unwrap()
        .push((authorization.to_owned(), body));
    Json(json!({"access_token": "admin-token", "token_type": "Bearer", "expires_in": 600}))
        .into_response()
}

#[handler]
async fn put_client(
    request: &Request,
    Path(id): Path<String>,
    Json(body): Json<Value>,
) -> Response {
    let issuer = issuer_of(request);
    issuer.client_puts.fetch_add(1, Ordering::SeqCst);
    let _passed = issuer.client_gate.read().await;
    if request.header("authorization") != Some("Bearer admin-token") {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let query = request.uri().query().unwrap_or_default();
    let rotates = query.starts_with("rotate_secret=true&overlap_seconds=");
    query.clone_into(&mut issuer.put_query.lock().unwrap());
    let behaviour = *issuer.admin.lock().unwrap();
    match behaviour {
        Behaviour::Away => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
        Behaviour::Refuses => return refusal(&[*issuer.refused.lock().unwrap()]),
        Behaviour::Good | Behaviour::LosesResponse => {
            // The double always refuses this host.
            let mut wrong = Vec::new();
            for (member, pointer) in [
                ("redirect_uris", "/redirect_uris/0"),
                ("post_logout_redirect_uris", "/post_logout_redirect_uris/0"),
                ("protected_resources", "/protected_resources"),
            ] {
                if body[member].to_string().contains("//never.example") {
                    wrong.push(pointer);
                }
            }
            if !wrong.is_empty() {
                return refusal(&wrong);
            }
        }
    }
    let mut body = body;
    for name in OF_THE_IDP {
        assert!(
            body.get(name).is_none(),
            "{name} is not the caller's to say: {body}"
        );
    }
    if body["is_active"].is_null() {
        body["is_active"] = true.into();
    }
    let before = issuer.clients.lock().unwrap().insert(id.clone(), body);
    if behaviour == Behaviour::LosesResponse {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let mut response = json!({"client_id": id});
    if before.is_none() || rotates {
        let another = if before.is_some() { "another-" } else { "" };
        response["client_secret"] = format!("{another}secret-of-{id}").into();
    }
    Json(response).into_response()
}

/// Builds the refusal of a client for these of its members.
fn refusal(pointers: &[&str]) -> Response {
    let detail = "it is not liked";
    let errors = pointers
        .iter()
        .map(|pointer| json!({ "pointer": pointer, "detail": detail }));
    let errors: Vec<Value> = errors.collect();
    let body = json!({ "status": 400, "detail": "it is not liked", "errors": errors });
    let builder = Response::builder().status(StatusCode::BAD_REQUEST);
    builder
        .content_type("application/problem+json")
        .body(body.to_string())
}

/// Members of a client that callers may not set.
const OF_THE_IDP: [&str; 4] = ["client_id", "first_party", "registered_by", "created_at"];

#[handler]
fn get_client(request: &Request, Path(id): Path<String>) -> Response {
    let issuer = issuer_of(request);
    if request.header("authorization") != Some("Bearer admin-token") {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    if *issuer.admin.lock().unwrap() == Behaviour::Away {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let Some(mut client) = issuer.clients.lock().unwrap().get(&id).cloned() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    for name in OF_THE_IDP {
        client[name] = "what the idp says".into();
    }
    Json(client).into_response()
}

#[handler]
fn put_client_active(
    request: &Request,
    Path(id): Path<String>,
    Json(body): Json<Value>,
) -> StatusCode {
    let issuer = issuer_of(request);
    if request.header("authorization") != Some("Bearer admin-token") {
        return StatusCode::UNAUTHORIZED;
    }
    let behaviour = *issuer.admin.lock().unwrap();
    if behaviour == Behaviour::Away {
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    match issuer.clients.lock().unwrap().get_mut(&id) {
        None => return StatusCode::NOT_FOUND,
        Some(client) => client["is_active"] = body["active"].clone(),
    }
    if behaviour == Behaviour::LosesResponse {
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    StatusCode::OK
}

#[handler]
fn delete_client(request: &Request, Path(id): Path<String>) -> StatusCode {
    let issuer = issuer_of(request);
    issuer.deletions.lock().unwrap().push(id.clone());
    let is_stuck = issuer.stuck.lock().unwrap().contains(&id);
    if is_stuck || *issuer.admin.lock().unwrap() == Behaviour::Away {
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    match issuer.clients.lock().unwrap().remove(&id) {
        Some(_) => StatusCode::NO_CONTENT,
        None => StatusCode::NOT_FOUND,
    }
}

#[handler]
async fn put_active(
    request: &Request,
    Path(id): Path<String>,
    Json(body): Json<Value>,
) -> Response {
    let issuer = issuer_of(request);
    if request.header("authorization") != Some("Bearer admin-token") {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let behaviour = *issuer.admin.lock().unwrap();
    if behaviour == Behaviour::Away {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    if id == "usr_merged" {
        return StatusCode::CONFLICT.into_response();
    }
    let wish = (
        body["active"].as_bool().unwrap(),
        body["if_unchanged_since"].as_i64(),
    );
    let status = issuer.put_active(&id, wish);
    if status != StatusCode::OK {
        return status.into_response();
    }
    let _passed = issuer.people_gate.read().await;
    if behaviour == Behaviour::LosesResponse {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    Json(json!({"id": id, "is_active": body["active"]})).into_response()
}
