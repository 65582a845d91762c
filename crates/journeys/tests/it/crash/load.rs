//! Clients that move credits of a few customers with all kinds of operations until they are stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use foundation::testing::SeededRng;
use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::journal::{Journal, SentRequest};
use super::shop::{Caller, SpendResponse};

/// Pause before a retry.
const PAUSE: Duration = Duration::from_millis(20);
/// Maximum number of retries: for minutes, because a machine may be busy.
const TRIES: usize = 6_000;
/// Customers that all clients share.
const CUSTOMERS: usize = 6;

/// Signal that stops all clients.
#[derive(Clone, Debug, Default)]
pub(crate) struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    pub(crate) fn now(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    fn is_now(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// One client, with the objects that it has created and may use.
pub(crate) struct LoadClient {
    name: String,
    /// The servers that it may use.
    callers: Vec<Caller>,
    rng: SeededRng,
    sent: usize,
    holds: Vec<String>,
    spends: Vec<String>,
    grants: Vec<String>,
}

impl LoadClient {
    pub(crate) fn new(name: String, callers: Vec<Caller>, seed: u64) -> Self {
        Self {
            name,
            callers,
            rng: SeededRng::new(seed),
            sent: 0,
            holds: Vec::new(),
            spends: Vec::new(),
            grants: Vec::new(),
        }
    }

    /// Sends requests until it is stopped. Lost requests, and those with a retry response, are completed later, by their keys.
    pub(crate) async fn run(mut self, journal: Journal, stop: StopSignal) -> Self {
        while !stop.is_now() {
            let sent = self.next(&journal);
            let index = journal.write(sent.clone());
            let caller = self.rng.below(self.callers.len());
            match sent.send(&self.callers[caller]).await {
                Ok(response) if response.is_final() => {
                    journal.acknowledge(index, &response);
                    self.remember(&response);
                }
                Ok(_) | Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
        self
    }

    /// Sends this many requests, each until it has a final response. Returns all responses.
    pub(crate) async fn insist(mut self, journal: Journal, requests: usize) -> Vec<SpendResponse> {
        let mut seen = Vec::new();
        for _ in 0..requests {
            let sent = self.next(&journal);
            let index = journal.write(sent.clone());
            let response = self.until_final(&sent, &mut seen).await;
            journal.acknowledge(index, &response);
            self.remember(&response);
        }
        seen
    }

    /// Sends a request to random servers until it has a final response.
    async fn until_final(
        &mut self,
        sent: &SentRequest,
        seen: &mut Vec<SpendResponse>,
    ) -> SpendResponse {
        for _ in 0..TRIES {
            let responses = self.ask(sent).await;
            seen.extend(responses.clone());
            let mut finals = responses.into_iter().filter(SpendResponse::is_final);
            if let Some(response) = finals.next() {
                let expected = (response.status, &response.body);
                assert!(finals.all(|other| expected == (other.status, &other.body)));
                return response;
            }
            tokio::time::sleep(PAUSE).await;
        }
        panic!("{sent:?} got no final response");
    }

    /// Sends a request to one of the servers, or sometimes to all of them at once, as a client after a timeout could.
    async fn ask(&mut self, sent: &SentRequest) -> Vec<SpendResponse> {
        let first = self.rng.below(self.callers.len());
        // A stopped batch may succeed the next time, so only single operations are certain to be duplicates.
        let is_in_doubt = sent.key.is_some() && self.rng.one_in(4);
        let requested = if is_in_doubt {
            self.callers.as_slice()
        } else {
            &self.callers[first..=first]
        };
        let responses = join_all(requested.iter().map(|caller| sent.send(caller))).await;
        responses.into_iter().map(Result::unwrap).collect()
    }

    fn remember(&mut self, response: &SpendResponse) {
        let body = response.json();
        let id_if = |what: &str, member: &str, value: &str| {
            let is_so = body[what][member] == value;
            body[what]["id"].as_str().filter(|_| is_so)
        };
        let hold = id_if("hold", "state", "open").map(ToOwned::to_owned);
        self.holds.extend(hold);
        for (kind, made) in [("spend", &mut self.spends), ("grant", &mut self.grants)] {
            made.extend(id_if("transaction", "kind", kind).map(ToOwned::to_owned));
        }
    }

    fn next(&mut self, journal: &Journal) -> SentRequest {
        let key = format!("{}{}-{}", journal.name, self.name, self.sent);
        self.sent += 1;
        let (path, body) = match self.rng.below(100) {
            0..=19 => self.grant("promo"),
            20..=54 => self.spend(),
            55..=69 => {
                // Some holds expire during a kill.
                let ttl = if self.rng.one_in(4) { 1 } else { 3600 };
                let body = self.body(&json!({"ttl_seconds": ttl}), 9);
                ("/v1/holds".to_owned(), body)
            }
            70..=79 => self.hold_operation(),
            80..=87 => self.spend_operation(),
            _ => return self.batch(&key),
        };
        SentRequest {
            path,
            key: Some(key),
            items: Vec::new(),
            body,
            response: None,
        }
    }

    fn customer(&mut self) -> Value {
        json!({"external_id": format!("c{}", self.rng.below(CUSTOMERS))})
    }

    fn body(&mut self, more: &Value, most: i64) -> Value {
        let mut body = json!({"customer": self.customer(), "amount": self.rng.between(1, most)});
        let members = more.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(members);
        body
    }

    fn grant(&mut self, kind: &str) -> (String, Value) {
        (
            "/v1/grants".to_owned(),
            self.body(&json!({"kind": kind}), 60),
        )
    }

    fn spend(&mut self) -> (String, Value) {
        ("/v1/spends".to_owned(), self.body(&json!({}), 9))
    }

    fn hold_operation(&mut self) -> (String, Value) {
        let Some(hold) = self.holds.pop() else {
            return self.spend();
        };
        let (what, body) = match self.rng.below(6) {
            0 | 1 => ("void", json!({})),
            2 => ("extend", json!({"ttl_seconds": 7200})),
            3 => ("capture", json!({"amount": 1, "final": false})),
            _ => ("capture", json!({})),
        };
        (format!("/v1/holds/{hold}/{what}"), body)
    }

    fn spend_operation(&mut self) -> (String, Value) {
        if self.rng.one_in(4)
            && let Some(grant) = self.grants.pop()
        {
            return (format!("/v1/grants/{grant}/void"), json!({}));
        }
        let Some(spend) = self.spends.pop() else {
            return self.grant("purchase");
        };
        let body = if self.rng.one_in(3) {
            json!({"amount": 1})
        } else {
            json!({})
        };
        (format!("/v1/transactions/{spend}/reverse"), body)
    }

    /// Returns a batch over several customers, in any order.
    fn batch(&mut self, key: &str) -> SentRequest {
        let items: Vec<String> = (0..self.rng.below(4) + 2)
            .map(|index| format!("{key}.{index}"))
            .collect();
        let spends: Vec<Value> = items
            .iter()
            .map(|key| json!({"idempotency_key": key, "spend": self.body(&json!({}), 5)}))
            .collect();
        let body = json!({"atomic": !self.rng.one_in(3), "items": spends});
        SentRequest {
            path: "/v1/spends:batch".to_owned(),
            key: None,
            items,
            body,
            response: None,
        }
    }
}

/// Sends a request until it has a final response.
pub(crate) async fn with_retries(caller: &Caller, sent: &SentRequest) -> SpendResponse {
    let mut last = None;
    for _ in 0..TRIES {
        match sent.send(caller).await {
            Ok(response) if response.is_final() => return response,
            other => last = Some(other),
        }
        tokio::time::sleep(PAUSE).await;
    }
    panic!("{sent:?} has no final response: {last:?}");
}

/// Runs all futures concurrently and waits for them.
pub(crate) async fn crowd<T: Send + 'static>(
    work: impl Iterator<Item = impl Future<Output = T> + Send + 'static>,
) -> Vec<T> {
    let mut running = JoinSet::new();
    for one in work {
        running.spawn(one);
    }
    running.join_all().await
}
