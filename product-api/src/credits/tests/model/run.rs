//! Ten thousand histories on each engine, divided among eight tests.

use std::collections::BTreeMap;
use std::sync::Arc;

use foundation::Timestamp;
use foundation::env::Environment;
use foundation::testing::SeededRng;

use super::history::{DAY, SECOND, STEPS, history, instants};
use super::prices::Prices;
use super::rows::{Rows, change_prices, compare, price_list};
use super::sending::{Replies, Sender};
use super::shrink::shrunken;
use super::track::Track;
use crate::credits::settle_due;
use crate::credits::tests::test_ledger::{TestLedger, on_both_engines};

/// Number of histories of a normal run, on each engine.
const HISTORIES: usize = 10_000;
/// Number of tests that share them.
const SHARES: usize = 4;
/// Number of histories that run concurrently.
const SIDE_BY_SIDE: usize = 500;
/// One of this many histories reads balances between two steps.
const LOOKS: usize = 16;

fn setting(name: &str) -> Option<u64> {
    Environment::from_process()
        .get(name)
        .map(|text| text.parse().expect("a whole number"))
}

/// Runs the histories of one share.
async fn share(world: TestLedger, share: usize) {
    let all =
        setting("TEST_HISTORIES").map_or(HISTORIES, |number| usize::try_from(number).unwrap());
    let seed = setting("TEST_SEED").unwrap_or(20_261_121);
    let mut rng = SeededRng::new(
        seed.wrapping_mul(31)
            .wrapping_add(u64::try_from(share).unwrap()),
    );
    price_list(&world).await;
    let (mut left, mut lost, mut crowd) = (all.div_ceil(SHARES), 0, 0);
    // Histories that could not be followed to their end do not count; the loop generates others instead.
    while left > 0 {
        // The first crowd is small, and all invariants are verified after it.
        let count = left.min(if crowd == 0 { 60 } else { SIDE_BY_SIDE });
        let report = format!(
            "TEST_SEED={seed}, share {share}, crowd {crowd}, on {:?}",
            world.app.database.engine()
        );
        let crowd_of = Crowd::gather(&world, (crowd, count), &mut rng).await;
        let not_followed = crowd_of.run(&report).await;
        lost += not_followed;
        assert!(
            lost * 2 < all.div_ceil(SHARES),
            "{lost} histories had to come again with their batches"
        );
        left -= count - not_followed;
        crowd += 1;
    }
    world.assert_sound(&world.findings().await);
}

/// Histories whose steps run at the same times.
struct Crowd {
    world: TestLedger,
    prefix: String,
    is_asked: bool,
    base: i64,
    instants: Vec<i64>,
    tracks: Vec<Track>,
    rng: SeededRng,
}

impl Crowd {
    async fn gather(
        world: &TestLedger,
        (number, count): (usize, usize),
        rng: &mut SeededRng,
    ) -> Self {
        let base = before_midnight(world.clock.now(), number);
        let mut rng = SeededRng::new(rng.throw());
        let instants = instants(&mut rng);
        let prices = prices(world, base, &instants).await;
        let prefix = format!("m{number}x");
        let track = |index: usize, rng: &mut SeededRng| {
            let sender = Sender {
                world: world.clone(),
                prefix: format!("{prefix}{index}"),
                base,
            };
            Track::new(sender, prices, history(rng, &instants))
        };
        let tracks = (0..count).map(|index| track(index, &mut rng)).collect();
        Self {
            world: world.clone(),
            prefix: prefix.clone(),
            is_asked: number == 0,
            base,
            instants,
            tracks,
            rng,
        }
    }

    /// Runs all steps, and returns the number of histories that could not be followed to their end.
    async fn run(mut self, report: &str) -> usize {
        let mut latest = i64::MIN;
        for step in 0..self.instants.len() {
            let now = self.base + self.instants[step];
            latest = latest.max(now);
            self.world.clock.set(Timestamp::from_micros(now));
            self.take(step, now).await;
            self.look(step, now).await;
            self.assert_no_failure(report).await;
        }
        self.sweep(latest).await;
        let rows = Rows::read(&self.world, &self.prefix).await;
        for track in &mut self.tracks {
            compare(track, &rows);
        }
        self.assert_no_failure(report).await;
        if self.is_asked {
            self.world.assert_sound(&self.world.findings().await);
        }
        self.tracks.iter().filter(|track| track.is_lost).count()
    }

