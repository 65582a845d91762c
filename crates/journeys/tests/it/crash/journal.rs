//! Journal of requests and their responses; a request is recorded before it is sent.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use super::shop::{Caller, SpendResponse};

/// Time limit for an acknowledgement on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(2);

/// One request.
#[derive(Clone, Debug)]
pub(crate) struct SentRequest {
    pub(crate) path: String,
    /// Its key; none for a batch.
    pub(crate) key: Option<String>,
    /// The keys of a batch.
    pub(crate) items: Vec<String>,
    pub(crate) body: Value,
    /// Its response, if it is known.
    pub(crate) response: Option<SpendResponse>,
}

impl SentRequest {
    /// Returns the keys of all operations in it.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &String> {
        self.key.iter().chain(&self.items)
    }

    /// Returns true if its items are done all or none.
    pub(crate) fn is_bound(&self) -> bool {
        self.body["atomic"] == true
    }

    /// Sends it to one of the servers.
    pub(crate) async fn send(&self, caller: &Caller) -> Result<SpendResponse, reqwest::Error> {
        caller
            .post(&self.path, self.key.as_deref(), &self.body)
            .await
    }

    /// Returns the acknowledged status of each of its keys; none for the items of a batch that was stopped, of which no
    /// response is stored.
    pub(crate) fn acknowledged(&self) -> Vec<(&String, Option<i64>)> {
        let Some(response) = &self.response else {
            return Vec::new();
        };
        if let Some(key) = &self.key {
            return vec![(key, Some(response.status.into()))];
        }
        let results = response.results();
        assert_eq!(results.len(), self.items.len(), "{self:?}");
        let is_stopped = self.is_bound() && results.iter().any(|result| result["status"] != 200);
        let stored = |result: &Value| result["status"].as_i64().filter(|_| !is_stopped);
        self.items.iter().zip(results.iter().map(stored)).collect()
    }

    /// Returns the transactions in its response.
    fn transactions(&self) -> Vec<Value> {
        let Some(response) = &self.response else {
            return Vec::new();
        };
        let bodies = match &self.key {
            Some(_) => vec![response.json()],
            None => response
                .results()
                .into_iter()
                .map(|mut result| result["answer"].take())
                .collect(),
        };
        bodies
            .into_iter()
            .map(|mut body| body["transaction"].take())
            .filter(Value::is_object)
            .collect()
    }
}

/// Returns the sum of each customer's transactions in the responses, by our id of the customer.
pub(crate) fn sums(sent: &[SentRequest]) -> BTreeMap<String, i64> {
    let mut sums = BTreeMap::new();
    for transaction in sent.iter().flat_map(SentRequest::transactions) {
        let whose = transaction["customer_id"].as_str().unwrap().to_owned();
        *sums.entry(whose).or_default() += transaction["amount"].as_i64().unwrap();
    }
    sums
}

/// Requests of one round.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    /// Prefix of all keys of the round.
    pub(crate) name: String,
    sent: Arc<Mutex<Vec<SentRequest>>>,
    acknowledged: watch::Sender<usize>,
}

impl Journal {
    pub(crate) fn new(name: String) -> Self {
        Self {
            name,
            sent: Arc::default(),
            acknowledged: watch::Sender::new(0),
        }
    }

    /// Records a request before it is sent.
    pub(crate) fn write(&self, sent: SentRequest) -> usize {
        let mut all = self.sent.lock().unwrap();
        all.push(sent);
        all.len() - 1
    }

    /// Records its response.
    pub(crate) fn acknowledge(&self, index: usize, response: &SpendResponse) {
        self.sent.lock().unwrap()[index].response = Some(response.clone());
        self.acknowledged.send_modify(|count| *count += 1);
    }

    /// Waits for this many acknowledgements. Returns the longest pause between two of them.
    pub(crate) async fn reaches(&self, count: usize) -> Duration {
        let mut acknowledged = self.acknowledged.subscribe();
        let (mut longest, mut since) = (Duration::ZERO, Instant::now());
        while *acknowledged.borrow_and_update() < count {
            let next = timeout(TIMEOUT, acknowledged.changed()).await;
            assert!(matches!(next, Ok(Ok(()))), "nothing is acknowledged");
            longest = longest.max(since.elapsed());
            since = Instant::now();
        }
        longest
    }

    /// Returns all requests.
    pub(crate) fn read(&self) -> Vec<SentRequest> {
        self.sent.lock().unwrap().clone()
    }
}
