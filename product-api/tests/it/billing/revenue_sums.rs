//! Tests the sums of the money journal, what is still owed, and the files of the journal.

use std::collections::BTreeSet;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::refunding::Bought;
use super::revenue::after;
use super::sales::pay;
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::operator::operator_token;

const DAY: Duration = Duration::from_hours(24);

/// Returns the members of the only item that are not zero.
#[track_caller]
fn sums(revenue: &Value) -> Value {
    let items = revenue["items"].as_array().unwrap();
    assert_eq!(items.len(), 1, "{revenue}");
    let members = items[0].as_object().unwrap().iter();
    let moved = members.filter(|(_, value)| **value != json!(0));
    moved
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

async fn read(world: &TestApi, bought: &Bought, query: &str) -> Value {
    let response = world
        .get(&format!("/v1/revenue{query}"), bought.seller.test_key())
        .await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

on_both_engines! {
    async fn revenue_is_added_up_by_days_and_months(world: TestApi) {
        let bought = Bought::new(&world, "pays").await;
        // 30 of the 50 credits of the bonus, which costs 91 cents.
        bought.spend(&world, 30).await;
        after(&world, 1).await;
        // Stripe keeps 1.5 % and 25 cents.
        let expected = json!({"period": "2027-01-15", "currency": "eur", "payments_minor": 1_000, "fees_minor": 40,
            "balance_minor": 960, "deferred_minor": 946, "earned_minor": 54});
        let first = read(&world, &bought, "?by=day").await;
        assert_eq!((&first["from"], &first["to"]), (&json!("2026-01-16"), &json!("2027-01-16")));
        assert_eq!(sums(&first), expected);
        let refunded = bought.refund(&world, "r", &json!({"what": "full"})).await;
        assert_eq!(refunded.status, 200, "{refunded:?}");
        after(&world, 1).await;
        let second = read(&world, &bought, "?by=day&from=2027-01-16").await;
        let of_refund = sums(&second);
        assert_eq!((&of_refund["period"], &of_refund["refunds_minor"]), (&json!("2027-01-16"), &json!(1_000)));
        let number = |sums: &Value, name: &str| sums[name].as_i64().unwrap_or_default();
        let deferred = number(&of_refund, "deferred_minor");
        let earned = number(&of_refund, "earned_minor");
        assert_eq!(number(&of_refund, "used_refunds_minor") - deferred - earned, 1_000, "{of_refund}");
        let month = sums(&read(&world, &bought, "").await);
        assert_eq!((&month["period"], &month["payments_minor"], &month["refunds_minor"]), (&json!("2027-01"), &json!(1_000), &json!(1_000)));
        assert_eq!(number(&month, "balance_minor"), -40, "Stripe keeps its fee");
        assert_eq!(number(&month, "deferred_minor"), 0, "nothing is owed");
        let before = read(&world, &bought, "?to=2027-01-14").await;
        assert_eq!(before["items"], json!([]));
        let live = world.get("/v1/revenue", &bought.seller.shop.key).await.json();
        assert_eq!(live["items"], json!([]), "live and test have separate journals");
        for (query, parameter) in [("?from=2027-02-30", "from"), ("?from=2027-01-10&to=2027-01-09", "to"), ("?from=2025-01-01", "from")] {
            let odd = world.get(&format!("/v1/revenue{query}"), bought.seller.test_key()).await;
            assert_eq!(odd.is_problem(400, "invalid-request")["errors"][0]["parameter"], parameter, "{query}");
        }
    }
}

on_both_engines! {
    async fn liability_is_what_the_journal_owes_at_an_instant(world: TestApi) {
        let bought = Bought::new(&world, "pays").await;
        bought.spend(&world, 30).await;
        world.clock.advance(DAY * 20);
        let again = bought.seller.started(&world, &json!({})).await;
        pay(&world, &again, "pays");
        assert_eq!(bought.seller.synced(&world, &again).await["state"], "completed");
        after(&world, 1).await;
        let now = read(&world, &bought, "/liability").await;
        assert_eq!(now["items"], json!([{"currency": "eur", "deferred_minor": 1_946}]));
        assert_eq!(now["ages"], json!([
            {"month": "2027-01", "currency": "eur", "lots": 2, "credits": 520, "deferred_minor": 946},
            {"month": "2027-02", "currency": "eur", "lots": 2, "credits": 550, "deferred_minor": 1_000},
        ]));
        for (at, owed) in [
            ("2027-01-15T07:59:59Z", json!([])),
            ("2027-01-15T23:00:00Z", json!([{"currency": "eur", "deferred_minor": 1_000}])),
            ("2027-02-04T12:00:00Z", json!([{"currency": "eur", "deferred_minor": 2_000}])),
        ] {
            let then = read(&world, &bought, &format!("/liability?at={at}")).await;
            assert_eq!((&then["items"], &then["ages"]), (&owed, &Value::Null), "{at}");
        }
        for at in ["2027-03-01T00:00:00Z", "yesterday"] {
            let odd = world.get(&format!("/v1/revenue/liability?at={at}"), bought.seller.test_key()).await;
            assert_eq!(odd.is_problem(400, "invalid-request")["errors"][0]["parameter"], "at", "{at}");
        }
    }
}

pub(super) async fn file(
    world: &TestApi,
    path: &str,
    credential: &str,
    accept: &str,
) -> HttpResponse {
    let authorization = format!("Bearer {credential}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("accept", accept),
    ];
    world.send(Method::GET, path, &headers, None).await
}

on_both_engines! {
    async fn journal_is_a_file_for_its_owner_and_the_operator(world: TestApi) {
        let bought = Bought::new(&world, "pays").await;
        bought.spend(&world, 30).await;
        after(&world, 1).await;
        let key = bought.seller.test_key();
        let csv = file(&world, "/v1/revenue/journal", key, "text/csv").await;
        assert_eq!((csv.status, csv.header("content-type")), (200, "text/csv; charset=utf-8"));
        assert!(csv.header("content-disposition").contains("journal.csv"));
        let lines: Vec<&str> = csv.body.lines().collect();
        assert_eq!(lines.len(), 7, "{}", csv.body);
        assert!(lines[0].starts_with("date,booked_at,key,kind,account,currency,amount_minor,"));
        let first = format!("2027-01-15,2027-01-15T08:00:00.000Z,pay:{0},payment,stripe,eur,1000,10.00,{0},pi_", bought.payment);
        assert!(lines[1].starts_with(&first), "{}", lines[1]);
        assert!(lines[6].ends_with("earning,earned,eur,-54,-0.54,,,"), "{}", lines[6]);
        let site = format!("/v1/operator/websites/{}/journal?mode=test", bought.seller.shop.id);
        let program = world.token_with("cli", &json!({"sub": "cli", "client_id": "cli", "sid": null, "scope": "ledger"}));
        for credential in [operator_token(&world), program.clone()] {
            let same = file(&world, &site, &credential, "text/csv").await;
            assert_eq!(same.body, csv.body);
        }
        let page = world.get(&format!("{site}&limit=100"), &program).await.json();
        let json_lines = file(&world, &site, &program, "application/jsonl").await;
        assert_eq!(json_lines.header("content-type"), "application/jsonl");
        let entries: Vec<Value> = json_lines.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(Value::from(entries), page["items"]);
        let none = file(&world, "/v1/revenue/journal?to=2027-01-14", key, "application/jsonl").await;
        assert_eq!((none.status, none.body.as_str()), (200, ""));
        let long = file(&world, "/v1/revenue/journal?from=2025-01-01", key, "text/csv").await;
        long.is_problem(400, "invalid-request");
        file(&world, "/v1/operator/websites/web_none/journal", &program, "text/csv").await.is_problem(404, "not-found");
        let platform = file(&world, "/v1/operator/websites/platform/journal", &program, "text/csv").await;
        assert_eq!(platform.body.lines().count(), 1, "{}", platform.body);
        let other = world.token_with("cli", &json!({"sub": "cli", "client_id": "cli", "sid": null, "scope": "idp.users"}));
        file(&world, &site, &other, "text/csv").await.is_problem(403, "insufficient-scope");
    }
}

/// More fees than one batch of a file.
const MANY_TRANSACTIONS: &str = "\
    INSERT INTO money_txn (id, book_id, key, kind, booked_at, created_at) \
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100) \
    SELECT i, (SELECT MAX(p.book_id) FROM payment p), 'fee:' || i, 'fee', 1800000000000001, 1 FROM n";

const MANY_ENTRIES: &str = "\
    INSERT INTO money_entry (txn_id, leg, account, currency, amount) \
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100) \
    SELECT i, 1, 'fees', 'eur', i FROM n UNION ALL SELECT i, 2, 'stripe', 'eur', -i FROM n";

on_both_engines! {
    async fn long_journal_is_a_file_without_a_gap(world: TestApi) {
        let bought = Bought::new(&world, "pays").await;
        world.sql(MANY_TRANSACTIONS, &[]).await;
        world.sql(MANY_ENTRIES, &[]).await;
        let all = file(&world, "/v1/revenue/journal", bought.seller.test_key(), "application/jsonl").await;
        let mut sum = 0;
        let mut keys = BTreeSet::new();
        for line in all.body.lines() {
            let entry: Value = serde_json::from_str(line).unwrap();
            sum += entry["amount_minor"].as_i64().unwrap();
            keys.insert(format!("{} {}", entry["key"], entry["account"]));
        }
        assert_eq!((all.body.lines().count(), keys.len(), sum), (2_204, 2_204, 0));
    }
}

on_both_engines! {
    async fn status_names_backlog_findings_and_the_last_comparison(world: TestApi) {
        let bought = Bought::new(&world, "pays").await;
        let program = world.token_with("cli", &json!({"sub": "cli", "client_id": "cli", "sid": null, "scope": "ledger"}));
        let status = async || world.get("/v1/operator/billing/status?limit=1", &program).await.json()["items"][0].clone();
        let before = status().await;
        assert_eq!((&before["connection_id"], &before["state"], &before["circuit"], &before["last_run"]),
            (&json!(bought.seller.connection), &json!("active"), &json!("closed"), &Value::Null));
        assert_eq!((&before["dead"], &before["findings"]), (&json!(0), &json!(0)));
        world.sql("UPDATE checkout SET stripe_customer_id = 'cus_other'", &[]).await;
        super::reconciling::compare(&world, &bought.seller, &json!({})).await;
        let dead = "INSERT INTO stripe_object (connection_id, kind, object_id, dirty, done, attempts, state, created_at, updated_at) \
             VALUES ($1, 'session', 'cs_dead', 1, 0, 18, 'dead', 1, 1)";
        world.sql(dead, &[&bought.seller.connection]).await;
        let after = status().await;
        assert_eq!((&after["dead"], &after["findings"], &after["last_run"]["state"]), (&json!(1), &json!(1), &json!("ended")));
        let owner = world.token("usr_1");
        world.get("/v1/operator/billing/status", &owner).await.is_problem(403, "insufficient-scope");
    }
}
