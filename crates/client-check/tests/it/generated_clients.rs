//! Example back ends, with clients that third-party generators create from `openapi/product-api.json`.

use std::str::FromStr;

use client_check::types::{
    CaptureRequest, CheckRequest, GrantRequest, HoldRequest, ListedTransaction, Problem,
    SpendBatchRequest, SpendRequest, Spent,
};
use client_check::{Client, Error, ResponseValue};
use reqwest::header::{AUTHORIZATION, HeaderMap};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::harness::{TestApi, on_both_engines};
use crate::typescript::{TypeScript, root};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn client_in_typescript_is_generated_compiled_and_used() {
    let contract = root().join("openapi/product-api.json");
    let program = root().join("crates/client-check/tests/back-end.ts");
    let building = tokio::task::spawn_blocking(move || {
        let back_end = TypeScript::generate(&contract.canonicalize().unwrap(), &program);
        back_end.compile();
        back_end
    });
    let world = TestApi::sqlite().await;
    let key = shop(&world).await;
    let back_end = building.await.unwrap();
    let base = world.url.clone();
    let running = move || back_end.start(&[&base, &key]);
    let said = tokio::task::spawn_blocking(running).await.unwrap();
    assert_eq!(said, "done\n");
}

on_both_engines! {
    async fn client_in_rust_is_generated_compiled_and_used(world: TestApi) {
        let api = client(&world.url, &shop(&world).await);
        let customer = grants(&api).await;
        checks(&api).await;
        spends(&api).await;
        holds(&api).await;
        batches(&api).await;
        let history = history(&api, &customer).await;
        let amounts: Vec<i64> = history.iter().map(|one| one.amount).collect();
        assert_eq!(amounts, [-2, -1, -15, -5, 100]);
    }
}

/// Registers a website and returns its API key.
async fn shop(world: &TestApi) -> String {
    let site = world.register("usr_1", "Pictures").await;
    site["api_key"]["key"].as_str().unwrap().to_owned()
}

fn client(base: &str, key: &str) -> Client {
    let mut headers = HeaderMap::new();
    headers.insert(AUTHORIZATION, format!("Bearer {key}").parse().unwrap());
    let client = reqwest::Client::builder().default_headers(headers).build();
    Client::new_with_client(base, client.unwrap())
}

/// Parses a request into the generated type, which must accept what the contract shows.
fn form<T: DeserializeOwned>(body: Value) -> T {
    serde_json::from_value(body).unwrap()
}

/// Parses an idempotency key into the type of an operation.
fn attempt<K: FromStr<Err: std::fmt::Debug>>(name: &str) -> K {
    name.parse().unwrap()
}

/// Returns the problem of a response.
#[track_caller]
fn problem<T: std::fmt::Debug>(answer: Result<ResponseValue<T>, Error<Problem>>) -> Problem {
    match answer.unwrap_err() {
        Error::ErrorResponse(problem) => problem.into_inner(),
        other => panic!("{other}"),
    }
}

async fn grants(api: &Client) -> String {
    let body: GrantRequest =
        form(json!({"customer": {"external_id": "ada"}, "amount": 100, "kind": "promo"}));
    let granted = api.grant_credits(&attempt("g"), None, None, &body).await;
    let granted = granted.unwrap().into_inner();
    assert_eq!(granted.transaction.amount, 100);
    granted.balance.customer_id.unwrap()
}

async fn checks(api: &Client) {
    let check = async |amount: i64| {
        let body: CheckRequest =
            form(json!({"customer": {"external_id": "ada"}, "amount": amount}));
        api.check(&body).await.unwrap().into_inner()
    };
    let yes = check(5).await;
    assert_eq!((yes.allowed, yes.cost, yes.available), (true, Some(5), 100));
    let no = check(500).await;
    assert_eq!(
        (no.allowed, no.reason.as_deref()),
        (false, Some("insufficient-credits"))
    );
}

async fn spends(api: &Client) {
    let body: SpendRequest = form(json!({"customer": {"external_id": "ada"}, "amount": 5}));
    let first = api.spend_credits(&attempt("job-1"), &body).await.unwrap();
    assert!(first.headers().get("idempotency-replayed").is_none());
    assert_eq!(
        first.lots.first().map(|lot| (lot.amount, lot.remaining)),
        Some((5, 95))
    );
    let again = api.spend_credits(&attempt("job-1"), &body).await.unwrap();
    assert_eq!(again.headers()["idempotency-replayed"], "true");
    let id = |spent: &Spent| spent.transaction.as_ref().map(|one| one.id.clone());
    assert_eq!(id(&again), id(&first));
    let much: SpendRequest = form(json!({"customer": {"external_id": "ada"}, "amount": 500}));
    let short = problem(api.spend_credits(&attempt("job-2"), &much).await);
    assert!(
        short.type_.ends_with("/problems/insufficient-credits"),
        "{}",
        short.type_
    );
    assert_eq!(
        (short.status, short.required, short.shortfall),
        (402, Some(500), Some(405))
    );
}

async fn holds(api: &Client) {
    let body: HoldRequest =
        form(json!({"customer": {"external_id": "ada"}, "amount": 20, "ttl_seconds": 60}));
    let hold = api
        .open_hold(&attempt("h"), &body)
        .await
        .unwrap()
        .into_inner()
        .hold;
    let part: CaptureRequest = form(json!({"amount": 15}));
    let captured = api.capture_hold(&hold.id, &attempt("c"), &part).await;
    let captured = captured.unwrap().into_inner();
    assert_eq!(
        (captured.hold.state.as_str(), captured.hold.released),
        ("captured", 5)
    );
    assert_eq!(captured.transaction.map(|one| one.amount), Some(-15));
}

async fn batches(api: &Client) {
    let item = |key: &str, amount: i64| json!({"idempotency_key": key, "spend": {"customer": {"external_id": "ada"}, "amount": amount}});
    let items = [item("b1", 1), item("b2", 1_000), item("b3", 2)];
    let body: SpendBatchRequest = form(json!({ "items": items }));
    let results = api
        .spend_credits_in_batch(&body)
        .await
        .unwrap()
        .into_inner()
        .results;
    let statuses: Vec<i32> = results.iter().map(|result| result.status).collect();
    assert_eq!(statuses, [200, 402, 200]);
    let refused = results[1].problem.as_ref().unwrap();
    assert_eq!(
        (refused.shortfall, results[1].retry_after),
        (Some(921), None)
    );
}

/// Returns every transaction, two per page.
async fn history(api: &Client, customer: &str) -> Vec<ListedTransaction> {
    let mut all = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let page =
            api.list_customer_transactions(customer, cursor.as_deref(), Some(2), None, None, None);
        let page = page.await.unwrap().into_inner();
        all.extend(page.items);
        cursor = page.next_cursor;
        if cursor.is_none() {
            return all;
        }
    }
}
