//! A cache of look-ups: concurrent ones share a read, and a result is used again for up to 50 ms.
//!
//! The age counts from the start of the read, so that a result lacks no commit that is older than [`MAX_AGE`]. A request
//! that revokes something waits that long before its response
//! ([`Transaction::commit_and_wait_for_caches`](crate::Transaction::commit_and_wait_for_caches)). So no replica has to know
//! what another one has cached, or which replicas there are.

use std::fmt;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::Cache;

use super::background::Background;
use super::query_batcher::QueryBatcher;
use crate::failure::Failure;
use crate::time::{Clock, MonotonicTime};

/// Age at which a result is not used any more.
pub const MAX_AGE: Duration = Duration::from_millis(50);

const MAX_ENTRIES: usize = 20_000;

/// Maximum number of concurrent reads: with one, most look-ups share a read.
const MAX_READS: usize = 1;

#[derive(Clone)]
struct CachedValue<A> {
    value: A,
    /// Start of the read.
    read_at: MonotonicTime,
}

/// A cache over a function that looks up many keys at a time.
pub struct ReadCache<Q, A> {
    clock: Clock,
    entries: Arc<Cache<Q, CachedValue<A>>>,
    reading: QueryBatcher<Q, Option<A>>,
}

impl<Q, A> fmt::Debug for ReadCache<Q, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadCache").finish_non_exhaustive()
    }
}

impl<Q, A> ReadCache<Q, A>
where
    Q: Clone + Eq + Hash + Send + Sync + 'static,
    A: Clone + Send + Sync + 'static,
{
    /// Creates a cache over `read`, which returns the value of each key at its index, or none. That nothing was found is
    /// not cached: a transaction that adds something need not wait. `clock` must be the machine's outside of tests,
    /// because a commit waits by that one.
    pub fn new<F>(
        clock: &Clock,
        background: &Background,
        read: impl Fn(Vec<Q>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Vec<Option<A>>, Failure>> + Send + 'static,
    {
        let entries = Arc::new(Cache::new(MAX_ENTRIES));
        let (filled, watch) = (Arc::clone(&entries), clock.clone());
        let read_and_keep = move |keys: Vec<Q>| {
            let read_at = watch.monotonic();
            let (filled, reading) = (Arc::clone(&filled), read(keys.clone()));
            async move {
                let values = reading.await?;
                keep(&filled, keys, &values, read_at);
                Ok(values)
            }
        };
        Self {
            clock: clock.clone(),
            entries,
            reading: QueryBatcher::new(background.clone(), MAX_READS, read_and_keep),
        }
    }

    /// Returns the value of a key, or none if nothing was found.
    pub async fn ask(&self, key: &Q) -> Result<Option<A>, Failure> {
        let is_fresh =
            |entry: &CachedValue<A>| self.clock.monotonic().since(entry.read_at) < MAX_AGE;
        if let Some(entry) = self.entries.get(key).filter(is_fresh) {
            return Ok(Some(entry.value));
        }
        // The future is boxed, so that a request that finds an entry does not carry the state of a read.
        Box::pin(self.reading.ask(key.clone())).await
    }
}

/// Puts the values that were found into the cache.
fn keep<Q: Eq + Hash, A: Clone>(
    entries: &Cache<Q, CachedValue<A>>,
    keys: Vec<Q>,
    values: &[Option<A>],
    read_at: MonotonicTime,
) {
    for (key, value) in keys.into_iter().zip(values) {
        if let Some(value) = value.clone() {
            entries.insert(key, CachedValue { value, read_at });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::time::Timestamp;

    /// A cache of even numbers that counts reads; each read takes some time of the clock.
    fn evens(clock: &Clock, takes: Duration) -> (ReadCache<u32, u32>, Arc<AtomicUsize>) {
        let reads = Arc::new(AtomicUsize::new(0));
        let (counted, watch) = (Arc::clone(&reads), clock.clone());
        let cache = ReadCache::new(clock, &Background::new(), move |numbers: Vec<u32>| {
            counted.fetch_add(numbers.len(), Ordering::SeqCst);
            watch.advance(takes);
            let even = |number: u32| number.is_multiple_of(2).then_some(number);
            async move { Ok(numbers.into_iter().map(even).collect()) }
        });
        (cache, reads)
    }

    #[tokio::test]
    async fn results_are_used_again_until_they_are_too_old() {
        let clock = Clock::fixed(Timestamp::from_seconds(1));
        let (cache, reads) = evens(&clock, Duration::ZERO);
        let almost = MAX_AGE.saturating_sub(Duration::from_micros(1));
        let rest = MAX_AGE.saturating_sub(almost);
        for (passed, expected) in [(Duration::ZERO, 1), (almost, 1), (rest, 2), (almost, 2)] {
            clock.advance(passed);
            assert_eq!(cache.ask(&2).await.unwrap(), Some(2));
            assert_eq!(reads.load(Ordering::SeqCst), expected, "after {passed:?}");
        }
        assert_eq!(cache.ask(&4).await.unwrap(), Some(4), "another key");
        assert_eq!(reads.load(Ordering::SeqCst), 3);
    }

    #[tokio::test]
    async fn absent_rows_are_not_cached() {
        let clock = Clock::fixed(Timestamp::from_seconds(1));
        let (cache, reads) = evens(&clock, Duration::ZERO);
        for expected in 1..3 {
            assert_eq!(cache.ask(&1).await.unwrap(), None);
            assert_eq!(reads.load(Ordering::SeqCst), expected);
        }
    }

    #[tokio::test]
    async fn age_counts_from_the_start_of_the_read() {
        let clock = Clock::fixed(Timestamp::from_seconds(1));
        let half = MAX_AGE / 2;
        let (cache, reads) = evens(&clock, half);
        let _read = cache.ask(&2).await.unwrap();
        clock.advance(half);
        assert_eq!(cache.ask(&2).await.unwrap(), Some(2));
        assert_eq!(reads.load(Ordering::SeqCst), 2);
    }
}
