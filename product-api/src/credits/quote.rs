//! Quoting: what something would cost, and whether it would be allowed, without doing it (c.7, `check`).
//!
//! One statement for each way of naming a customer reads all of it, for all who ask at a time, and nothing is written: what
//! is due and not booked is taken off while reading. What was read is given again while nothing was committed that could
//! change it but by waves, which tell what they leave, and nothing runs out or begins ([`ReadCache`] says how that is known).

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

/// Nobody waits longer for how customers stand.
const LONGEST: Duration = Duration::from_secs(5);
/// What was found is remembered no longer: somebody may have changed it in the database by hand. A spend goes by what is there.
const REMEMBERED: Duration = Duration::from_mins(5);

/// The answer to "would it be allowed?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quote {
    /// Why not; none when it would be.
    pub(crate) reason: Option<Kind>,
    /// What it costs; none when that cannot be said.
    pub(crate) cost: Option<i64>,
    /// What could be spent on it.
    pub(crate) available: i64,
    /// How often the balance has changed.
    pub(crate) version: i64,
    /// What was found of the customer.
    pub(in crate::credits) found: Arc<Found>,
}

impl Quote {
    /// The balance; none when there is no such customer yet.
    pub(crate) fn balance(&self) -> Option<&Balance> {
        let standing = self.found.standing.as_ref();
        standing.map(|standing| &standing.balance)
    }
}

/// Who would be charged, and what for; `charge` is none for what is no amount.
pub(crate) struct Question {
    /// Whose credits.
    pub(crate) customer: CustomerRef,
    /// How many.
    pub(crate) charge: Option<Charge>,
}

/// What a spend would be answered at this instant; nobody is made by asking.
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
    // A spend is refused for it before anything else is looked at.
    let suspended = access.is_suspended.then_some(Kind::WebsiteSuspended);
    Ok(Quote {
        reason: suspended.or(quote.reason),
        ..quote
    })
}

/// How customers stand, for all who ask at a time.
pub(crate) type Standings = ReadCache<Asked, Arc<Found>, Left>;

/// Looks in a database how customers stand.
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

/// How the customer stands, as its names lead to it now.
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
    // Seldom, and so apart: nobody else need carry what it takes.
    Box::pin(look_again(app, access, asked, found)).await
}

/// How a customer stands whose name nobody has, or leads to another.
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

/// The same rules, in the same order, as those of a spend.
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
    // Whoever is new is given the sign-up grant before anything is spent; nobody is made by an id.
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
