//! Links a website's customer to a customer at its Stripe account, and finds out what the link means.

use foundation::{Failure, Timestamp};

use super::fetch_customer::{FetchedCustomer, fetch_customer};
use super::found_subscription::FoundSubscription;
use super::store_link::{NewLink, refuse_conflict, store_link};
use crate::app::App;
use crate::billing::catalog::find_plan_of_price;
use crate::billing::connections::{StripeConnection, connection_of_book};
use crate::billing::stripe_customers::{
    CustomerLink, LinkState, find_link_state, find_owner, holder_inactive, resolve_customer,
};
use crate::credits::{Owner, open_site_book};
use crate::customers::{CustomerRef, is_inactive, look_up};
use crate::problem::{Kind, Problem};
use crate::websites::SiteAccess;

/// A customer of a website, and the customer at Stripe to which it is to be linked.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkRequest<'a> {
    /// The customer's name; a new name creates the customer.
    pub(super) customer: &'a CustomerRef,
    /// Stripe's id of the customer.
    pub(super) stripe_customer_id: &'a str,
    /// True if nothing is written.
    pub(super) is_dry_run: bool,
}

/// The effect of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkOutcome {
    /// They were linked now.
    Linked,
    /// They belonged together before.
    Unchanged,
    /// They can be linked: the request was a dry run.
    Possible,
}

/// A customer of a website, and the customer at Stripe that belongs to it.
pub(super) struct LinkedCustomer {
    /// The customer; none if a link would create it.
    pub(super) customer_id: Option<String>,
    /// The effect.
    pub(super) outcome: LinkOutcome,
    /// Stripe's id of the customer.
    pub(super) stripe_customer_id: String,
    /// The address for receipts at Stripe.
    pub(super) email: Option<String>,
    /// The subscriptions that have not ended.
    pub(super) subscriptions: Vec<FoundSubscription>,
}

/// The book of a website, and the connection through which it sells.
pub(super) struct LinkingSeller {
    pub(super) book_id: i64,
    pub(super) connection: StripeConnection,
}

/// Links a customer, whose subscriptions are then applied. Rejects with 409 a customer, here or at Stripe, that belongs to another
/// one.
pub(super) async fn link_customer(
    app: &App,
    access: &SiteAccess,
    asked: LinkRequest<'_>,
) -> Result<LinkedCustomer, Problem> {
    // Stripe's times are whole seconds: a payment in this second counts as one after the link.
    let since = Timestamp::from_seconds(app.clock.now().seconds());
    let seller = find_seller(app, access).await?;
    let (owner, state) = find_state(app, access, &seller, asked).await?;
    refuse_conflict(app, access, &state).await?;
    let fetched = fetch_customer(app, &seller.connection, asked.stripe_customer_id).await?;
    let (mut outcome, linked_at) = match state {
        LinkState::Linked { since } => (LinkOutcome::Unchanged, since),
        LinkState::Free
        | LinkState::OfAnother(_)
        | LinkState::HasAnother(_)
        | LinkState::InFlight => (LinkOutcome::Possible, Some(since)),
    };
    let subscriptions = describe(app, &seller, &fetched, linked_at).await?;
    let mut customer_id = owner.map(|owner| owner.id().to_owned());
    if outcome == LinkOutcome::Possible && !asked.is_dry_run {
        let id = match customer_id {
            Some(id) => id,
            None => meet_customer(app, access, &seller, asked.customer).await?,
        };
        let link = NewLink {
            connection_id: &seller.connection.id,
            customer_id: &id,
            fetched: &fetched,
            since,
        };
        outcome = store_link(app, access, link).await?;
        customer_id = Some(id);
    }
    Ok(LinkedCustomer {
        customer_id,
        outcome,
        stripe_customer_id: fetched.stripe_id,
        email: fetched.email,
        subscriptions,
    })
}

