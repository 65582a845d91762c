//! The model: random histories, each request sent one to three times and out of order, against the rules in memory.

use std::collections::BTreeMap;
use std::time::Duration;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::once::crowded;
use super::rules::{empty, grant, slip, spend};
use super::world::{START, World, body, on_both, status};
use crate::credits::keys::Keys;
use crate::credits::ledger::AccountState;
use crate::credits::lot::LotKind;
use crate::credits::operation::Operation;

const PEOPLE: [&str; 3] = ["ada", "bob", "cyd"];

/// One request: after so many seconds, person, spend or grant, amount, seconds until the grant expires.
#[derive(Clone, Debug)]
struct Request {
    key: usize,
    pause: u64,
    person: usize,
    is_spend: bool,
    amount: i64,
    until: Option<u64>,
}

fn histories(length: usize) -> impl Strategy<Value = Vec<Request>> {
    let one = (
        0_u64..5,
        0_usize..3,
        any::<bool>(),
        1_i64..40,
        prop::option::of(1_u64..60),
        1_usize..4,
    );
    prop::collection::vec(one, length).prop_flat_map(|rows| {
        let mut requests = Vec::new();
        for (key, (pause, person, is_spend, amount, until, times)) in rows.into_iter().enumerate() {
            let request = Request {
                key,
                pause,
                person,
                is_spend,
                amount,
                until,
            };
            requests.extend(std::iter::repeat_n(request, times));
        }
        // Repeats drift away from their first attempt, past others' requests.
        prop::collection::vec(0_usize..12, requests.len()).prop_map(move |drifts| {
            let mut placed: Vec<_> = drifts
                .iter()
                .zip(&requests)
                .enumerate()
                .map(|(place, (drift, request))| (place + drift, request.clone()))
                .collect();
            placed.sort_by_key(|(place, _)| *place);
            placed.into_iter().map(|(_, request)| request).collect()
        })
    })
}

fn a_history(length: usize) -> Vec<Request> {
    histories(length)
        .new_tree(&mut TestRunner::default())
        .unwrap()
        .current()
}

/// What the rules say, in memory: one state for each person, one answer for each key.
struct Model {
    keys: Keys,
    people: Vec<AccountState>,
    answers: BTreeMap<usize, (u16, i64)>,
}

impl Model {
    fn new() -> Self {
        Self {
            keys: Keys::of_writer(1).unwrap(),
            people: vec![empty(0); PEOPLE.len()],
            answers: BTreeMap::new(),
        }
    }

    /// The status and what is available (in a refusal too).
    fn answer(
        &mut self,
        request: &Request,
        now: foundation::Timestamp,
        until: Option<i64>,
    ) -> (u16, i64) {
        if let Some(answer) = self.answers.get(&request.key) {
            return *answer;
        }
        let state = &mut self.people[request.person];
        let operation: Operation = if request.is_spend {
            spend(request.amount)
        } else {
            grant(LotKind::Promo, request.amount, until)
        };
        let outcome = state.apply(&operation, slip("model"), now, &self.keys);
        let answer = (
            if outcome.is_ok() { 200 } else { 402 },
            state.account.available(),
        );
        self.answers.insert(request.key, answer);
        answer
    }
}

on_both! {
    async fn one_after_the_other_the_ledger_answers_like_its_model(world: World) {
        let mut model = Model::new();
        let mut untils: BTreeMap<usize, foundation::Timestamp> = BTreeMap::new();
        for request in a_history(120) {
            world.clock.advance(Duration::from_secs(request.pause));
            let until = request.until.map(|seconds| {
                *untils.entry(request.key).or_insert_with(|| world.after(seconds))
            });
            let expected = model.answer(&request, world.clock.now(), until.map(foundation::Timestamp::micros));
            let (key, person) = (format!("k{}", request.key), PEOPLE[request.person]);
            let outcome = if request.is_spend {
                world.spend(&key, person, request.amount).await
            } else {
                world.grant(&key, person, request.amount, until).await
            };
            let available = body(&outcome)["available"].as_i64().unwrap();
            assert_eq!((status(&outcome), available), expected, "{request:?}");
        }
        for (person, state) in PEOPLE.iter().zip(&mut model.people) {
            if state.account.txn_count > 0 {
                state.settle(world.clock.now(), &model.keys);
                assert_eq!(world.balance(person).await.available, state.account.available());
            }
        }
        world.assert_sound(&world.findings().await);
    }
}

on_both! {
    async fn all_at_once_each_key_has_one_answer_and_the_books_are_sound(world: World) {
        for person in PEOPLE {
            world.grant(&format!("start-{person}"), person, 60, Some(world.after(30))).await.unwrap();
        }
        let mut seen: BTreeMap<usize, String> = BTreeMap::new();
        for wave in a_history(90).chunks(40) {
            world.clock.advance(Duration::from_secs(3));
            let until = START.plus(Duration::from_hours(1));
            let crowd = wave.iter().cloned().map(|request| {
                let world = world.clone();
                async move {
                    let (key, person) = (format!("k{}", request.key), PEOPLE[request.person]);
                    let outcome = if request.is_spend {
                        world.spend(&key, person, request.amount).await
                    } else {
                        world.grant(&key, person, request.amount, request.until.map(|_| until)).await
                    };
                    (request.key, outcome)
                }
            });
            for (key, outcome) in crowded(crowd).await {
                let Ok(answer) = outcome else {
                    assert!([409, 503].contains(&status(&outcome)), "{outcome:?}");
                    continue;
                };
                let first = seen.entry(key).or_insert_with(|| answer.stored.body.clone());
                assert_eq!(*first, answer.stored.body);
            }
            world.assert_sound(&world.findings().await);
        }
        let executed = world.count("SELECT count(*) FROM txn WHERE op_key LIKE 'key:k%'").await;
        let refused = world.count("SELECT count(*) FROM api_operation WHERE result_id IS NULL").await;
        assert_eq!(executed + refused, i64::try_from(seen.len()).unwrap());
    }
}
