//! The crash test: `kill -9` of the server and of PostgreSQL under load, at random moments after some progress.
//!
//! After each kill all invariants are checked: acknowledged operations were done once, others completely or not at all.
//! Then every request is sent again with its key, and acknowledged ones get their first response byte for byte.

use std::time::Duration;

use foundation::testing::{SeededRng, postgres_schema, sqlite_url};
use journeys::postgres::Postgres;
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::books::LedgerSnapshot;
use super::journal::{Journal, SentRequest};
use super::load::{LoadClient, StopSignal, crowd, with_retries};
use super::shop::{Caller, SpendResponse, TestWebsite};

/// Kills of each kind; two worlds share them.
const KILLS: usize = 50;
const CLIENTS: usize = 8;
/// Maximum number of acknowledgements before a kill.
const MAX_ACKNOWLEDGED: usize = 20;

/// The process that is killed.
enum Victim {
    Server,
    Database(Postgres),
}

struct KillTest {
    shop: TestWebsite,
    victim: Victim,
    rng: SeededRng,
    clients: Vec<LoadClient>,
}

impl KillTest {
    async fn new(url: &str, victim: Victim, seed: u64) -> Self {
        let shop = TestWebsite::open(url, 1).await;
        let mut rng = SeededRng::new(seed);
        let client =
            |index| LoadClient::new(format!("c{index}"), vec![shop.caller(0)], rng.throw());
        let clients = (0..CLIENTS).map(client).collect();
        Self {
            shop,
            victim,
            rng,
            clients,
        }
    }

    /// Runs this many kills. Returns the number of requests that were left without a response.
    async fn suffer(mut self, kills: usize) -> usize {
        let (mut all, mut lost) = (Vec::new(), 0);
        for round in 0..kills {
            let journal = Journal::new(format!("r{round}-"));
            self.kill_under_load(&journal).await;
            let sent = journal.read();
            let books = LedgerSnapshot::look(&self.shop.url, &journal.name).await;
            books.assert_whole(&sent);
            lost += sent.iter().filter(|sent| sent.response.is_none()).count();
            all.extend(self.resend_all(sent).await);
        }
        let books = LedgerSnapshot::look(&self.shop.url, "").await;
        books.assert_whole(&all);
        books.assert_sums(&all);
        lost
    }

    async fn kill_under_load(&mut self, journal: &Journal) {
        let stop = StopSignal::default();
        let mut load = JoinSet::new();
        for client in self.clients.drain(..) {
            load.spawn(client.run(journal.clone(), stop.clone()));
        }
        self.moment(journal).await;
        match &mut self.victim {
            Victim::Server => {
                self.shop.kill();
                stop.now();
                self.shop.start().await;
            }
            Victim::Database(postgres) => {
                postgres.kill();
                stop.now();
                tokio::task::block_in_place(|| postgres.start_again());
            }
        }
        self.clients = load.join_all().await;
    }

    /// Waits for an acknowledgement, and for a random part of the longest pause between two of them: so kills occur in
    /// each part of a transaction, including the commit.
    async fn moment(&mut self, journal: &Journal) {
        let pause = journal.reaches(1 + self.rng.below(MAX_ACKNOWLEDGED)).await;
        let reached = Instant::now();
        let micros = self.rng.below(usize::try_from(pause.as_micros()).unwrap());
        let later = Duration::from_micros(micros.try_into().unwrap());
        while reached.elapsed() < later {
            tokio::task::yield_now().await;
        }
    }

    /// Sends every request again: acknowledged ones get their first response, others are completed now.
    async fn resend_all(&self, sent: Vec<SentRequest>) -> Vec<SentRequest> {
        let caller = self.shop.caller(0);
        crowd(sent.into_iter().map(|sent| resend(caller.clone(), sent))).await
    }
}

async fn resend(caller: Caller, mut sent: SentRequest) -> SentRequest {
    let again = with_retries(&caller, &sent).await;
    if let Some(first) = &sent.response {
        assert_same(&sent, first, &again);
    }
    sent.response = Some(again);
    sent
}

fn assert_same(sent: &SentRequest, first: &SpendResponse, again: &SpendResponse) {
    if sent.key.is_some() {
        assert!(
            again.is_replayed,
            "{sent:?} was acknowledged and done again: {again:?}"
        );
        assert_eq!((first.status, &first.body), (again.status, &again.body));
        return;
    }
    // A batch that was stopped has no stored response, so it may succeed now.
    let results = first.results().into_iter().zip(again.results());
    for ((mut result, repeat), (_, status)) in results.zip(sent.acknowledged()) {
        result["replayed"] = true.into();
        assert!(status.is_none() || result == repeat, "{sent:?}: {again:?}");
    }
}

/// Runs two worlds concurrently.
async fn two(first: KillTest, second: KillTest) {
    let half = KILLS.div_euclid(2);
    let worlds = [(first, half), (second, KILLS - half)];
    let lost = crowd(worlds.into_iter().map(|(world, kills)| world.suffer(kills))).await;
    assert!(
        lost.iter().all(|lost| *lost > 0),
        "no kill has hit anything"
    );
}

// row: L6
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_of_the_server_on_sqlite_lose_and_double_nothing() {
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let urls = folders
        .each_ref()
        .map(|folder| sqlite_url(&folder.path().join("api.db")));
    let first = KillTest::new(&urls[0], Victim::Server, 1).await;
    two(first, KillTest::new(&urls[1], Victim::Server, 2).await).await;
}

// row: L6
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_of_the_server_on_postgres_lose_and_double_nothing() {
    let first = KillTest::new(&postgres_schema().await, Victim::Server, 3).await;
    two(
        first,
        KillTest::new(&postgres_schema().await, Victim::Server, 4).await,
    )
    .await;
}

// row: L6
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_of_postgres_lose_and_double_nothing() {
    let [first, second] = [Postgres::start(), Postgres::start()];
    let urls = [first.url(), second.url()];
    let first = KillTest::new(&urls[0], Victim::Database(first), 5).await;
    two(
        first,
        KillTest::new(&urls[1], Victim::Database(second), 6).await,
    )
    .await;
}
