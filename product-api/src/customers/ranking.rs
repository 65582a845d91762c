//! The customers of a large website in the order of what they can spend, remembered for a moment: no index has a balance,
//! because every spend would have to write it.

use std::sync::Arc;
use std::time::Duration;

use foundation::{Connection, Failure};
use moka::future::Cache;

use super::store::{self, Asked, Found};
use super::wish::Place;
use crate::caller::Mode;

/// How old an order may be; what it says of each customer is read anew for every page.
const KEPT: Duration = Duration::from_secs(30);
/// So many customers are remembered at a time, of all websites.
const REMEMBERED: u64 = 1_000_000;
/// So many are looked at together …
const TOGETHER: usize = 200;
/// … and so often for one page.
const MOST_LOOKS: usize = 50;

/// Who can spend most first.
type Ranking = Arc<Vec<Place>>;

/// The orders of large websites.
pub(crate) struct Rankings(Cache<(String, Mode), Ranking>);

impl Rankings {
    /// Remembers nothing yet.
    pub(crate) fn new() -> Self {
        let weight = |_: &(String, Mode), ranking: &Ranking| {
            u32::try_from(ranking.len()).unwrap_or(u32::MAX)
        };
        let cache = Cache::builder()
            .weigher(weight)
            .max_capacity(REMEMBERED)
            .time_to_live(KEPT);
        Self(cache.build())
    }

    async fn of(&self, db: &mut Connection<'_>, asked: Asked<'_>) -> Result<Ranking, Failure> {
        let key = (asked.website_id.to_owned(), asked.mode);
        if let Some(ranking) = self.0.get(&key).await {
            return Ok(ranking);
        }
        let ranking = Arc::new(store::ranking(db, asked).await?);
        self.0.insert(key, Arc::clone(&ranking)).await;
        Ok(ranking)
    }

    /// So many customers behind a place who are wanted.
    pub(super) async fn page(
        &self,
        db: &mut Connection<'_>,
        asked: Asked<'_>,
        (after, limit): (Option<&Place>, i64),
    ) -> Result<Found, Failure> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let ranking = self.of(db, asked).await?;
        let is_before = |place: &Place| {
            after.is_some_and(|after| (place.available, &place.id) >= (after.available, &after.id))
        };
        let begin = ranking.partition_point(is_before);
        let rest = ranking.get(begin..).unwrap_or_default();
        let mut found = Found {
            places: Vec::new(),
            looked_to: None,
        };
        for (look, some) in rest.chunks(TOGETHER).enumerate() {
            if found.places.len() >= limit {
                break;
            }
            if look == MOST_LOOKS {
                found.looked_to = rest.get(look * TOGETHER - 1).cloned();
                break;
            }
            found.places.extend(wanted(db, asked, some).await?);
        }
        found.places.truncate(limit);
        Ok(found)
    }
}

/// Those of some customers who are wanted, in their order.
async fn wanted(
    db: &mut Connection<'_>,
    asked: Asked<'_>,
    some: &[Place],
) -> Result<Vec<Place>, Failure> {
    if !asked.wish.is_narrow() {
        return Ok(some.to_vec());
    }
    let ids: Vec<&str> = some.iter().map(|place| place.id.as_str()).collect();
    let wanted = store::wanted_among(db, asked, &ids).await?;
    let is_wanted = |place: &&Place| wanted.contains(&place.id);
    Ok(some.iter().filter(is_wanted).cloned().collect())
}
