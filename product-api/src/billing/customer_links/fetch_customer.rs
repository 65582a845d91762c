//! Fetches a customer and its subscriptions from the Stripe account of a website.

use crate::app::App;
use crate::billing::connections::{StripeConnection, note_error, open_account};
use crate::billing::payments::provider_problem;
use crate::billing::stripe::{
    PageQuery, Priority, StripeAccount, StripeCustomer, StripeError, StripeSubscription,
};
use crate::billing::subscriptions::{SubscriptionFacts, SubscriptionStatus, subscription_facts};
use crate::caller::Mode;
use crate::problem::{Kind, Problem};

/// Maximum number of pages of a customer's subscriptions.
const MAX_PAGES: u32 = 10;

/// A customer at Stripe, and those of its subscriptions that have not ended.
pub(super) struct FetchedCustomer {
    /// The id at Stripe.
    pub(super) stripe_id: String,
    /// The address for receipts.
    pub(super) email: Option<String>,
    /// The subscriptions.
    pub(super) subscriptions: Vec<SubscriptionFacts>,
}

/// Fetches a customer. Rejects with 404 one that Stripe does not have, and with 409 one that was deleted or is of the other mode.
pub(super) async fn fetch_customer(
    app: &App,
    connection: &StripeConnection,
    stripe_id: &str,
) -> Result<FetchedCustomer, Problem> {
    let account = open_account(app, connection, Priority::Buyer)?;
    let customer = match account.get_customer(stripe_id).await {
        Ok(customer) => customer,
        Err(StripeError::Refused(_)) => return Err(no_customer()),
        Err(error) => return Err(problem_of(app, connection, &error).await),
    };
    check(&customer, connection.mode)?;
    let subscriptions = match list_subscriptions(&account, &customer.id).await {
        Ok(subscriptions) => subscriptions,
        Err(error) => return Err(problem_of(app, connection, &error).await),
    };
    Ok(FetchedCustomer {
        stripe_id: customer.id,
        email: customer.email,
        subscriptions,
    })
}

fn no_customer() -> Problem {
    let detail = "The website's Stripe account has no such customer in this mode.";
    Problem::not_found("stripe_customer").with_detail(detail.to_owned())
}

fn check(customer: &StripeCustomer, mode: Mode) -> Result<(), Problem> {
    let detail = if customer.deleted {
        "The customer was deleted at Stripe. Nothing was done."
    } else if customer
        .livemode
        .is_some_and(|is_live| is_live != (mode == Mode::Live))
    {
        "The customer at Stripe is of the other mode. Nothing was done."
    } else {
        return Ok(());
    };
    Err(Problem::new(Kind::Conflict, detail))
}

/// Notes an error of Stripe at its connection, and returns the problem of the request.
async fn problem_of(app: &App, connection: &StripeConnection, error: &StripeError) -> Problem {
    match note_error(app, &connection.id, error).await {
        Ok(()) => provider_problem(error),
        Err(failure) => failure.into(),
    }
}

async fn list_subscriptions(
    account: &StripeAccount<'_>,
    customer: &str,
) -> Result<Vec<SubscriptionFacts>, StripeError> {
    let mut all: Vec<StripeSubscription> = Vec::new();
    for _ in 0..MAX_PAGES {
        let last = all.last().map(|subscription| subscription.id.clone());
        let query = PageQuery {
            starting_after: last.as_deref(),
            ..PageQuery::default()
        };
        let page = account
            .list_subscriptions_of_customer(customer, &query)
            .await?;
        let is_last = !page.has_more || page.data.is_empty();
        all.extend(page.data);
        if is_last {
            break;
        }
    }
    let facts = all.iter().map(subscription_facts);
    Ok(facts.filter(|facts| !is_over(facts)).collect())
}

fn is_over(facts: &SubscriptionFacts) -> bool {
    SubscriptionStatus::from_word(&facts.status).is_some_and(SubscriptionStatus::is_over)
}
