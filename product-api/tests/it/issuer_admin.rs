//! Provides the operator's API of the idp's test double: users with their sessions and accounts, keys, health.

use poem::http::StatusCode;
use poem::web::{Json, Path};
use poem::{IntoResponse, Request, Response, Route, get, handler, post, put};
use serde_json::{Value, json};
use url::form_urlencoded;

use crate::issuer::{Behaviour, issuer_of};

pub(crate) fn add_routes(route: Route) -> Route {
    route
        .at("/admin/v1/users", get(list_people))
        .at("/admin/v1/users/:id", get(get_person))
        .at(
            "/admin/v1/users/:id/sessions",
            get(list_sessions).delete(end_sessions),
        )
        .at("/admin/v1/users/:id/accounts", get(list_accounts))
        .at("/admin/v1/users/:id/mails/:name", put(send_message))
        .at("/admin/v1/mail", get(list_mail))
        .at("/admin/v1/keys", get(list_keys))
        .at("/admin/v1/keys/rotate", post(rotate_keys))
        .at("/admin/v1/status", get(status))
}

/// Returns the refusal of a request without our token, or while the double is unavailable.
fn refused(request: &Request) -> Option<Response> {
    if request.header("authorization") != Some("Bearer admin-token") {
        return Some(StatusCode::UNAUTHORIZED.into_response());
    }
    let is_away = *issuer_of(request).admin.lock().unwrap() == Behaviour::Away;
    is_away.then(|| StatusCode::SERVICE_UNAVAILABLE.into_response())
}

fn person(id: &str, is_active: bool) -> Value {
    json!({
        "id": id, "name": format!("Name of {id}"), "email": format!("{id}@example.com"), "email_verified": true,
        "image": null, "is_operator": id == "usr_op", "is_active": is_active,
        "created_at": "2027-01-01T00:00:00.000Z", "updated_at": "2027-01-01T00:00:00.000Z",
    })
}

/// Returns a parameter of the query.
fn query_parameter(request: &Request, name: &str) -> Option<String> {
    let query = request.uri().query().unwrap_or_default();
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    pairs
        .find(|(known, _)| known == name)
        .map(|(_, value)| value.into_owned())
}

/// Lists users in pages of two; a cursor is the last id of the page before.
#[handler]
fn list_people(request: &Request) -> Response {
    if let Some(refused) = refused(request) {
        return refused;
    }
    let parameter = |name: &str| query_parameter(request, name);
    let people = issuer_of(request).people.lock().unwrap().clone();
    let (search, cursor) = (parameter("search").unwrap_or_default(), parameter("cursor"));
    if cursor.as_ref().is_some_and(|id| !people.contains_key(id)) {
        return StatusCode::BAD_REQUEST.into_response();
    }
    let after = cursor.unwrap_or_default();
    let fits = |id: &str| id.starts_with(&search) && id > after.as_str();
    let mut users: Vec<Value> = people
        .iter()
        .filter(|(id, _)| fits(id))
        .map(|(id, is_active)| person(id, *is_active))
        .collect();
    let is_more = users.len() > 2;
    users.truncate(2);
    let last = users.last().filter(|_| is_more);
    let next_cursor = last.map(|user| user["id"].clone());
    Json(json!({"users": users, "next_cursor": next_cursor})).into_response()
}

