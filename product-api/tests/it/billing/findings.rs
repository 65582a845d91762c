//! Tests findings: differences that no repair removes, their ends, and who sees them.

use std::time::Duration;

use foundation::testing::drop_append_only;
use reqwest::Method;
use serde_json::{Value, json};

use super::reconciling::{apply, as_own, compare, counts, ended};
use super::sales::{Seller, at_stripe, pay, session_of, text};
use super::stripe::as_owner;
use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::operator::operator_token;

const FINDINGS: &str = "/v1/billing/findings";

/// Sells a pack, and returns its checkout.
async fn sold(world: &TestApi, seller: &Seller) -> Value {
    let checkout = seller.started(world, &json!({})).await;
    pay(world, &checkout, "pays");
    let paid = seller.synced(world, &checkout).await;
    assert_eq!(paid["state"], "completed");
    checkout
}

/// Returns the findings of a list in a state.
async fn listed(world: &TestApi, seller: &Seller, state: &str) -> Vec<Value> {
    let page = as_own(
        world,
        seller,
        &format!("GET {FINDINGS}?state={state}"),
        None,
    )
    .await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json()["items"].as_array().unwrap().clone()
}

fn kinds(findings: &[Value]) -> Vec<String> {
    let mut kinds: Vec<String> = findings
        .iter()
        .map(|finding| text(&finding["kind"]))
        .collect();
    kinds.sort_unstable();
    kinds
}

async fn accept(world: &TestApi, seller: &Seller, finding: &Value) -> HttpResponse {
    let operation = format!("POST {FINDINGS}/{}/accept", text(&finding["id"]));
    let body = json!({"reason": "Settled by hand"});
    as_own(world, seller, &operation, Some(&body)).await
}

on_both_engines! {
    async fn finding_is_closed_when_both_sides_agree_again(world: TestApi) {
        let seller = Seller::open(&world).await;
        let checkout = sold(&world, &seller).await;
        world.sql("UPDATE payment SET amount_minor = 999", &[]).await;
        let run = compare(&world, &seller, &json!({})).await;
        assert_eq!(counts(&run), (0, 3), "{run}");
        let open = listed(&world, &seller, "open").await;
        assert_eq!(kinds(&open), ["amount-mismatch", "amount-mismatch", "journal-mismatch"]);
        let of_session = open.iter().find(|finding| finding["object_kind"] == "session").unwrap();
        let session = session_of(&checkout);
        assert_eq!((&of_session["ours"], &of_session["theirs"], &of_session["stripe_object"]), (&json!("999"), &json!("1000"), &json!(session)));
        let again = compare(&world, &seller, &json!({})).await;
        assert_eq!(counts(&again), (0, 3), "no difference is recorded twice");
        assert_eq!(listed(&world, &seller, "open").await, open);
        world.sql("UPDATE payment SET amount_minor = 1000", &[]).await;
        // The objects are older than what is listed, and are fetched one by one.
        world.clock.advance(Duration::from_hours(10 * 24));
        let since = json!({"since": "2027-01-24T00:00:00Z"});
        let run = compare(&world, &seller, &since).await;
        assert_eq!(counts(&run), (0, 0), "{run}");
        assert_eq!(listed(&world, &seller, "open").await, Vec::<Value>::new());
        let repaired = listed(&world, &seller, "repaired").await;
        assert_eq!((repaired.len(), repaired[0]["closed_at"].is_string()), (3, true));
    }
}

/// Adds another customer at Stripe to each owner, and lets it count.
const SECOND_CUSTOMER: &str = "\
    INSERT INTO stripe_customer (connection_id, owner_kind, owner_id, generation, stripe_id, is_default, created_at, updated_at) \
    SELECT connection_id, owner_kind, owner_id, generation + 1, 'cus_second', TRUE, created_at, updated_at FROM stripe_customer";

/// Gives the second customer the id of the first one.
const ONE_ID: &str = "\
    UPDATE stripe_customer SET is_default = FALSE, stripe_id = (SELECT f.stripe_id FROM stripe_customer f WHERE f.generation = 1) \
    WHERE generation = 2";

