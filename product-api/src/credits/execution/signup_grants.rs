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
use crate::caller::{Mode, SiteScope};
use crate::credits::ledger::account::WalletKey;
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::lot::LotKind;
use crate::credits::ledger::operation::{Grant, LedgerOperation};
use crate::credits::ledger::posting::{Attribution, TransactionDetails};
use crate::credits::ledger::state::AccountState;
use crate::signups::{self, SignupGrant};

/// Use of a customer, with the website and the mode.
type NewCustomer<'a> = (&'a ResolvedTarget, (&'a str, Mode));

/// Gives new customers the sign-up grants of their websites; one statement more if there are any new customers.
pub(crate) async fn apply_signup_grants(
    app: &App,
    db: &mut Connection<'_>,
    (pending_operations, targets): (
        &[Option<&PendingOperation>],
        &[Result<ResolvedTarget, MissingTarget>],
    ),
    accounts: &mut HashMap<WalletKey, AccountState>,
    now: Timestamp,
) -> Result<(), Failure> {
    let newcomers = newcomers(pending_operations, targets);
    let sites: BTreeSet<(&str, &str)> = newcomers
        .values()
        .map(|(_, (website_id, mode))| (*website_id, mode.word()))
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
    for (customer_id, (target, (website_id, mode))) in newcomers {
        let name = (website_id.to_owned(), mode.word().to_owned());
        if let (Some(grant), Some(state)) = (grants.get(&name), accounts.get_mut(&target.wallet)) {
            give(app, (customer_id, grant), state, now)?;
        }
    }
    Ok(())
}

/// Returns the customers that this transaction has created, each once, by id.
fn newcomers<'a>(
    pending_operations: &[Option<&'a PendingOperation>],
    targets: &'a [Result<ResolvedTarget, MissingTarget>],
) -> BTreeMap<&'a str, NewCustomer<'a>> {
    let both = pending_operations.iter().zip(targets);
    let new = both.filter_map(|(pending, whom)| {
        let (access, whom) = (&(*pending)?.call.access, whom.as_ref().ok()?);
        let customer = &whom.customer;
        let site = (access.website_id.as_str(), access.mode);
        customer
            .is_new
            .then_some((customer.id.as_str(), (whom, site)))
    });
    new.collect()
}

fn give(
    app: &App,
    (customer_id, signup): (&str, &SignupGrant),
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
    let slip = TransactionDetails {
        op_key: format!("signup:{customer_id}"),
        actor: "system".to_owned(),
        description: None,
        metadata: "{}".to_owned(),
        about: Attribution::default(),
    };
    match state.apply(&operation, slip, now, &app.ledger.keys) {
        Ok(_applied) => name_txns(app, state),
        Err(refusal) => Err(Failure::defect(format!(
            "a new customer's wallet takes no sign-up grant: {refusal:?}"
        ))),
    }
}
