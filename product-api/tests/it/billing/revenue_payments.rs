//! Tests the payments for bookkeeping, as pages and as files, and the revenue of all websites.

use std::collections::BTreeSet;
use std::time::Duration;

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::disputing::{dispute, step};
use super::refunding::{Bought, deliver};
use super::revenue_sums::file;
use super::sales::{Seller, pay, text};
use super::stripe::{ACCOUNT, with_deliveries};
use crate::harness::{TestApi, on_both_engines};
use crate::operator::operator_token;

const PATH: &str = "/v1/revenue/payments";

/// Returns the payments of a website, in pages of one.
async fn payments(world: &TestApi, key: &str) -> Vec<Value> {
    let (mut lines, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = world.get(&format!("{PATH}?limit=1{cursor}"), key).await;
        assert_eq!(page.status, 200, "{page:?}");
        let page = page.json();
        lines.extend(page["items"].as_array().unwrap().clone());
        let Some(next) = page["next_cursor"].as_str() else {
            return lines;
        };
        cursor = format!("&cursor={next}");
    }
}

/// Returns gross, refunds, disputes, the fee and the net amount of a payment.
fn money(line: &Value) -> [i64; 5] {
    [
        "gross_minor",
        "refunded_minor",
        "disputed_minor",
        "fee_minor",
        "net_minor",
    ]
    .map(|name| line[name].as_i64().unwrap())
}

/// Checks that the payments of the only period add up to its sums.
async fn assert_agree(world: &TestApi, key: &str) {
    let lines = payments(world, key).await;
    let revenue = world.get("/v1/revenue", key).await.json();
    let items = revenue["items"].as_array().unwrap();
    assert!(!items.is_empty(), "{revenue}");
    for item in items {
        for (member, column, currency) in [
            ("payments_minor", "gross_minor", "currency"),
            ("refunds_minor", "refunded_minor", "currency"),
            ("disputes_minor", "disputed_minor", "currency"),
            ("fees_minor", "fee_minor", "balance_currency"),
            ("balance_minor", "net_minor", "balance_currency"),
        ] {
            let own = lines
                .iter()
                .filter(|line| line[currency] == item["currency"]);
            let sum: i64 = own.map(|line| line[column].as_i64().unwrap()).sum();
            assert_eq!(item[member], sum, "{member} of {item}");
        }
    }
}

on_both_engines! {
    async fn payments_are_exported_with_what_became_of_them(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let bought = Bought::new(&world, "pays").await;
        let key = bought.seller.test_key();
        world.clock.advance(Duration::from_hours(24));
        let second = bought.seller.started(&world, &json!({"currency": "usd"})).await;
        pay(&world, &second, "pays");
        assert_eq!(bought.seller.synced(&world, &second).await["state"], "completed");
        let lines = payments(&world, key).await;
        let [first, other] = lines.as_slice() else { panic!("{lines:?}") };
        // Stripe keeps 1.5 % and 25 cents.
        assert_eq!(first, &json!({
            "date": "2027-01-15", "booked_at": "2027-01-15T08:00:00.000Z", "payment_id": bought.payment, "source": "checkout",
            "source_id": bought.checkout["id"], "customer_id": bought.checkout["customer_id"], "currency": "eur",
            "gross_minor": 1_000, "gross": "10.00", "discount_minor": 0, "discount": "0.00", "tax_minor": 0, "tax": "0.00",
            "refunded_minor": 0, "refunded": "0.00", "disputed_minor": 0, "disputed": "0.00", "balance_currency": "eur",
            "fee_minor": 40, "fee": "0.40", "net_minor": 960, "net": "9.60",
            "stripe_payment_intent": first["stripe_payment_intent"], "stripe_invoice": null,
        }));
        assert!(text(&first["stripe_payment_intent"]).starts_with("pi_"));
        assert_eq!((&other["date"], &other["currency"], &other["gross"]), (&json!("2027-01-16"), &json!("usd"), &json!("11.00")));
        for (query, count) in [("?from=2027-01-16", 1), ("?to=2027-01-15", 1), ("?to=2027-01-14", 0), ("", 2)] {
            let page = world.get(&format!("{PATH}{query}"), key).await.json();
            assert_eq!(page["items"].as_array().unwrap().len(), count, "{query}");
        }
        let odd = world.get(&format!("{PATH}?from=yesterday"), key).await;
        assert_eq!(odd.is_problem(400, "invalid-request")["errors"][0]["parameter"], "from");
        let live = world.get(PATH, &bought.seller.shop.key).await.json();
        assert_eq!(live, json!({"items": [], "next_cursor": null}), "live and test have separate payments");

        let id = dispute(&world, &bought, &json!({"amount": 400})).await;
        let open = money(&payments(&world, key).await[0]);
        assert_eq!(open[..3], [1_000, 0, 400]);
        assert_eq!(open[4], 600 - open[3], "the fee of the dispute counts: {open:?}");
        assert!(open[3] > 40, "{open:?}");
        step(&world, &id, "win").await;
        assert_eq!(money(&payments(&world, key).await[0])[..3], [1_000, 0, 0]);
        let refunded = bought.refund(&world, "r", &json!({"what": "full"})).await;
        assert_eq!(refunded.status, 200, "{refunded:?}");
        deliver(&world).await;
        let ended = money(&payments(&world, key).await[0]);
        assert_eq!((&ended[..3], ended[4]), (&[1_000, 1_000, 0][..], -ended[3]), "{ended:?}");
        assert_agree(&world, key).await;
    }
}

