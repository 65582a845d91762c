//! The customers of a large website ordered by spendable credits, cached for a short time. No index has balances, because
//! every spend would have to update it.

use std::sync::Arc;
use std::time::Duration;

use foundation::{Connection, Database, Failure};
use moka::future::Cache;
use tokio::sync::Mutex;

use super::filter::CustomerPosition;
use super::store::{self, FoundPage, ListQuery};
use crate::caller::{Mode, SiteScope};

/// Maximum age of an order; the data of each customer is read again for every page.
const CACHE_LIFETIME: Duration = Duration::from_secs(30);
/// Maximum number of cached customers, over all websites.
const MAX_CACHED: u64 = 1_000_000;
/// Number of customers that one query filters.
const BATCH_SIZE: usize = 200;
/// Maximum number of such queries for one page.
const MAX_ATTEMPTS: usize = 50;

/// Customers with the most spendable credits first.
type Ranking = Arc<Vec<CustomerPosition>>;

/// Name of a ranking: the website and the mode.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct RankingKey {
    website_id: String,
    mode: Mode,
}

impl RankingKey {
    fn new(scope: SiteScope<'_>) -> Self {
        Self {
            website_id: scope.website_id.to_owned(),
            mode: scope.mode,
        }
    }
}

/// The rankings of large websites.
pub(crate) struct Rankings {
    cache: Cache<RankingKey, Ranking>,
    /// Locked while a ranking is computed, because one is large.
    making: Mutex<()>,
}

impl Rankings {
    /// Creates an empty cache.
    pub(crate) fn new() -> Self {
        let weight =
            |_: &RankingKey, ranking: &Ranking| u32::try_from(ranking.len()).unwrap_or(u32::MAX);
        let cache = Cache::builder()
            .weigher(weight)
            .max_capacity(MAX_CACHED)
            .time_to_live(CACHE_LIFETIME);
        Self {
            cache: cache.build(),
            making: Mutex::new(()),
        }
    }

    async fn ranking(&self, database: &Database, query: ListQuery<'_>) -> Result<Ranking, Failure> {
        let key = RankingKey::new(query.scope);
        let make = async {
            let mut reader = database.reader().await?;
            store::ranking(&mut reader.connection(), query).await
        };
        // The future is boxed because it is large: the cache keeps state for every waiting request.
        Box::pin(self.cached_or(key, make)).await
    }

    /// Returns the cached ranking, or waits for the one being computed; only one is computed at a time.
    async fn cached_or(
        &self,
        key: RankingKey,
        make: impl Future<Output = Result<Vec<CustomerPosition>, Failure>>,
    ) -> Result<Ranking, Failure> {
        let alone = async {
            let _turn = self.making.lock().await;
            make.await.map(Arc::new)
        };
        let ranking = self.cache.try_get_with(key, alone).await;
        ranking.map_err(|failure| failure.again())
    }

    /// Returns up to `limit` matching customers after a position. No connection is held while waiting for the ranking.
    pub(super) async fn page(
        &self,
        database: &Database,
        query: ListQuery<'_>,
        after: Option<&CustomerPosition>,
        limit: i64,
    ) -> Result<FoundPage, Failure> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let ranking = self.ranking(database, query).await?;
        let mut reader = database.reader().await?;
        let mut db = reader.connection();
        let is_before = |position: &CustomerPosition| {
            after.is_some_and(|after| {
                (position.available, &position.id) >= (after.available, &after.id)
            })
        };
        let start = ranking.partition_point(is_before);
        let rest = ranking.get(start..).unwrap_or_default();
        let mut found = FoundPage {
            positions: Vec::new(),
            end: None,
        };
        for (attempt, some) in rest.chunks(BATCH_SIZE).enumerate() {
            if found.positions.len() >= limit {
                break;
            }
            if attempt == MAX_ATTEMPTS {
                found.end = rest.get(attempt * BATCH_SIZE - 1).cloned();
                break;
            }
            found
                .positions
                .extend(matching_customers(&mut db, query, some).await?);
        }
        found.positions.truncate(limit);
        Ok(found)
    }
}

/// Returns the matching ones of some customers, in their order.
async fn matching_customers(
    db: &mut Connection<'_>,
    query: ListQuery<'_>,
    some: &[CustomerPosition],
) -> Result<Vec<CustomerPosition>, Failure> {
    if !query.filter.is_narrow() {
        return Ok(some.to_vec());
    }
    let ids: Vec<&str> = some.iter().map(|position| position.id.as_str()).collect();
    let requested = store::matching_among(db, query, &ids).await?;
    let is_wanted = |position: &&CustomerPosition| requested.contains(&position.id);
    Ok(some.iter().filter(is_wanted).cloned().collect())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;

    use super::*;

    /// Counts the computed rankings, and the maximum computed concurrently.
    #[derive(Default)]
    struct RankingCounter {
        all: AtomicUsize,
        now: AtomicUsize,
        most: AtomicUsize,
    }

    impl RankingCounter {
        async fn one(&self) -> Result<Vec<CustomerPosition>, Failure> {
            self.all.fetch_add(1, Ordering::SeqCst);
            let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
            self.most.fetch_max(now, Ordering::SeqCst);
            for _ in 0..10 {
                tokio::task::yield_now().await;
            }
            self.now.fetch_sub(1, Ordering::SeqCst);
            Ok(Vec::new())
        }
    }

    fn live(website_id: &str) -> RankingKey {
        RankingKey::new(SiteScope {
            website_id,
            mode: Mode::Live,
        })
    }

    #[tokio::test]
    async fn concurrent_rankings_share_one_query() {
        let (rankings, made) = (Rankings::new(), RankingCounter::default());
        let websites = ["web_1", "web_2", "web_3"].into_iter().cycle();
        let asking = websites
            .take(60)
            .map(|website| rankings.cached_or(live(website), made.one()));
        for outcome in join_all(asking).await {
            outcome.unwrap();
        }
        let of_test_books = RankingKey {
            mode: Mode::Test,
            ..live("web_1")
        };
        rankings.cached_or(of_test_books, made.one()).await.unwrap();
        assert_eq!(made.all.load(Ordering::SeqCst), 4, "each once");
        assert_eq!(made.most.load(Ordering::SeqCst), 1, "one at a time");
    }

    #[tokio::test]
    async fn failed_ranking_is_repeated_by_the_next_query() {
        let (rankings, made) = (Rankings::new(), RankingCounter::default());
        let fails = async {
            made.one().await?;
            Err(Failure::unavailable("putting in order", "away"))
        };
        let failure = rankings.cached_or(live("web_1"), fails).await.unwrap_err();
        assert_eq!(
            failure.kind(),
            foundation::failure::FailureKind::Unavailable
        );
        let waits = rankings.cached_or(live("web_1"), made.one());
        assert_eq!(waits.await.unwrap().len(), 0);
        // A request that is cancelled while others wait leaves the work to them.
        let (first, second) = (
            rankings.cached_or(live("web_2"), std::future::pending()),
            rankings.cached_or(live("web_2"), made.one()),
        );
        let mut first = Box::pin(first);
        assert!(futures_util::poll!(&mut first).is_pending());
        let mut second = Box::pin(second);
        assert!(futures_util::poll!(&mut second).is_pending());
        drop(first);
        second.await.unwrap();
    }
}
