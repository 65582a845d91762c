//! Prices of the features that operations name, at a point in time. They are read in the transaction that charges by them and
//! never cached, so that no replaced price is used.

use std::collections::HashMap;

use foundation::{Connection, Failure, Timestamp};

use super::price::Price;
use super::store;
use crate::caller::Mode;

/// A feature, by its website's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FeatureName<'a> {
    /// The website's id.
    pub(crate) website_id: &'a str,
    /// Live or test mode.
    pub(crate) mode: Mode,
    /// The feature's code.
    pub(crate) code: &'a str,
}

/// A feature and its price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FeaturePrice {
    /// The feature's key.
    pub(crate) feature_id: i64,
    /// The feature's code.
    pub(crate) code: String,
    /// The feature's price; none before the first one.
    pub(crate) price: Option<Price>,
}

/// Reads the existing features with these names in one statement; runs none if there are no names.
pub(crate) async fn offers<'a>(
    db: &mut Connection<'_>,
    names: &[FeatureName<'a>],
    at: Timestamp,
) -> Result<HashMap<FeatureName<'a>, FeaturePrice>, Failure> {
    let mut offers = HashMap::new();
    for (index, offer) in store::offers(db, names, at).await? {
        if let Some(name) = usize::try_from(index)
            .ok()
            .and_then(|index| names.get(index))
        {
            offers.insert(*name, offer);
        }
    }
    Ok(offers)
}
