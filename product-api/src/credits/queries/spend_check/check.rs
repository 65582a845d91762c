//! Checks a spend by the rules of a spend, and writes nothing.

use foundation::Timestamp;

use super::facts::SpendCheckFacts;
use super::question::SpendCheckQuery;
use crate::app::App;
use crate::caller::{Mode, SpendAmount};
use crate::credits::ledger::account::Account;
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::book::BookKey;
use crate::credits::ledger::charge::{Charge, ChargeRefusal, PricedCharge};
use crate::credits::queries::books::{BookContext, find_book};
use crate::credits::store::rows::Balance;
use crate::customers::CustomerRef;
use crate::problem::{Kind, Problem};
use crate::websites::SiteAccess;

/// A spend to be checked.
pub(crate) struct CheckRequest {
    /// The customer.
    pub(crate) customer: CustomerRef,
    /// The charge; none if its amount is invalid.
    pub(crate) charge: Option<Charge>,
}

/// Result of a spend check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpendCheck {
    /// Reason for a refusal; none if the spend would be allowed.
    pub(crate) reason: Option<Kind>,
    /// Cost; none if it cannot be computed.
    pub(crate) cost: Option<i64>,
    /// Credits that could be spent on it.
    pub(crate) available: i64,
    /// The balance; none if there is no such customer yet.
    pub(crate) balance: Option<Balance>,
    /// Number of changes to the balance.
    pub(crate) version: i64,
}

/// Returns the result that a spend would get now. A check creates no customer.
pub(crate) async fn check_spend(
    app: &App,
    access: &SiteAccess,
    request: CheckRequest,
) -> Result<SpendCheck, Problem> {
    let site = access.scope();
    app.limits
        .check_customer(|| request.customer.named_at(site))?;
    let of = BookKey {
        website_id: Some(access.website_id.clone()),
        mode: access.mode,
    };
    let context = find_book(app, &of).await?;
    let book_id = context.as_ref().map(|context| context.book.id);
    let feature = request.charge.as_ref().and_then(Charge::feature);
    let question = SpendCheckQuery::new(access, &request.customer, feature, book_id);
    let facts = app.spend_checks.find(question).await?;
    let balance = facts.balance_in(context.as_deref(), access.mode);
    let charged = request.charge.map(|charge| charge.at(facts.offer.as_ref()));
    let by_id = matches!(request.customer, CustomerRef::Id(_));
    let found = charged.as_ref().and_then(|charged| charged.as_ref().ok());
    let suspended = access.is_suspended.then_some(Kind::WebsiteSuspended);
    let refusal = || facts.refusal(access, charged.as_ref(), by_id, app.clock.now());
    Ok(SpendCheck {
        // A spend of a suspended website is refused before any other rule applies.
        reason: suspended.or_else(refusal),
        cost: found.map(cost_of),
        available: facts.available(by_id),
        version: facts
            .wallet
            .as_ref()
            .map_or(0, |wallet| wallet.account.version),
        balance,
    })
}

impl SpendCheckFacts {
    /// Returns the customer's balance; none if there is no such customer yet.
    fn balance_in(&self, context: Option<&BookContext>, mode: Mode) -> Option<Balance> {
        if self.balance.is_some() {
            return self.balance.clone();
        }
        let (customer, wallet) = (self.customer.as_ref()?, self.wallet.as_ref()?);
        let context = context?;
        Some(Balance::after(
            &wallet.account,
            &context.book,
            customer,
            context.website.clone(),
            mode,
        ))
    }

    /// Returns the credits that could be spent. A spend first gives a new customer the sign-up grant; an unknown id creates no
    /// customer.
    fn available(&self, by_id: bool) -> i64 {
        match (&self.customer, &self.wallet) {
            (Some(_), Some(wallet)) => wallet.available,
            (None, _) if !by_id => self.newcomer.signup,
            (Some(_) | None, _) => 0,
        }
    }

    /// Applies the rules of a spend, in the order in which a spend applies them.
    fn refusal(
        &self,
        access: &SiteAccess,
        charged: Option<&Result<PricedCharge, ChargeRefusal>>,
        by_id: bool,
        now: Timestamp,
    ) -> Option<Kind> {
        let is_inactive = match &self.customer {
            Some(customer) => !customer.holder_is_active,
            None => self.newcomer.is_inactive,
        };
        let account = self.wallet.as_ref().map(|wallet| &wallet.account);
        match charged {
            None => Some(Kind::AmountOutOfRange),
            Some(_) if by_id && self.customer.is_none() => Some(Kind::NotFound),
            Some(_) if is_inactive => Some(Kind::HolderInactive),
            Some(_) if account.is_some_and(|account| account.is_frozen) => {
                Some(Kind::AccountFrozen)
            }
            Some(Err(refused)) => Some(kind_of(refused)),
            Some(Ok(charged)) => {
                let amount = cost_of(charged);
                let draw = SpendAmount {
                    amount,
                    counted: amount,
                };
                let cap = self.cap.or(access.cap);
                let is_limited = |account: &Account| {
                    let at = account.read_at(now);
                    account.allows(amount, at).is_err()
                };
                if cap.is_some_and(|cap| cap.allows(draw, now).is_err()) {
                    Some(Kind::KeySpendCapReached)
                } else if account.is_some_and(is_limited) {
                    Some(Kind::SpendLimitReached)
                } else {
                    (amount > self.available(by_id)).then_some(Kind::InsufficientCredits)
                }
            }
        }
    }
}

fn cost_of(charged: &PricedCharge) -> i64 {
    charged.cost.map_or(0, Amount::get)
}

const fn kind_of(refused: &ChargeRefusal) -> Kind {
    match refused {
        ChargeRefusal::UnknownFeature(_) | ChargeRefusal::NoPrice(_) => Kind::UnknownFeature,
        ChargeRefusal::OutOfRange { .. }
        | ChargeRefusal::NothingToHold(_)
        | ChargeRefusal::NothingToCapture(_) => Kind::AmountOutOfRange,
    }
}