    /// Runs one step of all histories: a separate task sends every copy of every act, in any order.
    async fn take(&mut self, step: usize, now: i64) {
        let acts: Vec<_> = self.tracks.iter().map(|track| track.acts(step)).collect();
        let mut copies = Vec::new();
        for (index, track) in self.tracks.iter().enumerate() {
            let ids = Arc::new(track.ids.clone());
            for (number, act) in acts[index].iter().enumerate() {
                let copy = (
                    index,
                    number,
                    track.sender.clone(),
                    act.clone(),
                    Arc::clone(&ids),
                );
                copies.extend(std::iter::repeat_n(copy, act.times));
            }
        }
        for last in (1..copies.len()).rev() {
            copies.swap(last, self.rng.below(last + 1));
        }
        let mut running = tokio::task::JoinSet::new();
        for (index, number, sender, act, ids) in copies {
            running.spawn(async move { ((index, number), sender.send(&act, &ids).await) });
        }
        let mut replies: BTreeMap<(usize, usize), Vec<Replies>> = BTreeMap::new();
        for (whose, reply) in running.join_all().await {
            replies.entry(whose).or_default().push(reply);
        }
        for (index, track) in self.tracks.iter_mut().enumerate() {
            let of_track = |number| replies.remove(&(index, number)).unwrap_or_default();
            let of_track: Vec<_> = (0..acts[index].len()).map(of_track).collect();
            track.judge(&acts[index], &of_track, now);
        }
    }

    /// Some histories read balances: reads include due expiries that are not booked, and write nothing.
    async fn look(&mut self, step: usize, now: i64) {
        for (index, track) in self.tracks.iter_mut().enumerate() {
            let who = index % 2;
            let Some(id) = track.ids.customers[who]
                .clone()
                .filter(|_| (index + step).is_multiple_of(LOOKS))
            else {
                continue;
            };
            if track.is_over() {
                continue;
            }
            let seen = track.sender.read(&id).await;
            track.ledgers.retain(|ledger| ledger.read(who, now) == seen);
            if track.ledgers.is_empty() {
                track.trouble = Some(format!(
                    "nothing explains what was read after step {step}: {seen}"
                ));
            }
        }
    }

    /// The sweep settles due expiries of accounts without further requests.
    async fn sweep(&mut self, now: i64) {
        settle_due(&self.world.app).await.unwrap();
        for track in &mut self.tracks {
            for ledger in &mut track.ledgers {
                ledger.sweep(now);
            }
        }
    }

    /// Fails the test if a history has failed, and reports the shortest failing one.
    async fn assert_no_failure(&self, report: &str) {
        let Some(failed) = self.tracks.iter().find(|track| track.trouble.is_some()) else {
            return;
        };
        let shrunken = shrunken(&self.world, &failed.history, &self.instants).await;
        let all = self
            .tracks
            .iter()
            .filter(|track| track.trouble.is_some())
            .count();
        let trouble = failed.trouble.clone().unwrap_or_default();
        match shrunken {
            Some((history, failure)) => panic!(
                "{report}: {all} histories failed; one of them, alone and shrunken, at {:?}:\n{history:#?}\n{failure}",
                self.instants
            ),
            None => panic!(
                "{report}: {all} histories failed; one of them, which does not when it runs alone, at {:?}:\n{:#?}\n{trouble}",
                self.instants, failed.history
            ),
        }
    }
}

/// Returns the start of a crowd's histories: seconds before the end of a day, and of a month in every other crowd.
fn before_midnight(now: Timestamp, number: usize) -> i64 {
    let soon = now.micros() + 20 * SECOND;
    let midnight = if number.is_multiple_of(2) {
        Timestamp::from_month(Timestamp::from_micros(soon).month() + 1).micros()
    } else {
        (soon.div_euclid(DAY) + 1) * DAY
    };
    midnight - 8 * SECOND
}

/// Sets the prices of histories, which change between two of their steps.
pub(super) async fn prices(world: &TestLedger, base: i64, instants: &[i64]) -> Prices {
    change_prices(world, base - 5 * SECOND, base + instants[STEPS >> 1]).await
}

/// Defines the tests of the shares, each on both engines.
macro_rules! shares {
    ($($name:ident: $share:literal,)*) => {$(
        on_both_engines! {
            async fn $name(world: TestLedger) {
                share(world, $share).await;
            }
        }
    )*};
}

shares! {
    random_histories_match_the_model: 0,
    more_random_histories_are: 1,
    still_more_random_histories_are: 2,
    the_last_random_histories_are: 3,
}