on_both_engines! {
    async fn converted_payment_has_its_net_amount_in_the_currency_of_the_balance(world: TestApi) {
        let seller = Seller::open(&world).await;
        // The balance is in dollars: a euro is 1.10 dollars.
        let rates = json!({"account": ACCOUNT, "default_currency": "usd", "exchange_rates": {"eur": 1_100_000}});
        world.stripe.control("set_account", &rates).unwrap();
        let checkout = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        assert_eq!(seller.synced(&world, &checkout).await["state"], "completed");
        let lines = payments(&world, seller.test_key()).await;
        let line = &lines[0];
        assert_eq!((&line["currency"], &line["gross_minor"], &line["balance_currency"]), (&json!("eur"), &json!(1_000), &json!("usd")));
        let [.., fee, net] = money(line);
        assert_eq!(fee + net, 1_100, "{line}");
        assert!(fee > 0, "{line}");
        assert_agree(&world, seller.test_key()).await;
    }
}

/// More payments of one instant than two batches of a file.
const MANY_PAYMENTS: &str = "\
    INSERT INTO payment (id, book_id, owner_kind, owner_id, connection_id, source, source_id, currency, amount_minor, tax_minor, \
        discount_minor, granted, state, paid_at, created_at, updated_at) \
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100) \
    SELECT 'pmt_' || i, (SELECT MAX(p.book_id) FROM payment p), 'customer', 'cus_1', 'scn_1', 'checkout', 'chk_' || i, 'eur', i, 0, \
        0, 0, 'paid', 1, 1, 1 FROM n";

const MANY_TRANSACTIONS: &str = "\
    INSERT INTO money_txn (id, book_id, key, kind, payment_id, booked_at, created_at) \
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100) \
    SELECT i, (SELECT MAX(p.book_id) FROM payment p), 'pay:pmt_' || i, 'payment', 'pmt_' || i, 1800000000000001, 1 FROM n";

const MANY_ENTRIES: &str = "\
    INSERT INTO money_entry (txn_id, leg, account, currency, amount) \
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100) \
    SELECT i, 1, 'stripe', 'eur', i FROM n UNION ALL SELECT i, 2, 'deferred', 'eur', -i FROM n";

