//! The price list of a commit batch: prices of the features that its operations name, read once for all.

use std::collections::{HashMap, HashSet};

use foundation::{Connection, Failure, Timestamp};

use super::pending::Job;
use crate::features::{FeatureName, FeaturePrice, offers};

/// Features by name, with the prices in force at the time of the batch.
pub(crate) struct Offers<'a>(HashMap<FeatureName<'a>, FeaturePrice>);

impl<'a> Offers<'a> {
    /// Reads the named features in one statement, or in none if no operation names a feature.
    pub(crate) async fn read(
        db: &mut Connection<'_>,
        jobs: &[Option<&'a Job>],
        at: Timestamp,
    ) -> Result<Self, Failure> {
        let names: HashSet<FeatureName<'a>> =
            jobs.iter().flatten().copied().filter_map(name).collect();
        let names: Vec<FeatureName<'a>> = names.into_iter().collect();
        Ok(Self(offers(db, &names, at).await?))
    }

    /// Returns the feature that an operation names, if the website has it.
    pub(crate) fn of<'s>(&'s self, job: &'s Job) -> Option<&'s FeaturePrice> {
        self.0.get(&name(job)?)
    }
}

fn name(job: &Job) -> Option<FeatureName<'_>> {
    let access = &job.call.access;
    Some(FeatureName {
        website_id: &access.website_id,
        mode: access.mode,
        code: job.order.act.as_ref()?.feature()?,
    })
}
