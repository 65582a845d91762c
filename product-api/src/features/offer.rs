//! Offers: the features that operations name, with the price that is in force at an instant. They are read in the
//! transaction that charges by them and never remembered, so that no price counts after it was followed by another.

use std::collections::HashMap;

use foundation::{Connection, Failure, Timestamp};

use super::price::Price;
use super::store;
use crate::caller::Mode;

/// A feature by its website's word for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FeatureName<'a> {
    /// The website.
    pub(crate) website_id: &'a str,
    /// Real or play credits.
    pub(crate) mode: Mode,
    /// The feature's code.
    pub(crate) code: &'a str,
}

/// A feature, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    /// The feature's key.
    pub(crate) feature_id: i64,
    /// Its code.
    pub(crate) code: String,
    /// Its price; none before its first one.
    pub(crate) price: Option<Price>,
}

/// The features of these names that are there, in one statement; none when none is named.
pub(crate) async fn offers<'a>(
    db: &mut Connection<'_>,
    names: &[FeatureName<'a>],
    at: Timestamp,
) -> Result<HashMap<FeatureName<'a>, Offer>, Failure> {
    let mut offers = HashMap::new();
    for (place, offer) in store::offers(db, names, at).await? {
        if let Some(name) = usize::try_from(place)
            .ok()
            .and_then(|place| names.get(place))
        {
            offers.insert(*name, offer);
        }
    }
    Ok(offers)
}