on_both_engines! {
    async fn all_payments_of_a_period_are_a_file(world: TestApi) {
        let bought = Bought::new(&world, "pays").await;
        for statement in [MANY_PAYMENTS, MANY_TRANSACTIONS, MANY_ENTRIES] {
            world.sql(statement, &[]).await;
        }
        let key = bought.seller.test_key();
        let csv = file(&world, PATH, key, "text/csv").await;
        assert_eq!((csv.status, csv.header("content-type")), (200, "text/csv; charset=utf-8"));
        assert!(csv.header("content-disposition").contains("payments.csv"));
        let lines: Vec<&str> = csv.body.lines().collect();
        assert_eq!(lines.len(), 1_102);
        assert!(lines[0].starts_with("date,booked_at,payment_id,source,source_id,customer_id,currency,gross_minor,gross,discount_minor,"));
        let checkout = text(&bought.checkout["id"]);
        let first = format!("2027-01-15,2027-01-15T08:00:00.000Z,{},checkout,{checkout},cus_", bought.payment);
        assert!(lines[1].starts_with(&first), "{}", lines[1]);
        assert!(lines[1].contains(",eur,1000,10.00,0,0.00,0,0.00,0,0.00,0,0.00,eur,40,0.40,960,9.60,pi_"), "{}", lines[1]);
        let json_lines = file(&world, PATH, key, "application/jsonl").await;
        let (mut ids, mut net) = (BTreeSet::new(), 0);
        for line in json_lines.body.lines() {
            let payment: Value = serde_json::from_str(line).unwrap();
            net += payment["net_minor"].as_i64().unwrap();
            ids.insert(text(&payment["payment_id"]));
        }
        assert_eq!((ids.len(), net), (1_101, 960 + 605_550), "none is missing, and none is there twice");
        let none = file(&world, &format!("{PATH}?to=2027-01-14"), key, "application/jsonl").await;
        assert_eq!((none.status, none.body.as_str()), (200, ""));
        let long = file(&world, &format!("{PATH}?from=2025-01-01"), key, "text/csv").await;
        long.is_problem(400, "invalid-request");
    }
}

on_both_engines! {
    async fn operator_reads_the_revenue_of_all_websites(world: TestApi) {
        let bought = Bought::new(&world, "pays").await;
        let path = "/v1/operator/revenue";
        let operator = operator_token(&world);
        let own = world.get("/v1/revenue?by=day", bought.seller.test_key()).await.json();
        let all = world.get(&format!("{path}?mode=test&by=day"), &operator).await.json();
        assert_eq!(all, own, "only one website sells");
        assert_eq!(all["items"][0]["payments_minor"], 1_000);
        for statement in [
            "INSERT INTO book (id, kind, website_id, mode, unit, scale, created_at) VALUES (1, 'website', 'web_other', 'test', 'credit', 2, 0)",
            "INSERT INTO money_txn (id, book_id, key, kind, booked_at, created_at) VALUES (1, 1, 'pay:other', 'payment', 1800000000000001, 1)",
            "INSERT INTO money_entry (txn_id, leg, account, currency, amount) \
             VALUES (1, 1, 'stripe', 'eur', 500), (1, 2, 'deferred', 'eur', -500)",
        ] {
            world.sql(statement, &[]).await;
        }
        let program = world.token_with("cli", &json!({"sub": "cli", "client_id": "cli", "sid": null, "scope": "ledger"}));
        let both = world.get(&format!("{path}?mode=test"), &program).await.json();
        assert_eq!((&both["items"][0]["period"], &both["items"][0]["payments_minor"]), (&json!("2027-01"), &json!(1_500)));
        assert_eq!(world.get("/v1/revenue?by=day", bought.seller.test_key()).await.json(), own);
        assert_eq!(world.get(path, &operator).await.json()["items"], json!([]), "live is apart");
        for credential in [world.token("usr_1"), bought.seller.test_key().to_owned()] {
            world.get(path, &credential).await.is_problem(403, "insufficient-scope");
        }
        let odd = world.get(&format!("{path}?to=2027-02-30"), &operator).await;
        assert_eq!(odd.is_problem(400, "invalid-request")["errors"][0]["parameter"], "to");
    }
}
