//! The offers of a wave: what the features cost that its operations name, read once for all of them.

use std::collections::{HashMap, HashSet};

use foundation::{Connection, Failure, Timestamp};

use super::job::Job;
use crate::features::{FeatureName, Offer, offers};

/// Features by their names, as they are at the instant of a wave.
pub(super) struct Offers<'a>(HashMap<FeatureName<'a>, Offer>);

impl<'a> Offers<'a> {
    /// Reads what the jobs name, in one statement; in none when they name nothing.
    pub(super) async fn read(
        db: &mut Connection<'_>,
        jobs: &[Option<&'a Job>],
        at: Timestamp,
    ) -> Result<Self, Failure> {
        let names: HashSet<FeatureName<'a>> =
            jobs.iter().flatten().copied().filter_map(name).collect();
        let names: Vec<FeatureName<'a>> = names.into_iter().collect();
        Ok(Self(offers(db, &names, at).await?))
    }

    /// The feature that a job names, if the website has it.
    pub(super) fn of<'s>(&'s self, job: &'s Job) -> Option<&'s Offer> {
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
