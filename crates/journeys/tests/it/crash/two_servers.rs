//! Two servers on one PostgreSQL, sixty-four clients, the same few accounts: lock conflicts reach no client.

use foundation::testing::postgres_schema;

use super::books::LedgerSnapshot;
use super::journal::Journal;
use super::load::{LoadClient, crowd};
use super::shop::{SpendResponse, TestWebsite};

const CLIENTS: u64 = 64;
/// Number of requests of each client.
const REQUESTS: usize = 25;

// row: L9
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_that_write_the_same_accounts_never_meet_in_a_deadlock() {
    let shop = TestWebsite::open(&postgres_schema().await, 2).await;
    let journal = Journal::new(String::new());
    let callers = vec![shop.caller(0), shop.caller(1)];
    let clients = (0..CLIENTS).map(|number| {
        let client = LoadClient::new(format!("c{number}"), callers.clone(), number + 100);
        client.insist(journal.clone(), REQUESTS)
    });
    let seen: Vec<SpendResponse> = crowd(clients).await.into_iter().flatten().collect();
    for failure in seen.iter().flat_map(SpendResponse::failures) {
        let is_busy = failure["type"].as_str().unwrap().ends_with("/account-busy");
        assert!(is_busy, "{failure}");
    }
    let log = shop.log();
    assert!(!log.contains("deadlock"), "{log}");
    let sent = journal.read();
    let books = LedgerSnapshot::look(&shop.url, "").await;
    books.assert_whole(&sent);
    books.assert_sums(&sent);
    let done = seen
        .iter()
        .filter(|response| response.status == 200)
        .count();
    assert!(done > REQUESTS * 32, "{done} of {} were done", seen.len());
}
