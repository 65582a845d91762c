//! Two servers on one PostgreSQL, sixty-four clients, the same few accounts: locks meet, and nobody is told of it.

use foundation::testing::postgres_schema;

use super::books::Books;
use super::journal::Journal;
use super::load::{Client, crowd};
use super::shop::Shop;

const CLIENTS: u64 = 64;
/// What each client asks for.
const REQUESTS: usize = 25;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l9_two_servers_that_write_the_same_accounts_never_meet_in_a_deadlock() {
    let shop = Shop::open(&postgres_schema().await, 2).await;
    let journal = Journal::new();
    let callers = vec![shop.caller(0), shop.caller(1)];
    let clients = (0..CLIENTS).map(|number| {
        let mut client = Client::new(
            format!("c{number}"),
            callers.clone(),
            &journal,
            number + 100,
        );
        client.most = REQUESTS;
        client.insist()
    });
    let seen: Vec<_> = crowd(clients).await.into_iter().flatten().collect();
    assert!(seen.len() >= REQUESTS * 64);
    for answer in &seen {
        let is_busy = answer.status == 503
            && answer.body.contains("/problems/account-busy")
            && answer.comes_again;
        assert!(answer.status < 500 || is_busy, "{answer:?}");
    }
    let log = shop.log();
    assert!(!log.contains("deadlock"), "{log}");
    let books = Books::look(&shop.url).await;
    books.assert_whole(&journal);
    let sums = journal.sums();
    for (customer, sum) in &books.sums {
        assert_eq!(
            sums.get(customer).copied().unwrap_or_default(),
            *sum,
            "{customer}"
        );
    }
    // Every kind of operation was done by both servers' clients.
    let booked = journal.known().0.len();
    assert!(booked > REQUESTS * 16, "{booked} transactions");
}
