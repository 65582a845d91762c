//! Tests unusual characters in every text of every body, by a permitted caller, about existing objects (attack J13).

use serde_json::{Value, json};

use super::rows::{ROWS, Row};
use super::things::{ObjectIds, RouteCaller, entitled, furnish};
use crate::credits::Shop;
use crate::edges::{RouteOperation, TEXTS, harmless, text_pointers};
use crate::harness::{TestApi, on_both_engines};

/// A text that PostgreSQL cannot store, and SQLite can.
const NUL: &str = "a\u{0}b";

/// Returns the first permitted caller, who gets 400 for an unknown member instead of a refusal.
async fn sender_of<'a>(
    world: &TestApi,
    askers: &'a [RouteCaller],
    row: &Row,
    things: &ObjectIds,
) -> Option<&'a RouteCaller> {
    let form = r#"{"no_such_member": 1}"#;
    for asker in askers {
        if asker.call_with(world, row, form, things).await.status == 400 {
            return Some(asker);
        }
    }
    None
}

/// Returns a valid body about existing objects, with the texts of the contract's example, and the pointers of all texts.
fn body_of(row: &Row, things: &ObjectIds) -> (Value, Vec<String>) {
    let mut body = row.2.to_owned();
    for (kind, id) in things {
        body = body.replace(&format!("{{{kind}}}"), id);
    }
    let mut body: Value = serde_json::from_str(&body).unwrap();
    let operation = RouteOperation::all().iter().find(|one| one.is(row.0));
    let example = operation.unwrap().example();
    for (name, member) in example.as_object().unwrap() {
        if body.get(name).is_none() && !text_pointers(member, "").is_empty() {
            body[name] = member.clone();
        }
    }
    let texts = text_pointers(&body, "");
    (body, texts)
}

on_both_engines! {
    // row: J13
    async fn odd_characters_in_every_text_of_every_body_are_a_text_like_any_other(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        let things = furnish(&world, &shop).await;
        let askers = entitled(&world, &shop);
        let (mut requested, mut taken) = (0, 0);
        for row in ROWS.iter().filter(|row| row.2.len() > 2) {
            let sender = sender_of(&world, &askers, row, &things).await;
            let sender = sender.unwrap_or_else(|| panic!("nobody may send {}", row.0));
            let (body, texts) = body_of(row, &things);
            let send = async |pointer: &str, text: &str| {
                let mut body = body.clone();
                *body.pointer_mut(pointer).unwrap() = text.into();
                sender.call_with(&world, row, &body.to_string(), &things).await.status
            };
            for pointer in texts {
                for text in TEXTS {
                    // A harmless text before and after the attack shows whether the object was used up in between.
                    let honest = send(&pointer, &harmless(text)).await;
                    let attack = send(&pointer, text).await;
                    let again = send(&pointer, &harmless(text)).await;
                    assert!([honest, again].contains(&attack), "{} {pointer}: {text}: {attack}, {honest}", row.0);
                    assert!(attack < 500, "{} {pointer}: {text}", row.0);
                    requested += 1;
                    taken += u32::from(attack < 300);
                }
                let status = send(&pointer, NUL).await;
                let may_be_kept = pointer.contains("/metadata/");
                assert!(status == 400 || may_be_kept && status < 500, "{} {pointer}: {status}", row.0);
            }
        }
        assert!(requested > 150 && taken > 50, "{requested}, {taken}");
        assert!(world.count("SELECT count(*) FROM websites").await >= 1);
        assert!(product_api::verify(&world.app.database).await.unwrap().is_empty());
        let mine = json!(world.get("/v1/me", &world.token("usr_1")).await.status);
        assert_eq!(mine, 200);
    }
}

on_both_engines! {
    /// Every operation that moves credits requires an idempotency key.
    async fn credit_operation_requires_an_idempotency_key(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "One").await;
        let things = furnish(&world, &shop).await;
        let counts = "SELECT CAST((SELECT count(*) FROM txn) + (SELECT count(*) FROM checkout) AS BIGINT)";
        let before = world.count(counts).await;
        let keyed = |operation: &RouteOperation| {
            let parameters = operation.spec["parameters"].as_array().cloned().unwrap_or_default();
            parameters.iter().any(|one| one["name"] == "Idempotency-Key")
        };
        let keyed: Vec<&RouteOperation> = RouteOperation::all().iter().filter(|one| keyed(one)).collect();
        assert_eq!(keyed.len(), 20, "spends, grants, their voids, reversals, holds and what is done with them, checkouts, portals, refunds, subscriptions, top-ups");
        let wide = "UPDATE api_keys SET scopes = scopes || ' billing.refund' WHERE website_id = $1";
        world.sql(wide, &[&shop.id]).await;
        for operation in keyed {
            let row = ROWS.iter().find(|row| operation.is(row.0)).unwrap();
            let is_own = operation.template.starts_with("/v1/me/");
            let credential = if is_own { world.token("usr_1") } else { shop.key.clone() };
            let authorization = format!("Bearer {credential}");
            // Some have no body.
            let body = if row.2.is_empty() { String::new() } else { body_of(row, &things).0.to_string() };
            let path = row.1.iter().fold(operation.template.clone(), |path, kind| path.replace("{id}", &things[kind]));
            for (key, slug) in [(None, "idempotency-key-missing"), (Some("a b"), "idempotency-key-invalid"), (Some(""), "idempotency-key-invalid")] {
                let mut headers = vec![("authorization", authorization.as_str()), ("content-type", "application/json")];
                headers.extend(key.map(|key| ("idempotency-key", key)));
                let response = world.send(operation.method.clone(), &path, &headers, Some(body.clone())).await;
                response.is_problem(400, slug);
            }
        }
        assert_eq!(world.count(counts).await, before);
        assert_eq!(world.count("SELECT count(*) FROM hold").await, 1);
    }
}