/// Returns a response about a user whom the double knows, else 404.
fn about(request: &Request, id: &str, body: impl FnOnce(bool) -> Value) -> Response {
    if let Some(refused) = refused(request) {
        return refused;
    }
    match issuer_of(request).people.lock().unwrap().get(id) {
        Some(is_active) => Json(body(*is_active)).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[handler]
fn get_person(request: &Request, Path(id): Path<String>) -> Response {
    about(request, &id, |is_active| person(&id, is_active))
}

#[handler]
fn list_sessions(request: &Request, Path(id): Path<String>) -> Response {
    let ended = issuer_of(request).signed_out.lock().unwrap().contains(&id);
    let session = json!({
        "id": format!("ses_{id}"), "amr": ["otp"], "user_agent": "A browser", "network": "192.0.2.7",
        "auth_time": "2027-01-15T07:00:00.000Z", "created_at": "2027-01-15T07:00:00.000Z",
        "last_seen_at": "2027-01-15T08:00:00.000Z", "expires_at": "2027-02-15T08:00:00.000Z",
    });
    let sessions = if ended { vec![] } else { vec![session] };
    about(request, &id, |_| json!({ "sessions": sessions }))
}

#[handler]
fn end_sessions(request: &Request, Path(id): Path<String>) -> Response {
    if let Some(refused) = refused(request) {
        return refused;
    }
    let issuer = issuer_of(request);
    if !issuer.people.lock().unwrap().contains_key(&id) {
        return StatusCode::NOT_FOUND.into_response();
    }
    issuer.signed_out.lock().unwrap().insert(id);
    StatusCode::NO_CONTENT.into_response()
}

/// Queues a message once for each name. A double that loses its response has queued it.
#[handler]
fn send_message(
    request: &Request,
    Path((id, name)): Path<(String, String)>,
    body: Json<Value>,
) -> Response {
    if let Some(refused) = refused(request) {
        return refused;
    }
    let issuer = issuer_of(request);
    let mut messages = issuer.messages.lock().unwrap();
    let is_known = messages.iter().any(|(_, known, _)| *known == name);
    if !is_known {
        messages.push((id, name, body.0));
    }
    if *issuer.admin.lock().unwrap() == Behaviour::LosesResponse {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let state = if is_known { "repeated" } else { "queued" };
    Json(json!({ "state": state })).into_response()
}

#[handler]
fn list_accounts(request: &Request, Path(id): Path<String>) -> Response {
    let account = json!({
        "id": format!("acc_{id}"), "provider": "github", "email": null, "created_at": "2027-01-01T00:00:00.000Z",
    });
    about(request, &id, |_| json!({ "accounts": [account] }))
}

/// Lists emails; a cursor is the last id of the page before.
#[handler]
fn list_mail(request: &Request) -> Response {
    if let Some(refused) = refused(request) {
        return refused;
    }
    let mut emails = issuer_of(request).emails.lock().unwrap().clone();
    if let Some(last) = query_parameter(request, "cursor") {
        let Some(index) = emails.iter().position(|email| email["id"] == last.as_str()) else {
            return StatusCode::BAD_REQUEST.into_response();
        };
        emails.drain(..=index);
    }
    for name in ["state", "recipient"] {
        if let Some(expected) = query_parameter(request, name) {
            emails.retain(|email| email[name] == expected.as_str());
        }
    }
    let limit = query_parameter(request, "limit").unwrap().parse().unwrap();
    let is_more = emails.len() > limit;
    emails.truncate(limit);
    let last = emails.last().filter(|_| is_more);
    let next_cursor = last.map(|email| email["id"].clone());
    Json(json!({"deliveries": emails, "next_cursor": next_cursor})).into_response()
}

fn key(kid: &str, state: &str) -> Value {
    json!({
        "kid": kid, "alg": "ES256", "state": state, "created_at": "2027-01-01T00:00:00.000Z",
        "signs_at": "2027-01-02T00:00:00.000Z", "activated_at": null, "retired_at": null,
    })
}

#[handler]
fn list_keys(request: &Request) -> Response {
    refused(request)
        .unwrap_or_else(|| Json(json!({"keys": [key("key-1", "active")]})).into_response())
}

#[handler]
fn rotate_keys(request: &Request) -> Response {
    if let Some(refused) = refused(request) {
        return refused;
    }
    if *issuer_of(request).admin.lock().unwrap() == Behaviour::Refuses {
        return StatusCode::CONFLICT.into_response();
    }
    Json(json!({"keys": [key("key-1", "active"), key("key-2", "announced")]})).into_response()
}

#[handler]
fn status(request: &Request) -> Response {
    refused(request).unwrap_or_else(|| {
        Json(json!({
            "version": "1", "issuer": "x", "time": "2027-01-15T08:00:00.000Z", "host_ahead_ms": null,
            "database": {"kind": "sqlite", "ready": true}, "sessions": {"kind": "sql", "ready": true},
            "mail": {"route": "smtp", "ready": false, "problem": "It refuses us.", "waiting": 3, "tried": 2},
        }))
        .into_response()
    })
}
