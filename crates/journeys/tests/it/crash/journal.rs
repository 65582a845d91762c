//! What was sent, and what is known of it: written down before it leaves.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use super::shop::{Answer, Caller};

/// How long it may take on a busy machine until something is acknowledged.
const PATIENCE: Duration = Duration::from_mins(2);

/// One request.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) path: String,
    /// Its key; none for a batch.
    pub(crate) key: Option<String>,
    /// The keys of a batch.
    pub(crate) items: Vec<String>,
    pub(crate) body: Value,
    /// What it was answered, once that is known.
    pub(crate) answer: Option<Answer>,
}

impl Sent {
    /// Everything that is done once for it.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &String> {
        self.key.iter().chain(&self.items)
    }

    /// Whether its items are all done or none.
    pub(crate) fn is_bound(&self) -> bool {
        self.body["atomic"] == true
    }

    /// Sends it to one of the servers.
    pub(crate) async fn send(&self, caller: &Caller) -> Result<Answer, reqwest::Error> {
        caller
            .post(&self.path, self.key.as_deref(), &self.body)
            .await
    }

    /// The status that each of its keys was answered with, by what was acknowledged; none where a whole batch was
    /// stopped, of which nothing is kept.
    pub(crate) fn acknowledged(&self) -> Vec<(&String, Option<i64>)> {
        let Some(answer) = &self.answer else {
            return Vec::new();
        };
        if let Some(key) = &self.key {
            return vec![(key, Some(answer.status.into()))];
        }
        let results = answer.results();
        assert_eq!(results.len(), self.items.len(), "{self:?}");
        let is_stopped = self.is_bound() && results.iter().any(|result| result["status"] != 200);
        let kept = |result: &Value| result["status"].as_i64().filter(|_| !is_stopped);
        self.items.iter().zip(results.iter().map(kept)).collect()
    }

    /// The transactions that it was answered with.
    fn transactions(&self) -> Vec<Value> {
        let Some(answer) = &self.answer else {
            return Vec::new();
        };
        let told = match &self.key {
            Some(_) => vec![answer.json()],
            None => answer
                .results()
                .into_iter()
                .map(|mut result| result["answer"].take())
                .collect(),
        };
        told.into_iter()
            .map(|mut told| told["transaction"].take())
            .filter(Value::is_object)
            .collect()
    }
}

/// What the answers say that each customer's transactions come to, by our id of the customer.
pub(crate) fn sums(sent: &[Sent]) -> BTreeMap<String, i64> {
    let mut sums = BTreeMap::new();
    for transaction in sent.iter().flat_map(Sent::transactions) {
        let whose = transaction["customer_id"].as_str().unwrap().to_owned();
        *sums.entry(whose).or_default() += transaction["amount"].as_i64().unwrap();
    }
    sums
}

/// What is sent in one round.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    /// What all keys of the round begin with.
    pub(crate) name: String,
    sent: Arc<Mutex<Vec<Sent>>>,
    acknowledged: watch::Sender<usize>,
}

impl Journal {
    pub(crate) fn of(name: String) -> Self {
        Self {
            name,
            sent: Arc::default(),
            acknowledged: watch::Sender::new(0),
        }
    }

    /// Writes down what is about to be sent.
    pub(crate) fn write(&self, sent: Sent) -> usize {
        let mut all = self.sent.lock().unwrap();
        all.push(sent);
        all.len() - 1
    }

    /// Writes down what it was answered.
    pub(crate) fn acknowledge(&self, place: usize, answer: &Answer) {
        self.sent.lock().unwrap()[place].answer = Some(answer.clone());
        self.acknowledged.send_modify(|count| *count += 1);
    }

    /// Waits until so many were acknowledged; the longest pause between two of them on the way.
    pub(crate) async fn reaches(&self, count: usize) -> Duration {
        let mut acknowledged = self.acknowledged.subscribe();
        let (mut longest, mut since) = (Duration::ZERO, Instant::now());
        while *acknowledged.borrow_and_update() < count {
            let next = timeout(PATIENCE, acknowledged.changed()).await;
            assert!(matches!(next, Ok(Ok(()))), "nothing is acknowledged");
            longest = longest.max(since.elapsed());
            since = Instant::now();
        }
        longest
    }

    /// All that was sent.
    pub(crate) fn read(&self) -> Vec<Sent> {
        self.sent.lock().unwrap().clone()
    }
}
