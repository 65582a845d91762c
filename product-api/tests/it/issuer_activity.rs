//! Provides the recent requests of clients in the test double of the idp.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use poem::http::StatusCode;
use poem::web::{Json, Path};
use poem::{IntoResponse, Request, Response, Route, get, handler};
use serde_json::{Value, json};
use url::form_urlencoded;

use crate::issuer::{Behaviour, issuer_of};

pub(crate) fn add_route(route: Route) -> Route {
    route.at("/admin/v1/clients/:id/activity", get(list_activity))
}

#[handler]
fn list_activity(request: &Request, Path(id): Path<String>) -> Response {
    let issuer = issuer_of(request);
    if request.header("authorization") != Some("Bearer admin-token") {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    if *issuer.admin.lock().unwrap() == Behaviour::Away {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let query = request.uri().query().unwrap_or_default();
    let parameters: BTreeMap<_, _> = form_urlencoded::parse(query.as_bytes()).collect();
    let limit: usize = parameters["limit"].parse().unwrap();
    let activity = issuer.activity.lock().unwrap();
    let other = parameters.get("or_client_id").map(AsRef::as_ref);
    let body: Vec<&Value> = [Some(id.as_str()), other]
        .into_iter()
        .filter_map(|id| activity.get(id?))
        .collect();
    let mut items: Vec<Value> = body
        .iter()
        .flat_map(|body| body["items"].as_array().unwrap().clone())
        .collect();
    items.sort_by_key(|item| Reverse(item["at"].as_str().unwrap().to_owned()));
    items.truncate(limit);
    let first = body
        .iter()
        .filter_map(|body| body["first_sign_in_at"].as_str())
        .min();
    Json(json!({ "items": items, "first_sign_in_at": first })).into_response()
}
