//! Tests usage during spends, captures and reversals over several days: it equals the test's own count after each step.

use std::collections::BTreeMap;
use std::time::Duration;

use product_api::usage;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::features::{priced, units};
use crate::harness::{TestApi, on_both_engines};
use crate::usage::{ExpectedUsage, usage_at, waiting};

/// A deterministic generator of pseudorandom numbers.
struct PseudoRandom(u64);

impl PseudoRandom {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

/// A website that a test uses, and the test's own count of the usage.
struct UsageScenario {
    shop: Shop,
    rng: PseudoRandom,
    counted: BTreeMap<&'static str, ExpectedUsage>,
    /// Spends that can be reversed: the transaction, its customer, its feature, the amount left.
    spends: Vec<(String, &'static str, Option<String>, i64)>,
    steps: u32,
}

const PEOPLE: [&str; 2] = ["ada", "bob"];

impl UsageScenario {
    async fn open(world: &TestApi, seed: u64) -> Self {
        let shop = Shop::open(world, "usr_1", "Pictures").await;
        priced(world, &shop.key, "image", 3, 1).await;
        priced(world, &shop.key, "text", 1, 1000).await;
        for who in PEOPLE {
            grant(world, &shop, &format!("g-{who}"), who, 1_000_000).await;
        }
        Self {
            shop,
            rng: PseudoRandom(seed),
            counted: PEOPLE.map(|who| (who, ExpectedUsage::new())).into(),
            spends: Vec::new(),
            steps: 0,
        }
    }

    fn count(&mut self, world: &TestApi, who: &'static str, feature: Option<&str>, add: [i64; 4]) {
        let key = (world.clock.now().day(), feature.map(ToOwned::to_owned));
        let known = self.counted.get_mut(who).unwrap().entry(key).or_default();
        for (known, add) in known.iter_mut().zip(add) {
            *known += add;
        }
    }

    /// Posts under a new key and returns the transaction's id.
    async fn post(&mut self, world: &TestApi, path: &str, body: Value) -> Value {
        self.steps += 1;
        let key = format!("step-{}", self.steps);
        let response = post(world, path, &self.shop.key, &key, body).await;
        assert_eq!(response.status, 200, "{response:?}");
        response.json()
    }

    async fn step(&mut self, world: &TestApi) {
        let who = PEOPLE[usize::try_from(self.rng.below(2)).unwrap()];
        let customer = json!({ "external_id": who });
        let amount = i64::try_from(self.rng.below(50) + 1).unwrap();
        match self.rng.below(9) {
            0..=2 => {
                let body = json!({"customer": customer, "amount": amount});
                let found = self.post(world, "/v1/spends", body).await;
                self.spent(world, (who, None), (amount, 0), &found);
            }
            3 | 4 => {
                let mut body = units(amount, "image");
                body["customer"] = customer;
                let found = self.post(world, "/v1/spends", body).await;
                self.spent(world, (who, Some("image")), (amount * 3, amount), &found);
            }
            5 => {
                let body = json!({"customer": customer, "amount": amount, "feature": "text"});
                let held = self.post(world, "/v1/holds", body).await;
                let path = format!("/v1/holds/{}/capture", held["hold"]["id"].as_str().unwrap());
                let found = self.post(world, &path, json!({"amount": amount})).await;
                self.spent(world, (who, Some("text")), (amount, 0), &found);
            }
            6 => self.reverse(world).await,
            7 => world.clock.advance(Duration::from_hours(7)),
            _ => {
                usage::once(&world.app).await.unwrap();
            }
        }
    }

    fn spent(
        &mut self,
        world: &TestApi,
        (who, feature): (&'static str, Option<&str>),
        (amount, quantity): (i64, i64),
        found: &Value,
    ) {
        assert_eq!(found["transaction"]["amount"], -amount);
        self.count(world, who, feature, [amount, 0, 1, quantity]);
        let id = found["transaction"]["id"].as_str().unwrap().to_owned();
        let feature = feature.map(ToOwned::to_owned);
        self.spends.push((id, who, feature, amount));
    }

    async fn reverse(&mut self, world: &TestApi) {
        if self.spends.is_empty() {
            return;
        }
        let index =
            usize::try_from(self.rng.below(u64::try_from(self.spends.len()).unwrap())).unwrap();
        let (id, who, feature, left) = self.spends.remove(index);
        let part = 1 + i64::try_from(self.rng.below(u64::try_from(left).unwrap())).unwrap();
        let path = format!("/v1/transactions/{id}/reverse");
        self.post(world, &path, json!({"amount": part})).await;
        self.count(world, who, feature.as_deref(), [0, part, 0, 0]);
        if left > part {
            self.spends.push((id, who, feature, left - part));
        }
    }

    /// Asserts that each query returns the counted usage.
    async fn assert_usage(&self, world: &TestApi, what: &str) {
        let mut all = ExpectedUsage::new();
        for (who, counted) in &self.counted {
            add_all(&mut all, counted);
            let id = customer_id(world, who).await;
            let path = format!("/v1/usage?by=day,feature&customer={id}");
            assert_eq!(
                usage_at(world, &self.shop.key, &path).await,
                *counted,
                "{what}: {who}"
            );
        }
        for (by, fold) in [
            ("day,feature", (true, true)),
            ("day", (true, false)),
            ("feature", (false, true)),
        ] {
            let path = format!("/v1/usage?by={by}");
            let found = usage_at(world, &self.shop.key, &path).await;
            assert_eq!(found, folded(&all, fold), "{what}: by {by}");
        }
    }
}

fn add_all(all: &mut ExpectedUsage, some: &ExpectedUsage) {
    for (key, sums) in some {
        let known = all.entry(key.clone()).or_default();
        for (known, sum) in known.iter_mut().zip(sums) {
            *known += sum;
        }
    }
}

fn folded(all: &ExpectedUsage, (day, feature): (bool, bool)) -> ExpectedUsage {
    let mut folded = ExpectedUsage::new();
    for ((on, what), sums) in all {
        let on = if day { on.clone() } else { String::new() };
        let what = what.clone().filter(|_| feature);
        add_all(&mut folded, &ExpectedUsage::from([((on, what), *sums)]));
    }
    folded
}

async fn customer_id(world: &TestApi, who: &str) -> String {
    let statement = match who {
        "ada" => "SELECT id FROM customers WHERE external_id = 'ada' AND mode = 'live'",
        _ => "SELECT id FROM customers WHERE external_id = 'bob' AND mode = 'live'",
    };
    world.text(statement).await
}

on_both_engines! {
    async fn usage_includes_each_operation_once_at_any_roll_up(world: TestApi) {
        let mut story = UsageScenario::open(&world, 0x5EED).await;
        for n in 0..60 {
            story.step(&world).await;
            if n % 6 == 5 {
                story.assert_usage(&world, &format!("step {n}")).await;
            }
        }
        story.assert_usage(&world, "before it is rolled up").await;
        usage::once(&world.app).await.unwrap();
        assert_eq!(waiting(&world).await, 0);
        story.assert_usage(&world, "rolled up").await;
        assert_eq!(usage::once(&world.app).await.unwrap(), 0);
        story.assert_usage(&world, "looked at again").await;
    }
}