on_both_engines! {
    // Invariant B10 of billing. The database forbids both damages, so that the test drops the indexes.
    async fn owner_with_two_customers_at_stripe_is_a_finding(world: TestApi) {
        let seller = Seller::open(&world).await;
        sold(&world, &seller).await;
        let run = compare(&world, &seller, &json!({})).await;
        assert_eq!(counts(&run), (0, 0), "{run}");
        let rows: [([&'static str; 2], [&str; 2]); 2] = [
            (["DROP INDEX stripe_customer_default", SECOND_CUSTOMER], ["2 default customers", "2 ids in 2 rows"]),
            (["DROP INDEX stripe_customer_by_id", ONE_ID], ["1 default customers", "1 ids in 2 rows"]),
        ];
        let owner = world.text("SELECT owner_kind || ' ' || owner_id FROM stripe_customer").await;
        for (damages, [ours, theirs]) in rows {
            for damage in damages {
                world.sql(damage, &[]).await;
            }
            let run = compare(&world, &seller, &json!({})).await;
            assert_eq!(counts(&run), (0, 1), "{run}");
            let found = listed(&world, &seller, "open").await;
            assert_eq!(kinds(&found), ["two-customers"]);
            assert_eq!((&found[0]["ours"], &found[0]["theirs"]), (&json!(ours), &json!(theirs)));
            assert_eq!((&found[0]["object_kind"], &found[0]["stripe_object"]), (&json!("customer"), &json!(owner)));
        }
        world.sql("DELETE FROM stripe_customer WHERE generation = 2", &[]).await;
        let run = compare(&world, &seller, &json!({})).await;
        assert_eq!(counts(&run), (0, 0), "{run}");
        assert_eq!(kinds(&listed(&world, &seller, "repaired").await), ["two-customers"]);
    }
}

on_both_engines! {
    async fn credits_without_money_are_found_and_never_taken_back(world: TestApi) {
        let seller = Seller::open(&world).await;
        let first = sold(&world, &seller).await;
        let open = seller.started(&world, &json!({})).await;
        let granted = "UPDATE checkout SET state = 'completed', closed_at = created_at WHERE id = $1";
        world.sql(granted, &[&text(&open["id"])]).await;
        let change = "UPDATE payment SET stripe_payment_intent = 'pi_missing', source_id = 'chk_missing'";
        world.sql(change, &[]).await;
        let run = compare(&world, &seller, &json!({})).await;
        let found = listed(&world, &seller, "open").await;
        assert_eq!(kinds(&found), ["granted-not-paid", "granted-not-paid"], "{run}");
        let missing = found.iter().find(|finding| finding["stripe_object"] == "pi_missing").unwrap();
        assert_eq!((&missing["ours"], &missing["theirs"]), (&json!("paid"), &json!("missing")));
        apply(&world).await;
        assert_eq!(seller.available(&world, &first).await, 550);
    }
}

on_both_engines! {
    async fn paid_session_that_cannot_be_applied_is_a_finding(world: TestApi) {
        let seller = Seller::open(&world).await;
        let checkout = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        let dead = "INSERT INTO stripe_object (connection_id, kind, object_id, dirty, done, attempts, state, created_at, updated_at) \
             VALUES ($1, 'session', $2, 1, 0, 18, 'dead', 1, 1)";
        world.sql(dead, &[&seller.connection, &session_of(&checkout)]).await;
        compare(&world, &seller, &json!({})).await;
        assert_eq!(kinds(&listed(&world, &seller, "open").await), ["paid-not-granted"]);
        let replay = format!("POST /v1/billing/inbox/session/{}/replay", session_of(&checkout));
        assert_eq!(as_own(&world, &seller, &replay, None).await.status, 200);
        apply(&world).await;
        assert_eq!(seller.available(&world, &checkout).await, 550);
        world.clock.advance(Duration::from_secs(1));
        let run = compare(&world, &seller, &json!({})).await;
        assert_eq!(counts(&run).1, 0, "{run}");
    }
}

on_both_engines! {
    async fn accepted_finding_comes_back_only_if_a_side_changes(world: TestApi) {
        let seller = Seller::open(&world).await;
        sold(&world, &seller).await;
        world.sql("UPDATE checkout SET stripe_customer_id = 'cus_other'", &[]).await;
        let run = compare(&world, &seller, &json!({})).await;
        assert_eq!(counts(&run), (0, 1), "{run}");
        let finding = listed(&world, &seller, "open").await.remove(0);
        assert_eq!(finding["kind"], "customer-mismatch");
        let accepted = accept(&world, &seller, &finding).await.json();
        assert_eq!((&accepted["state"], &accepted["reason"], &accepted["closed_by"]), (&json!("accepted"), &json!("Settled by hand"), &json!("usr_1")));
        assert_eq!(accept(&world, &seller, &finding).await.json(), accepted, "it stays as it is");
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'billing_finding.accepted'").await, 1);
        let again = compare(&world, &seller, &json!({})).await;
        assert_eq!(counts(&again), (0, 0), "{again}");
        world.sql("UPDATE checkout SET stripe_customer_id = 'cus_third'", &[]).await;
        let changed = compare(&world, &seller, &json!({})).await;
        assert_eq!(counts(&changed), (0, 1), "{changed}");
        let none = json!({"id": "fnd_none"});
        accept(&world, &seller, &none).await.is_problem(404, "not-found");
    }
}

on_both_engines! {
    async fn only_the_owner_or_for_the_platform_the_operator_accepts_a_finding(world: TestApi) {
        let seller = Seller::open(&world).await;
        sold(&world, &seller).await;
        world.sql("UPDATE checkout SET stripe_customer_id = 'cus_other'", &[]).await;
        compare(&world, &seller, &json!({})).await;
        let finding = listed(&world, &seller, "open").await.remove(0);
        let id = text(&finding["id"]);
        let reason = json!({"reason": "Settled by hand"});
        let scopes = "UPDATE api_keys SET scopes = 'billing.read billing.refund billing.sell' WHERE website_id = $1";
        world.sql(scopes, &[&seller.shop.id]).await;
        let refused = world.post(&format!("{FINDINGS}/{id}/accept"), seller.test_key(), &reason).await;
        refused.is_problem(403, "insufficient-scope");
        let accept = format!("POST /v1/operator/billing/findings/{id}/accept");
        let operator = operator_token(&world);
        call(&world, &accept, &operator, Some(&reason)).await.is_problem(404, "not-found");
        world.sql("UPDATE stripe_connection SET owner_kind = 'platform', owner_id = ''", &[]).await;
        let program = world.token_with("cli", &json!({"sub": "cli", "client_id": "cli", "sid": null, "scope": "ledger"}));
        for token in [&program, &world.token("usr_1")] {
            call(&world, &accept, token, Some(&reason)).await.is_problem(403, "insufficient-scope");
        }
        assert_eq!(finding["owner_user_id"], "usr_1");
        let accepted = call(&world, &accept, &operator, Some(&reason)).await.json();
        assert_eq!(accepted["owner_user_id"], Value::Null);
        assert_eq!((&accepted["state"], &accepted["reason"], &accepted["closed_by"]), (&json!("accepted"), &json!("Settled by hand"), &json!("usr_op")));
        assert_eq!(call(&world, &accept, &operator, Some(&reason)).await.json(), accepted, "it stays as it is");
        let audited = "SELECT count(*) FROM audit WHERE action = 'billing_finding.accepted' AND actor = 'usr_op' AND website_id IS NULL";
        assert_eq!(world.count(audited).await, 1);
        let none = "POST /v1/operator/billing/findings/fnd_none/accept";
        call(&world, none, &operator, Some(&reason)).await.is_problem(404, "not-found");
    }
}

on_both_engines! {
    async fn credits_that_were_taken_back_without_a_refund_are_found(world: TestApi) {
        let seller = Seller::open(&world).await;
        let checkout = sold(&world, &seller).await;
        world.sql("UPDATE payment SET clawed = 7", &[]).await;
        let run = compare(&world, &seller, &json!({})).await;
        assert_eq!(counts(&run), (0, 1), "{run}");
        let finding = listed(&world, &seller, "open").await.remove(0);
        assert_eq!((&finding["kind"], &finding["object_kind"]), (&json!("clawback-mismatch"), &json!("payment")));
        assert_eq!(finding["ours"], "7 credits taken back");
        assert_eq!(finding["theirs"], "0 credits of the money that went back");
        assert_eq!(counts(&compare(&world, &seller, &json!({})).await), (0, 1), "no difference is recorded twice");
        world.sql("UPDATE payment SET clawed = 0", &[]).await;
        assert_eq!(counts(&compare(&world, &seller, &json!({})).await), (0, 0));
        assert_eq!(listed(&world, &seller, "repaired").await.len(), 1);
        assert_eq!(seller.available(&world, &checkout).await, 550);
    }
}

on_both_engines! {
    async fn fee_of_a_dispute_that_was_not_recorded_is_found(world: TestApi) {
        let seller = Seller::open(&world).await;
        sold(&world, &seller).await;
        let charge = text(&at_stripe(&world, "/v1/charges").await[0]["id"]);
        world.clock.advance(Duration::from_mins(1));
        let dispute = json!({"charge": charge, "reason": "fraudulent"});
        world.stripe.control("open_dispute", &dispute).unwrap();
        world.clock.advance(Duration::from_mins(1));
        assert_eq!(counts(&compare(&world, &seller, &json!({})).await), (1, 0));
        apply(&world).await;
        assert_eq!(counts(&compare(&world, &seller, &json!({})).await), (0, 0));
        // An entry of the journal is never changed by a server; here it is lost.
        drop_append_only(&world.app.database).await;
        let lost = "UPDATE money_txn SET key = 'lost' WHERE kind = 'fee' AND id IN \
             (SELECT e.txn_id FROM money_entry e WHERE e.account = 'fees' AND e.amount = 2000)";
        assert_eq!(world.sql(lost, &[]).await, 1);
        let run = compare(&world, &seller, &json!({})).await;
        assert_eq!(counts(&run), (0, 1), "{run}");
        let finding = listed(&world, &seller, "open").await.remove(0);
        assert_eq!((&finding["kind"], &finding["ours"], &finding["theirs"]), (&json!("balance-unexplained"), &json!("0 eur"), &json!("-2000 eur")));
    }
}

on_both_engines! {
    async fn price_that_was_archived_is_a_finding_until_it_is_made_again(world: TestApi) {
        let seller = Seller::open(&world).await;
        let price = world.text("SELECT stripe_price_id FROM catalog_price WHERE currency = 'eur'").await;
        world.stripe.control("archive_price", &json!({ "price": price })).unwrap();
        let drift = "UPDATE catalog_price SET state = 'drifted', reason = 'price-archived' WHERE currency = $1";
        world.sql(drift, &["eur"]).await;
        let run = compare(&world, &seller, &json!({})).await;
        assert_eq!(counts(&run), (0, 1), "{run}");
        let finding = listed(&world, &seller, "open").await.remove(0);
        assert_eq!((&finding["kind"], &finding["stripe_object"]), (&json!("drifted-price"), &json!(price)));
        world.sql("UPDATE catalog_price SET state = 'synced', reason = NULL", &[]).await;
        assert_eq!(counts(&compare(&world, &seller, &json!({})).await), (0, 0));
    }
}

on_both_engines! {
    async fn other_owner_sees_and_starts_nothing(world: TestApi) {
        let seller = Seller::open(&world).await;
        sold(&world, &seller).await;
        world.sql("UPDATE checkout SET stripe_customer_id = 'cus_other'", &[]).await;
        let run = compare(&world, &seller, &json!({})).await;
        let finding = listed(&world, &seller, "open").await.remove(0);
        let other = Shop::open(&world, "usr_2", "Music").await;
        let accept = format!("POST {FINDINGS}/{}/accept", text(&finding["id"]));
        let one = format!("GET /v1/billing/reconcile?run={}", text(&run["id"]));
        for (operation, body) in [
            (format!("GET {FINDINGS}"), None),
            (accept, Some(json!({"reason": "Mine"}))),
            (one, None),
            ("POST /v1/billing/reconcile".to_owned(), Some(json!({}))),
        ] {
            let own = as_owner(&world, "usr_2", (&other.id, "test"), &operation, body.as_ref()).await;
            own.is_problem(409, "billing-not-connected");
            let foreign = as_owner(&world, "usr_2", (&seller.shop.id, "test"), &operation, body.as_ref()).await;
            foreign.is_problem(404, "not-found");
        }
        world.sql("UPDATE api_keys SET scopes = 'billing.sell' WHERE website_id = $1", &[&other.id]).await;
        world.get(FINDINGS, &other.test_key).await.is_problem(403, "insufficient-scope");
    }
}

/// Calls an operation of the operator.
async fn call(world: &TestApi, operation: &str, token: &str, body: Option<&Value>) -> HttpResponse {
    let (method, path) = operation.split_once(' ').unwrap();
    let authorization = format!("Bearer {token}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    let method: Method = method.parse().unwrap();
    world
        .send(method, path, &headers, body.map(ToString::to_string))
        .await
}

on_both_engines! {
    async fn operator_and_program_compare_all_connections(world: TestApi) {
        let seller = Seller::open(&world).await;
        sold(&world, &seller).await;
        world.sql("UPDATE checkout SET stripe_customer_id = 'cus_other'", &[]).await;
        let program = world.token_with("cli", &json!({"sub": "cli", "client_id": "cli", "sid": null, "scope": "ledger"}));
        let path = "/v1/operator/billing/reconcile";
        let book = format!("{}:test", seller.shop.id);
        for (token, body) in [
            (operator_token(&world), json!({})),
            (program.clone(), json!({"connection_id": seller.connection})),
            (program.clone(), json!({"book": book, "dry_run": true})),
        ] {
            let begun = call(&world, &format!("POST {path}"), &token, Some(&body)).await.json();
            assert_eq!(begun["items"].as_array().unwrap().len(), 1, "{begun}");
            let one = format!("GET {path}?run={}", text(&begun["items"][0]["id"]));
            let run = ended(async || call(&world, &one, &token, None).await).await;
            assert_eq!(counts(&run), (0, 1), "{run}");
            let page = call(&world, "GET /v1/operator/billing/findings?limit=1", &token, None).await.json();
            assert_eq!(page["items"][0]["connection_id"], seller.connection.as_str());
        }
        for (body, status, slug) in [
            (json!({"connection_id": "scn_none"}), 404, "not-found"),
            (json!({"book": format!("{}:live", seller.shop.id)}), 404, "not-found"),
            (json!({"book": "nothing"}), 400, "invalid-request"),
            (json!({"book": book, "connection_id": seller.connection}), 400, "invalid-request"),
        ] {
            call(&world, &format!("POST {path}"), &program, Some(&body)).await.is_problem(status, slug);
        }
        call(&world, &format!("GET {path}?run=rec_none"), &program, None).await.is_problem(404, "not-found");
        let wrong = call(&world, "GET /v1/operator/billing/findings?cursor=x", &program, None).await;
        wrong.is_problem(400, "invalid-request");
        let other = world.token_with("cli", &json!({"sub": "cli", "client_id": "cli", "sid": null, "scope": "idp.users"}));
        call(&world, &format!("GET {path}"), &other, None).await.is_problem(403, "insufficient-scope");
    }
}

on_both_engines! {
    // Invariant B11 of billing: no mark of a usable connection waits for longer than 15 minutes.
    async fn overdue_marks_and_findings_are_metrics(world: TestApi) {
        let seller = Seller::open(&world).await;
        sold(&world, &seller).await;
        world.sql("UPDATE checkout SET stripe_customer_id = 'cus_other'", &[]).await;
        compare(&world, &seller, &json!({})).await;
        let waiting = "INSERT INTO stripe_object (connection_id, kind, object_id, dirty, done, attempts, next_at, state, waiting_since, \
                created_at, updated_at) VALUES ($1, 'payment', 'pi_1', 1, 0, 0, 1800000000000000, 'waiting', 1800000000000000, 1, 1)";
        world.sql(waiting, &[&seller.connection]).await;
        let read = async |world: &TestApi| world.get("/metrics", "").await.body;
        assert!(read(&world).await.contains("api_reconcile_findings{kind=\"customer-mismatch\"} 1"));
        world.clock.set(foundation::Timestamp::from_seconds(1_800_000_900));
        assert!(read(&world).await.contains("api_stripe_objects_overdue 0"));
        world.clock.advance(Duration::from_secs(1));
        assert!(read(&world).await.contains("api_stripe_objects_overdue 1"));
    }
}
