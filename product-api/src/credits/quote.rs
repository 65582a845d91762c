//! Spend checks: the cost of a charge, and if it would be allowed, without executing it (c.7, `check`).
//!
//! One query for each way of naming a customer serves all concurrent checks and writes nothing: it subtracts what is due and
//! not booked. A cached result is reused until credits expire or begin, or until a commit may have changed it that is not a
//! commit batch; commit batches update the cache. [`ReadCache`] documents how a server knows of commits.

use std::sync::Arc;
use std::time::Duration;

use foundation::database::ReaderKept;
use foundation::read_cache::OtherServers;
use foundation::{Clock, Database, Failure, ReadCache};

use super::amount::Amount;
use super::balance::Balance;
use super::charge::{Charge, ChargeRefusal, Charged};
use super::news::{Left, renewed};
use super::spend_limit::SpendLimit;
use super::store::quotes::{self, Asked, Found, Standing};
use crate::app::App;
use crate::caller::Draw;
use crate::customers::{self, CustomerRef};
use crate::problem::{Kind, Problem};
use crate::websites::SiteAccess;

/// Timeout of the balance query.
const LONGEST: Duration = Duration::from_secs(5);
/// Lifetime of a cached result, because the operator may change rows by hand. A spend never uses the cache.
const REMEMBERED: Duration = Duration::from_mins(5);

/// Result of a spend check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quote {
    /// Reason for a refusal; none if the spend would be allowed.
    pub(crate) reason: Option<Kind>,
    /// Cost; none if it cannot be computed.
    pub(crate) cost: Option<i64>,
    /// Credits that could be spent on it.
    pub(crate) available: i64,
    /// Number of changes to the balance.
    pub(crate) version: i64,
    /// Facts about the customer.
    pub(in crate::credits) found: Arc<Found>,
}

impl Quote {
    /// Returns the balance; none if there is no such customer yet.
    pub(crate) fn balance(&self) -> Option<&Balance> {
        let standing = self.found.standing.as_ref();
        standing.map(|standing| &standing.balance)
    }
}

/// A spend to be checked; `charge` is none if its amount is invalid.
pub(crate) struct Question {
    /// The customer.
    pub(crate) customer: CustomerRef,
    /// The charge.
    pub(crate) charge: Option<Charge>,
}

/// Returns the result that a spend would get now. A check creates no customer.
pub(crate) async fn quote(
    app: &App,
    access: &SiteAccess,
    question: Question,
) -> Result<Quote, Problem> {
    let site = (access.website_id.as_str(), access.mode);
    app.limits
        .of_customer(|| question.customer.named_at(site))?;
    let now = app.clock.now();
    let found = look(app, access, &question).await?;
    let by_id = matches!(question.customer, CustomerRef::Id(_));
    let limits = |amount, limit: Option<SpendLimit>| {
        let draw = Draw {
            amount,
            counted: amount,
        };
        let cap = access.cap.as_ref();
        let is_capped = cap.is_some_and(|cap| cap.allows(draw, now).is_err());
        let is_limited = limit.is_some_and(|limit| limit.allows(amount, now).is_err());
        let capped = is_capped.then_some(Kind::KeySpendCapReached);
        capped.or(is_limited.then_some(Kind::SpendLimitReached))
    };
    let quote = judged(question.charge, by_id, &found, limits);
    // A spend of a suspended website is refused before any other rule applies.
    let suspended = access.is_suspended.then_some(Kind::WebsiteSuspended);
    Ok(Quote {
        reason: suspended.or(quote.reason),
        ..quote
    })
}

/// Balance cache, which batches concurrent checks.
pub(crate) type Standings = ReadCache<Asked, Arc<Found>, Left>;

/// Creates the balance cache of a database.
pub(crate) fn standings(
    database: &Database,
    clock: &Clock,
    others: &Arc<OtherServers>,
) -> Standings {
    let kept = Arc::new(ReaderKept::of(database, LONGEST));
    let watch = clock.clone();
    let read = move |asked: Vec<Asked>| {
        let (kept, now) = (Arc::clone(&kept), watch.now());
        async move {
            let mut reader = kept.take().await?;
            let found = quotes::find(&mut reader.connection().await?, &asked, now).await?;
            kept.put_back(reader);
            Ok(found)
        }
    };
    ReadCache::renewed(others, REMEMBERED, read, renewed)
}

