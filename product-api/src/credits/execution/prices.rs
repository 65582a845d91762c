//! The price list of a commit batch: prices of the features that its operations name, read once for all.

use std::collections::{HashMap, HashSet};

use foundation::{Connection, Failure, Timestamp};

use super::pending::PendingOperation;
use crate::features::{FeatureName, FeaturePrice, offers};

/// Features by name, with the prices in force at the time of the batch.
pub(crate) struct PriceList<'a>(HashMap<FeatureName<'a>, FeaturePrice>);

impl<'a> PriceList<'a> {
    /// Reads the named features in one statement, or in none if no operation names a feature.
    pub(crate) async fn read(
        db: &mut Connection<'_>,
        pending_operations: &[Option<&'a PendingOperation>],
        at: Timestamp,
    ) -> Result<Self, Failure> {
        let names: HashSet<FeatureName<'a>> = pending_operations
            .iter()
            .flatten()
            .copied()
            .filter_map(name)
            .collect();
        let names: Vec<FeatureName<'a>> = names.into_iter().collect();
        Ok(Self(offers(db, &names, at).await?))
    }

    /// Returns the feature that an operation names, if the website has it.
    pub(crate) fn price_of<'s>(
        &'s self,
        pending: &'s PendingOperation,
    ) -> Option<&'s FeaturePrice> {
        self.0.get(&name(pending)?)
    }
}

fn name(pending: &PendingOperation) -> Option<FeatureName<'_>> {
    let access = &pending.call.access;
    Some(FeatureName {
        website_id: &access.website_id,
        mode: access.mode,
        code: pending.request.command.as_ref()?.feature()?,
    })
}
