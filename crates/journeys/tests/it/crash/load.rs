//! Clients that move credits of a few customers, all kinds of operations mixed, until they are told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use foundation::testing::Dice;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::journal::{Journal, Sent};
use super::shop::{Answer, Caller};

/// How long whoever is told to come again, or finds nobody, waits.
const PAUSE: Duration = Duration::from_millis(20);
/// Customers that all clients share.
const CUSTOMERS: usize = 6;

/// What is told to all clients.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn now(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    fn is_now(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// One client: what it has made and may use.
pub(crate) struct Client {
    pub(crate) name: String,
    pub(crate) callers: Vec<Caller>,
    pub(crate) journal: Journal,
    pub(crate) dice: Dice,
    /// How many requests it makes when it insists on answers.
    pub(crate) most: usize,
    sent: usize,
    holds: Vec<String>,
    spends: Vec<String>,
}

impl Client {
    pub(crate) fn new(name: String, callers: Vec<Caller>, journal: &Journal, seed: u64) -> Self {
        Self {
            name,
            callers,
            journal: journal.clone(),
            dice: Dice::of(seed),
            most: 0,
            sent: 0,
            holds: Vec::new(),
            spends: Vec::new(),
        }
    }

    /// Sends until it is told to stop. What is lost or told to come again is settled later, by its key.
    pub(crate) async fn run(mut self, stop: Stop) {
        while !stop.is_now() {
            let sent = self.next();
            let place = self.journal.write(sent.clone());
            let caller = self.dice.below(self.callers.len());
            match sent.send(&self.callers[caller]).await {
                Ok(answer) if answer.is_final() => {
                    self.journal.acknowledge(place, &answer);
                    self.remember(&answer);
                }
                Ok(_) | Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Sends so many requests, each until it has an answer; every answer that was seen on the way.
    pub(crate) async fn insist(mut self) -> Vec<Answer> {
        let mut seen = Vec::new();
        while self.sent < self.most {
            let sent = self.next();
            let place = self.journal.write(sent.clone());
            let answer = self.until_final(&sent, &mut seen).await;
            self.journal.acknowledge(place, &answer);
            self.remember(&answer);
        }
        seen
    }

    /// Sends a request to one caller after the other until it has an answer that stays.
    async fn until_final(&mut self, sent: &Sent, seen: &mut Vec<Answer>) -> Answer {
        loop {
            let caller = self.dice.below(self.callers.len());
            let answer = sent.send(&self.callers[caller]).await.unwrap();
            seen.push(answer.clone());
            if answer.is_final() {
                return answer;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn remember(&mut self, answer: &Answer) {
        let told = answer.json();
        if let (Some(id), "open") = (
            told["hold"]["id"].as_str(),
            told["hold"]["state"].as_str().unwrap_or_default(),
        ) {
            self.holds.push(id.to_owned());
        }
        if let (Some(id), "spend") = (
            told["transaction"]["id"].as_str(),
            told["transaction"]["kind"].as_str().unwrap_or_default(),
        ) {
            self.spends.push(id.to_owned());
        }
    }

    fn next(&mut self) -> Sent {
        let key = format!("{}-{}", self.name, self.sent);
        self.sent += 1;
        let (path, body) = match self.dice.below(100) {
            0..=19 => (
                "/v1/grants".to_owned(),
                self.body(&json!({"kind": "promo"}), 60),
            ),
            20..=54 => ("/v1/spends".to_owned(), self.body(&json!({}), 9)),
            55..=69 => (
                "/v1/holds".to_owned(),
                self.body(&json!({"ttl_seconds": 3600}), 9),
            ),
            70..=79 => self.of_hold(),
            80..=87 => self.of_spend(),
            _ => return self.batch(&key),
        };
        Sent {
            path,
            key: Some(key),
            items: Vec::new(),
            body,
            answer: None,
        }
    }

    fn customer(&mut self) -> Value {
        json!({"external_id": format!("c{}", self.dice.below(CUSTOMERS))})
    }

    fn body(&mut self, more: &Value, most: i64) -> Value {
        let mut body = json!({"customer": self.customer(), "amount": self.dice.between(1, most)});
        let members = more.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(members);
        body
    }

    fn of_hold(&mut self) -> (String, Value) {
        let Some(hold) = self.holds.pop() else {
            return ("/v1/spends".to_owned(), self.body(&json!({}), 9));
        };
        if self.dice.one_in(3) {
            return (format!("/v1/holds/{hold}/void"), json!({}));
        }
        (format!("/v1/holds/{hold}/capture"), json!({}))
    }

    fn of_spend(&mut self) -> (String, Value) {
        let Some(spend) = self.spends.pop() else {
            return (
                "/v1/grants".to_owned(),
                self.body(&json!({"kind": "purchase"}), 60),
            );
        };
        (format!("/v1/transactions/{spend}/reverse"), json!({}))
    }

    /// A batch over several customers, in any order.
    fn batch(&mut self, key: &str) -> Sent {
        let items: Vec<String> = (0..self.dice.below(4) + 2)
            .map(|place| format!("{key}.{place}"))
            .collect();
        let spends: Vec<Value> = items
            .iter()
            .map(|key| json!({"idempotency_key": key, "spend": self.body(&json!({}), 5)}))
            .collect();
        let body = json!({"atomic": !self.dice.one_in(3), "items": spends});
        Sent {
            path: "/v1/spends:batch".to_owned(),
            key: None,
            items,
            body,
            answer: None,
        }
    }
}

/// Runs everything at once and waits for all.
pub(crate) async fn crowd<T: Send + 'static>(
    work: impl Iterator<Item = impl Future<Output = T> + Send + 'static>,
) -> Vec<T> {
    let mut running = JoinSet::new();
    for one in work {
        running.spawn(one);
    }
    running.join_all().await
}
