//! Sign-up grants: a customer that a commit batch creates gets the website's grant before any operation.
//!
//! The customer's row and the grant are in one transaction, and the row is created once, so that the grant is given once. Its
//! operation key (`signup:{customer}`) makes a second one an error.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use foundation::{Connection, Failure, Timestamp};

use super::pending::PendingOperation;
use super::resolve::{MissingTarget, ResolvedTarget};
use super::save::name_txns;
use crate::app::App;
use crate::caller::SiteScope;
use crate::credits::ledger::account::WalletKey;
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::lot::LotKind;
use crate::credits::ledger::operation::{Grant, LedgerOperation};
use crate::credits::ledger::posting::{Attribution, TransactionDetails};
use crate::credits::ledger::state::AccountState;
use crate::signups::{self, SignupGrant};

/// A customer that the transaction has created.
pub(crate) struct NewCustomer<'a> {
    target: &'a ResolvedTarget,
    site: SiteScope<'a>,
}

/// Gives new customers the sign-up grants of their websites; one statement more if there are any new customers.
pub(crate) async fn apply_signup_grants(
    app: &App,
    db: &mut Connection<'_>,
    new: BTreeMap<&str, NewCustomer<'_>>,
    accounts: &mut HashMap<WalletKey, AccountState>,
    now: Timestamp,
) -> Result<(), Failure> {
    let sites: BTreeSet<(&str, &str)> = new
        .values()
        .map(|customer| (customer.site.website_id, customer.site.mode.word()))
        .collect();
    let sites: Vec<SiteScope<'_>> = sites
        .into_iter()
        .filter_map(|(website_id, mode)| {
            Some(SiteScope {
                website_id,
                mode: mode.parse().ok()?,
            })
        })
        .collect();
    let grants = signups::enabled(db, &sites).await?;
    for (customer_id, NewCustomer { target, site }) in new {
        let name = (site.website_id.to_owned(), site.mode.word().to_owned());
        if let (Some(grant), Some(state)) = (grants.get(&name), accounts.get_mut(&target.wallet)) {
            give(app, customer_id, grant, state, now)?;
        }
    }
    Ok(())
}

/// Returns the customers that this transaction has created, each once, by id.
pub(crate) fn new_customers<'a>(
    pending_operations: &[Option<&'a PendingOperation>],
    targets: &'a [Result<ResolvedTarget, MissingTarget>],
) -> BTreeMap<&'a str, NewCustomer<'a>> {
    let both = pending_operations.iter().zip(targets);
    let new = both.filter_map(|(pending, target)| {
        let (access, target) = (&(*pending)?.call.access, target.as_ref().ok()?);
        let customer = &target.customer;
        let site = access.scope();
        customer
            .is_new
            .then_some((customer.id.as_str(), NewCustomer { target, site }))
    });
    new.collect()
}

/// Applies a sign-up grant to the wallet of a new customer.
pub(crate) fn give(
    app: &App,
    customer_id: &str,
    signup: &SignupGrant,
    state: &mut AccountState,
    now: Timestamp,
) -> Result<(), Failure> {
    let Some(amount) = Amount::new(signup.amount) else {
        return Err(Failure::defect("a sign-up grant is no amount"));
    };
    let days = signup
        .expires_days
        .and_then(|days| u64::try_from(days).ok());
    let operation = LedgerOperation::Grant(Grant {
        amount,
        kind: LotKind::Promo,
        expires_at: days.map(|days| now.plus(Duration::from_hours(days * 24))),
        priority: LotKind::Promo.default_priority(),
        scope: None,
        source_kind: "signup",
        source_ref: customer_id.to_owned(),
    });
    let details = TransactionDetails {
        op_key: format!("signup:{customer_id}"),
        actor: "system".to_owned(),
        description: None,
        metadata: "{}".to_owned(),
        attribution: Attribution::default(),
    };
    match state.apply(&operation, details, now, &app.ledger.keys) {
        Ok(_applied) => name_txns(app, state),
        Err(refusal) => Err(Failure::defect(format!(
            "a new customer's wallet takes no sign-up grant: {refusal:?}"
        ))),
    }
}
