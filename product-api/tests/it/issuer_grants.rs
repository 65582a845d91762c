//! Provides the list of ended grants of the idp's test double, in order.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use foundation::Timestamp;
use poem::http::StatusCode;
use poem::web::Json;
use poem::{IntoResponse, Request, Response, Route, get, handler};
use serde_json::{Value, json};

use crate::issuer::{Behaviour, Issuer, issuer_of};

pub(crate) fn add_route(route: Route) -> Route {
    route.at("/admin/v1/ended-grants", get(list_ended_grants))
}

impl Issuer {
    /// Adds an ended grant to the list.
    pub(crate) fn end_grant(&self, grant_id: &str, tokens_end_at: Timestamp) {
        let mut grants = self.ended_grants.lock().unwrap();
        let last = grants.last().map_or(0, sequence_of);
        grants.push(json!({
            "sequence": last + 1, "grant_id": grant_id, "ended_at": "2027-01-15T08:00:00.000Z",
            "tokens_end_at": tokens_end_at.to_iso8601(),
        }));
    }
}

#[handler]
fn list_ended_grants(request: &Request) -> Response {
    let issuer = issuer_of(request);
    if request.header("authorization") != Some("Bearer admin-token") {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    if *issuer.admin.lock().unwrap() == Behaviour::Away {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    issuer.ended_grant_reads.fetch_add(1, Ordering::SeqCst);
    let query = request.uri().query().unwrap();
    let requested = reqwest::Url::parse(&format!("http://idp/?{query}")).unwrap();
    let parameters: BTreeMap<_, _> = requested.query_pairs().into_owned().collect();
    assert_eq!(parameters["limit"], "500");
    let grants = issuer.ended_grants.lock().unwrap();
    let after: i64 = match parameters.get("after") {
        None => 0,
        Some(after) => {
            let after = after.parse::<i64>().unwrap();
            let id = parameters["after_id"].as_str();
            let is_it = |grant: &Value| sequence_of(grant) == after && grant["grant_id"] == id;
            if !grants.iter().any(is_it) {
                return StatusCode::CONFLICT.into_response();
            }
            after
        }
    };
    let later = grants.iter().filter(|grant| sequence_of(grant) > after);
    let mut items: Vec<Value> = later.cloned().collect();
    // Pages have two items, so that every test with three grants reads a second page.
    let is_more = items.len() > 2;
    items.truncate(2);
    let next = items.last().filter(|_| is_more);
    let next = next.map(|last| sequence_of(last).to_string());
    Json(json!({"items": items, "next": next})).into_response()
}

fn sequence_of(grant: &Value) -> i64 {
    grant["sequence"].as_i64().unwrap()
}