/// Finds the book of a website. Rejects with 409 one without an account that works.
async fn find_seller(app: &App, access: &SiteAccess) -> Result<LinkingSeller, Problem> {
    let book_id = open_site_book(app, access.scope()).await?;
    let connection = {
        let mut reader = app.database.reader().await?;
        connection_of_book(&mut reader.connection(), book_id).await?
    };
    let connection = connection.filter(|connection| connection.state.is_usable());
    let connection = connection.ok_or_else(|| {
        let detail = "There is no Stripe account that works. Nothing was done.";
        Problem::new(Kind::BillingNotConnected, detail)
    })?;
    Ok(LinkingSeller {
        book_id,
        connection,
    })
}

/// Finds the customer of a request, and to whom both customers belong.
async fn find_state(
    app: &App,
    access: &SiteAccess,
    seller: &LinkingSeller,
    asked: LinkRequest<'_>,
) -> Result<(Option<Owner>, LinkState), Problem> {
    let mut owner = find_named(app, access, asked.customer).await?;
    let mut state = read_state(app, seller, owner.as_ref(), asked.stripe_customer_id).await?;
    if owner.is_none() && !matches!(state, LinkState::Free) {
        // Another request may have created and linked the customer since the look-up.
        owner = find_named(app, access, asked.customer).await?;
        state = read_state(app, seller, owner.as_ref(), asked.stripe_customer_id).await?;
    }
    Ok((owner, state))
}

/// Finds the customer with a name; `None` for a name that is new. Rejects with 404 an id that does not exist, and with 403 an
/// inactive user.
async fn find_named(
    app: &App,
    access: &SiteAccess,
    reference: &CustomerRef,
) -> Result<Option<Owner>, Problem> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let found = look_up(&mut db, access.scope(), reference).await?;
    let is_active = match &found {
        Some(customer) => customer.holder_is_active,
        None => !is_inactive(&mut db, reference).await?,
    };
    if !is_active {
        return Err(holder_inactive());
    }
    if found.is_none() && matches!(reference, CustomerRef::Id(_)) {
        return Err(Problem::not_found("customer"));
    }
    Ok(found.map(|customer| Owner::Customer(customer.id)))
}

async fn read_state(
    app: &App,
    seller: &LinkingSeller,
    owner: Option<&Owner>,
    stripe_id: &str,
) -> Result<LinkState, Failure> {
    let connection_id = seller.connection.id.as_str();
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let Some(owner) = owner else {
        let other = find_owner(&mut db, connection_id, stripe_id).await?;
        return Ok(other.map_or(LinkState::Free, LinkState::OfAnother));
    };
    let link = CustomerLink {
        connection_id,
        owner,
        stripe_id,
    };
    find_link_state(&mut db, link, app.clock.now()).await
}

async fn describe(
    app: &App,
    seller: &LinkingSeller,
    fetched: &FetchedCustomer,
    linked_at: Option<Timestamp>,
) -> Result<Vec<FoundSubscription>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let mut found = Vec::new();
    for facts in &fetched.subscriptions {
        let plan = match &facts.price_id {
            Some(price_id) => find_plan_of_price(&mut db, &seller.connection.id, price_id).await?,
            None => None,
        };
        let plan = plan.filter(|plan| plan.book_id == seller.book_id);
        found.push(FoundSubscription::new(facts, plan.as_ref(), linked_at));
    }
    Ok(found)
}

/// Creates the customer with a new name; the first contact may bring a sign-up grant.
async fn meet_customer(
    app: &App,
    access: &SiteAccess,
    seller: &LinkingSeller,
    reference: &CustomerRef,
) -> Result<String, Problem> {
    let mut transaction = app.database.begin().await?;
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    let mut db = transaction.connection();
    let site = access.scope();
    match resolve_customer(app, &mut db, seller.book_id, site, reference).await {
        Ok(id) => {
            in_flight.finish_with(transaction.commit().await)?;
            Ok(id)
        }
        Err(problem) => {
            in_flight.finish();
            Err(problem)
        }
    }
}
