//! The crash test: `kill -9` of the server and of PostgreSQL under load, at moments that progress decides and chance moves.
//!
//! After each kill: every invariant holds; what was acknowledged is there once, what was not is there whole or not at all;
//! then everything is sent again with its key, and the acknowledged get their first bytes.

use std::time::Duration;

use foundation::testing::{Dice, postgres_schema, sqlite_url};
use journeys::postgres::Postgres;
use tempfile::TempDir;
use tokio::task::JoinSet;

use super::books::Books;
use super::journal::{Journal, Sent};
use super::load::{Client, Stop, crowd};
use super::shop::{Answer, Caller, Shop};

/// Kills of each kind; two worlds share them.
const KILLS: usize = 50;
const CLIENTS: usize = 8;
/// How long whoever is told to come again waits.
const PAUSE: Duration = Duration::from_millis(20);

/// What is killed.
enum Victim {
    Server,
    Database(Postgres),
}

struct World {
    shop: Shop,
    victim: Victim,
    journal: Journal,
    dice: Dice,
    /// How many requests were settled before this round.
    settled: usize,
}

impl World {
    async fn new(url: &str, victim: Victim, seed: u64) -> Self {
        Self {
            shop: Shop::open(url, 1).await,
            victim,
            journal: Journal::new(),
            dice: Dice::of(seed),
            settled: 0,
        }
    }

    /// Kills so many times.
    async fn suffer(mut self, kills: usize) -> usize {
        let mut lost = 0;
        for round in 0..kills {
            self.kill_under_load(round).await;
            let books = Books::look(&self.shop.url).await;
            books.assert_whole(&self.journal);
            lost += self.settle().await;
        }
        let books = Books::look(&self.shop.url).await;
        books.assert_whole(&self.journal);
        let sums = self.journal.sums();
        for (customer, sum) in &books.sums {
            assert_eq!(
                sums.get(customer).copied().unwrap_or_default(),
                *sum,
                "{customer}"
            );
        }
        lost
    }

    /// The moment is an acknowledgement, and some polls after it.
    async fn kill_under_load(&mut self, round: usize) {
        let stop = Stop::default();
        let mut load = JoinSet::new();
        for client in 0..CLIENTS {
            let name = format!("r{round}-{client}");
            let client = Client::new(
                name,
                vec![self.shop.caller(0)],
                &self.journal,
                self.dice.throw(),
            );
            load.spawn(client.run(stop.clone()));
        }
        let moment = self.journal.count() + self.dice.below(25);
        self.journal.reaches(moment).await;
        for _ in 0..self.dice.below(300) {
            tokio::task::yield_now().await;
        }
        match &mut self.victim {
            Victim::Server => {
                self.shop.kill();
                stop.now();
                load.join_all().await;
                self.shop.start().await;
            }
            Victim::Database(postgres) => {
                postgres.kill();
                stop.now();
                tokio::task::block_in_place(|| postgres.start_again());
                load.join_all().await;
            }
        }
    }

    /// Sends everything of this round again: what was acknowledged gets its bytes, what was not is settled now.
    async fn settle(&mut self) -> usize {
        let all = self.journal.all();
        let round = all.into_iter().enumerate().skip(self.settled);
        let caller = self.shop.caller(0);
        let again = round.map(|(place, sent)| {
            let caller = caller.clone();
            async move { (place, patiently(&caller, &sent).await, sent) }
        });
        let mut lost = 0;
        for (place, answer, sent) in crowd(again).await {
            if let Some(first) = &sent.answer {
                assert_same(&sent, first, &answer);
            } else {
                lost += 1;
                self.journal.acknowledge(place, &answer);
            }
            if sent.key.is_none() {
                // Of a batch that was stopped nothing was kept, so that it may be done now.
                self.journal.acknowledge(place, &answer);
            }
        }
        self.settled = self.journal.all().len();
        lost
    }
}

async fn patiently(caller: &Caller, sent: &Sent) -> Answer {
    loop {
        if let Ok(answer) = sent.send(caller).await
            && answer.is_final()
        {
            return answer;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

fn assert_same(sent: &Sent, first: &Answer, again: &Answer) {
    if sent.key.is_some() {
        assert!(
            again.is_replayed,
            "{sent:?} was acknowledged and done again: {again:?}"
        );
        assert_eq!((first.status, &first.body), (again.status, &again.body));
        return;
    }
    let told = first.json();
    let results = told["results"].as_array().unwrap();
    for (place, result) in results
        .iter()
        .enumerate()
        .filter(|(_, result)| result["status"] == 200)
    {
        let repeat = &again.json()["results"][place];
        assert_eq!(
            (&repeat["replayed"], &repeat["answer"]),
            (&true.into(), &result["answer"]),
            "{sent:?}"
        );
    }
}

/// Two worlds side by side.
async fn two(first: World, second: World) {
    let half = KILLS.div_euclid(2);
    let worlds = [(first, half), (second, KILLS - half)];
    let lost = crowd(worlds.into_iter().map(|(world, kills)| world.suffer(kills))).await;
    assert!(
        lost.iter().all(|lost| *lost > 0),
        "no kill has hit anything"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l6_kills_of_the_server_on_sqlite_lose_and_double_nothing() {
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let urls = folders
        .each_ref()
        .map(|folder| sqlite_url(&folder.path().join("api.db")));
    let first = World::new(&urls[0], Victim::Server, 1).await;
    two(first, World::new(&urls[1], Victim::Server, 2).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l6_kills_of_the_server_on_postgres_lose_and_double_nothing() {
    let first = World::new(&postgres_schema().await, Victim::Server, 3).await;
    two(
        first,
        World::new(&postgres_schema().await, Victim::Server, 4).await,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l6_kills_of_postgres_lose_and_double_nothing() {
    let [first, second] = [Postgres::start(), Postgres::start()];
    let urls = [first.url(), second.url()];
    let first = World::new(&urls[0], Victim::Database(first), 5).await;
    two(
        first,
        World::new(&urls[1], Victim::Database(second), 6).await,
    )
    .await;
}
