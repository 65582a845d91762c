//! Creates the customer of a user at a website that has not met the user, when the user turns an automatic top-up on.

use foundation::Failure;

use super::find_owner::TopUpOwner;
use crate::app::App;
use crate::billing::stripe_customers::resolve_customer;
use crate::caller::SiteScope;
use crate::credits::{Owner, WalletKey};
use crate::customers::CustomerRef;
use crate::problem::Problem;

/// Returns the wallet of the user who asks; creates the customer at the first contact.
pub(super) async fn meet_owner(
    app: &App,
    user_id: &str,
    owner: &mut TopUpOwner,
) -> Result<WalletKey, Problem> {
    if let (None, Some(website_id)) = (&owner.owner, &owner.website_id) {
        let site = SiteScope {
            website_id,
            mode: owner.mode,
        };
        let in_flight = app.ledger.mark_in_flight(&app.clock);
        let met = meet_customer(app, owner.book_id, site, user_id).await;
        // The outcome of a commit that failed is not known.
        in_flight.finish_after(met.as_ref().err().and_then(|error| match error {
            MeetError::Failed(failure) => Some(failure),
            MeetError::Refused(_) => None,
        }));
        owner.owner = Some(Owner::Customer(met.map_err(MeetError::into_problem)?));
    }
    let wallet = owner.wallet();
    wallet.ok_or_else(|| Problem::not_found("customer"))
}

/// Reasons why a customer was not created.
enum MeetError {
    Refused(Box<Problem>),
    Failed(Failure),
}

impl From<Problem> for MeetError {
    fn from(problem: Problem) -> Self {
        Self::Refused(Box::new(problem))
    }
}

impl From<Failure> for MeetError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl MeetError {
    fn into_problem(self) -> Problem {
        match self {
            Self::Refused(problem) => *problem,
            Self::Failed(failure) => failure.into(),
        }
    }
}

async fn meet_customer(
    app: &App,
    book_id: i64,
    site: SiteScope<'_>,
    user_id: &str,
) -> Result<String, MeetError> {
    let mut transaction = app.database.begin().await?;
    let reference = CustomerRef::Sub(user_id.to_owned());
    let mut db = transaction.connection();
    let id = resolve_customer(app, &mut db, book_id, site, &reference).await?;
    transaction.commit().await?;
    Ok(id)
}
