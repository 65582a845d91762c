//! Finding the wallet that an operation uses: by a customer's name, or by what was made on it before.

use std::collections::{HashMap, HashSet};

use foundation::{Connection, Failure};

use super::account::{Owner, WalletOf};
use super::execute::Target;
use super::store::holds;
use super::wave::Job;
use crate::app::App;
use crate::customers::{Customer, CustomerRef, Name, Sources, resolve_all};

/// Whose wallet an operation uses.
pub(super) struct Use {
    /// The customer, as its names lead to it now.
    pub(super) customer: Customer,
    /// The wallet: the customer's, or the one that a hold is on.
    pub(super) wallet: WalletOf,
}

impl Target {
    /// What is not there when it leads to nothing.
    pub(super) fn noun(&self) -> &'static str {
        match self {
            Self::Customer(_) => "customer",
            Self::Hold(_) => "hold",
        }
    }
}

/// Whose wallets jobs use, in their order; none where there is no job, or what it names is not there.
pub(super) async fn find(
    app: &App,
    db: &mut Connection<'_>,
    jobs: &[Option<&Job>],
) -> Result<Vec<Option<Use>>, Failure> {
    let wallets = wallets_of_holds(db, jobs).await?;
    let references: Vec<Option<CustomerRef>> = jobs
        .iter()
        .map(|job| reference(job.as_ref()?, &wallets))
        .collect();
    let names: Vec<Option<Name<'_>>> = jobs
        .iter()
        .zip(&references)
        .map(|(job, reference)| Some(name(job.as_ref()?, reference.as_ref()?)))
        .collect();
    let asked: HashSet<Name<'_>> = names.iter().copied().flatten().collect();
    let asked: Vec<Name<'_>> = asked.into_iter().collect();
    let sources = Sources {
        clock: &app.clock,
        random: &app.random,
    };
    let found = resolve_all(db, &asked, sources).await?;
    let customers: HashMap<Name<'_>, Option<Customer>> = asked.into_iter().zip(found).collect();
    let uses = jobs.iter().zip(&names).map(|(job, name)| {
        let (job, name) = ((*job)?, (*name)?);
        let customer = customers.get(&name)?.clone()?;
        let wallet = match job.hold() {
            Some(hold) => wallets.get(hold)?.clone(),
            None => WalletOf {
                book_id: job.shelf.book.id,
                owner: Owner::Customer(customer.id.clone()),
            },
        };
        Some(Use { customer, wallet })
    });
    Ok(uses.collect())
}

async fn wallets_of_holds(
    db: &mut Connection<'_>,
    jobs: &[Option<&Job>],
) -> Result<HashMap<String, WalletOf>, Failure> {
    let asked: HashSet<(i64, &str)> = jobs
        .iter()
        .flatten()
        .filter_map(|job| Some((job.shelf.book.id, job.hold()?)))
        .collect();
    holds::owners(db, &asked.into_iter().collect::<Vec<_>>()).await
}

fn reference(job: &Job, wallets: &HashMap<String, WalletOf>) -> Option<CustomerRef> {
    match &job.order.target {
        Target::Customer(reference) => Some(reference.clone()),
        Target::Hold(hold) => {
            let id = wallets.get(hold)?.owner.customer_id()?;
            Some(CustomerRef::Id(id.to_owned()))
        }
    }
}

fn name<'a>(job: &'a Job, reference: &'a CustomerRef) -> Name<'a> {
    Name {
        website_id: &job.call.access.website_id,
        mode: job.call.access.mode,
        reference,
    }
}