/// Reads the balance of the customer to whom the name leads now.
async fn look(app: &App, access: &SiteAccess, question: &Question) -> Result<Arc<Found>, Failure> {
    let feature = question.charge.as_ref().and_then(Charge::feature);
    let asked = Asked {
        website_id: access.website_id.clone(),
        mode: access.mode,
        customer: question.customer.clone(),
        feature: feature.unwrap_or_default().to_owned(),
    };
    let found = app.standings.ask(&asked).await?;
    let is_plain = |standing: &Standing| standing.is_plain;
    if found.standing.as_ref().is_some_and(is_plain) {
        return Ok(found);
    }
    // This case is rare, and boxed so that the usual future stays small.
    Box::pin(look_again(app, access, asked, found)).await
}

/// Reads the balance of a customer whose name is unknown, or leads to another customer.
async fn look_again(
    app: &App,
    access: &SiteAccess,
    asked: Asked,
    found: Arc<Found>,
) -> Result<Arc<Found>, Failure> {
    let mut reader = app.database.reader().await?;
    let scope = (access.website_id.as_str(), access.mode);
    let customer = customers::look(&mut reader.connection(), scope, &asked.customer).await?;
    drop(reader);
    match customer {
        Some(customer) => {
            let customer = CustomerRef::Id(customer.id);
            app.standings.ask(&Asked { customer, ..asked }).await
        }
        None => Ok(Arc::new(Found {
            standing: None,
            ..Found::clone(&found)
        })),
    }
}

/// Applies the rules of a spend, in the order in which a spend applies them.
fn judged(
    charge: Option<Charge>,
    by_id: bool,
    found: &Arc<Found>,
    limits: impl Fn(i64, Option<SpendLimit>) -> Option<Kind>,
) -> Quote {
    let Found {
        standing,
        user_is_off,
        offer,
        signup,
    } = found.as_ref();
    // A spend first gives a new customer the sign-up grant; an unknown id creates no customer.
    let standing = standing.as_ref();
    let given = signup.filter(|_| !by_id).unwrap_or_default();
    let (available, version) = standing.map_or((given, 0), |standing: &Standing| {
        (standing.available, standing.version)
    });
    let is_active = standing.map_or(!user_is_off, |standing| standing.is_active);
    let limit = standing.and_then(|standing| standing.spend_limit);
    let is_frozen = standing.is_some_and(|standing| standing.is_frozen);
    let charged = charge.map(|charge| charge.at(offer.as_ref()));
    let cost = |charged: &Charged| charged.cost.map_or(0, Amount::get);
    let reason = match &charged {
        None => Some(Kind::AmountOutOfRange),
        Some(_) if by_id && standing.is_none() => Some(Kind::NotFound),
        Some(_) if !is_active => Some(Kind::HolderInactive),
        Some(_) if is_frozen => Some(Kind::AccountFrozen),
        Some(Err(refused)) => Some(kind_of(refused)),
        Some(Ok(charged)) => {
            let is_short = cost(charged) > available;
            let short = is_short.then_some(Kind::InsufficientCredits);
            limits(cost(charged), limit).or(short)
        }
    };
    Quote {
        reason,
        cost: charged.and_then(|charged| charged.as_ref().ok().map(cost)),
        available,
        version,
        found: Arc::clone(found),
    }
}

const fn kind_of(refused: &ChargeRefusal) -> Kind {
    match refused {
        ChargeRefusal::UnknownFeature(_) | ChargeRefusal::NoPrice(_) => Kind::UnknownFeature,
        ChargeRefusal::OutOfRange { .. }
        | ChargeRefusal::NothingToHold(_)
        | ChargeRefusal::NothingToCapture(_) => Kind::AmountOutOfRange,
    }
}
