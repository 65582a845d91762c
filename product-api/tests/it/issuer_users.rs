//! Provides the feed of user changes of the idp's test double, in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use poem::http::StatusCode;
use poem::web::Json;
use poem::{IntoResponse, Request, Response, Route, get, handler};
use serde_json::{Value, json};

use crate::issuer::{Behaviour, Issuer, issuer_of};

pub(crate) fn add_routes(route: Route) -> Route {
    route.at("/admin/v1/user-changes", get(list_user_changes))
}

/// Next id of a change. The double assigns no id twice, even after a backup was restored.
static NEXT_ID: AtomicU64 = AtomicU64::new(1);

/// A backup of the double's users.
pub(crate) struct Backup {
    people: BTreeMap<String, bool>,
    user_changes: BTreeMap<String, Value>,
    change_ids: BTreeMap<i64, String>,
}

impl Issuer {
    /// Makes a backup of the double's users.
    pub(crate) fn back_up(&self) -> Backup {
        Backup {
            people: self.people.lock().unwrap().clone(),
            user_changes: self.user_changes.lock().unwrap().clone(),
            change_ids: self.change_ids.lock().unwrap().clone(),
        }
    }

    /// Restores a backup.
    pub(crate) fn restore(&self, backup: &Backup) {
        self.people.lock().unwrap().clone_from(&backup.people);
        let mut changes = self.user_changes.lock().unwrap();
        changes.clone_from(&backup.user_changes);
        let mut ids = self.change_ids.lock().unwrap();
        ids.clone_from(&backup.change_ids);
    }

    /// Adds a merge to the feed.
    pub(crate) fn merge(&self, id: &str, from: &str, into: &str, state: &str) {
        let body = json!({"kind": state, "user_id": from, "merge_id": id, "into_user_id": into});
        self.add_change(id, body);
    }

    /// Adds a deletion to the feed.
    pub(crate) fn delete(&self, user_id: &str) {
        self.add_change(user_id, json!({"kind": "deleted", "user_id": user_id}));
    }

    /// Sets a user's activation at the double. Adds it to the feed if it changes the state, or if another client had set the
    /// same state; returns false for an unknown user.
    pub(crate) fn switch(&self, user_id: &str, is_active: bool, by: &str) -> bool {
        let mut people = self.people.lock().unwrap();
        let Some(before) = people.get_mut(user_id) else {
            return false;
        };
        let last = {
            let changes = self.user_changes.lock().unwrap();
            changes.get(user_id).map(|body| body["switched_by"].clone())
        };
        let changes = std::mem::replace(before, is_active) != is_active;
        let others = last.filter(|last| !changes && !last.is_null() && *last != by);
        if changes || others.is_some() {
            let kind = if is_active {
                "activated"
            } else {
                "deactivated"
            };
            self.add_change(
                user_id,
                json!({"kind": kind, "user_id": user_id, "switched_by": by, "confirmed_by": others}),
            );
        }
        true
    }

    /// Sets a user's activation by a request of the product API. Refuses it if there is a change after `seen`. With `seen`, a
    /// request without effect adds nothing to the feed.
    pub(crate) fn put_active(
        &self,
        user_id: &str,
        (is_active, seen): (bool, Option<i64>),
    ) -> StatusCode {
        let last = {
            let changes = self.user_changes.lock().unwrap();
            changes
                .get(user_id)
                .and_then(|body| body["sequence"].as_i64())
        };
        if seen.is_some_and(|seen| last > Some(seen)) {
            return StatusCode::PRECONDITION_FAILED;
        }
        let is_so = self.people.lock().unwrap().get(user_id) == Some(&is_active);
        if seen.is_some() && is_so || self.switch(user_id, is_active, "product-api") {
            StatusCode::OK
        } else {
            StatusCode::NOT_FOUND
        }
    }

    fn add_change(&self, name: &str, mut body: Value) {
        let mut changes = self.user_changes.lock().unwrap();
        let sequence = last_of(&changes) + 1;
        let id = format!("chg_{}", NEXT_ID.fetch_add(1, Ordering::SeqCst));
        (body["sequence"], body["id"]) = (sequence.into(), id.clone().into());
        self.change_ids.lock().unwrap().insert(sequence, id);
        body["changed_at"] = "2027-01-15T08:00:00.000Z".into();
        // The idp's changes have all members, so those of the double do as well.
        for member in ["merge_id", "into_user_id", "switched_by", "confirmed_by"] {
            body.as_object_mut()
                .unwrap()
                .entry(member)
                .or_insert(Value::Null);
        }
        changes.insert(name.to_owned(), body);
    }
}

#[handler]
fn list_user_changes(request: &Request) -> Response {
    let issuer = issuer_of(request);
    if request.header("authorization") != Some("Bearer admin-token") {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    if *issuer.admin.lock().unwrap() == Behaviour::Away {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let query = request.uri().query().unwrap();
    let requested = reqwest::Url::parse(&format!("http://idp/?{query}")).unwrap();
    let parameters: BTreeMap<_, _> = requested.query_pairs().into_owned().collect();
    assert_eq!(parameters["limit"], "100");
    let after: i64 = parameters["after"].parse().unwrap();
    let changes = issuer.user_changes.lock().unwrap();
    let ids = issuer.change_ids.lock().unwrap();
    let has_ids = !issuer.has_no_ids.load(Ordering::SeqCst);
    let asked_id = parameters.get("after_id");
    if asked_id.is_some() && !has_ids {
        return StatusCode::BAD_REQUEST.into_response();
    }
    let is_known = asked_id.is_none_or(|id| ids.get(&after) == Some(id));
    if has_ids && (!is_known || after > last_of(&changes)) {
        return StatusCode::CONFLICT.into_response();
    }
    let mut items: Vec<Value> = changes
        .values()
        .filter(|change| sequence_of(change) > after)
        .cloned()
        .collect();
    items.sort_by_key(sequence_of);
    // Pages have two items, so that every test with three changes reads a second page.
    let is_more = items.len() > 2;
    items.truncate(2);
    let next = items
        .last()
        .filter(|_| is_more)
        .map(|last| sequence_of(last).to_string());
    if !has_ids {
        for item in &mut items {
            item.as_object_mut().unwrap().remove("id");
        }
        return Json(json!({"items": items, "next": next})).into_response();
    }
    Json(json!({"items": items, "next": next, "after_id": ids.get(&after)})).into_response()
}

fn sequence_of(change: &Value) -> i64 {
    change["sequence"].as_i64().unwrap()
}

fn last_of(changes: &BTreeMap<String, Value>) -> i64 {
    changes.values().map(sequence_of).max().unwrap_or_default()
}
