//! Checks a connection as the server does once a day: its key, its permissions and its endpoint, which it repairs.

use foundation::Failure;

use super::account_calls::AccountFacts;
use super::apply_event::{ConnectionActor, apply_event};
use super::check_endpoint::check_endpoint;
use super::connect::ConnectedAccount;
use super::connection::{Delivery, MAX_BAD_SIGNATURES, StripeConnection};
use super::connection_state::{ConnectionEvent, ConnectionTrouble};
use super::inspect_key::{KeyInspection, KeyRefusal, inspect_key};
use super::key::UnfitKey;
use super::list::{find_own, find_visible};
use super::make_endpoint::delete_strays;
use super::note::note_error;
use super::open_account::open_account;
use super::permission::{CheckedPermission, missing};
use super::replace_key::NextKey;
use super::reseal::reseal;
use super::store::{checks, connections};
use crate::app::App;
use crate::billing::stripe::Priority;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// Checks a connection of the caller.
pub(super) async fn check_own(
    app: &App,
    access: &SiteAccess,
    id: &str,
) -> Result<ConnectedAccount, Problem> {
    let connection = find_own(app, access, id).await?;
    let check = ConnectionCheck {
        priority: Priority::Buyer,
        actor: ConnectionActor::Owner(access),
    };
    let permissions = check.run(app, &connection).await?;
    Ok(ConnectedAccount {
        visible: find_visible(app, access, id).await?,
        permissions,
        warnings: Vec::new(),
    })
}

/// A check, and its actor.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConnectionCheck<'a> {
    /// The priority of the calls.
    pub(super) priority: Priority,
    /// The actor.
    pub(super) actor: ConnectionActor<'a>,
}

impl ConnectionCheck<'_> {
    /// Checks a connection, and stores the result. Returns the permissions; none if the key is refused.
    pub(super) async fn run(
        &self,
        app: &App,
        connection: &StripeConnection,
    ) -> Result<Vec<CheckedPermission>, KeyRefusal> {
        self.try_next_key(app, connection).await?;
        let current = {
            let mut reader = app.database.reader().await?;
            connections::find(&mut reader.connection(), &connection.id).await?
        };
        let Some(current) = current.filter(|current| current.state.is_usable()) else {
            return Ok(Vec::new());
        };
        match self.inspect(app, &current).await {
            Ok(inspected) => {
                let event = self.event_of(app, &current, &inspected).await?;
                self.store(app, &current, Some(&inspected.facts), &event)
                    .await?;
                Ok(inspected.permissions)
            }
            Err(KeyRefusal::Unfit(UnfitKey::Unknown)) => {
                let event = ConnectionEvent::KeyRefused;
                self.store(app, &current, None, &event).await?;
                Ok(Vec::new())
            }
            Err(KeyRefusal::MissingPermissions(names)) => {
                let trouble = ConnectionTrouble::MissingPermission(names.join(", "));
                let event = ConnectionEvent::Trouble(trouble);
                self.store(app, &current, None, &event).await?;
                Ok(Vec::new())
            }
            Err(KeyRefusal::Stripe(error)) => {
                note_error(app, &current.id, &error).await?;
                Err(error.into())
            }
            Err(
                refusal
                @ (KeyRefusal::Unfit(_) | KeyRefusal::OtherAccount | KeyRefusal::Failure(_)),
            ) => Err(refusal),
        }
    }

    /// Lets a waiting key take over; it is forgotten if it never can.
    async fn try_next_key(
        &self,
        app: &App,
        connection: &StripeConnection,
    ) -> Result<(), KeyRefusal> {
        let Some(sealed) = connection.sealed_next_key.as_deref() else {
            return Ok(());
        };
        let next = NextKey {
            connection,
            sealed,
            priority: self.priority,
            actor: self.actor,
        };
        match next.take_over(app).await {
            Ok(_) => Ok(()),
            Err(KeyRefusal::Stripe(error)) if error.is_retryable() => Ok(()),
            Err(KeyRefusal::Failure(failure)) => Err(failure.into()),
            Err(refusal) => {
                tracing::warn!(connection = connection.id, %refusal, "a new key of Stripe is not taken");
                Ok(next.forget(app).await?)
            }
        }
    }

    async fn inspect(
        &self,
        app: &App,
        connection: &StripeConnection,
    ) -> Result<KeyInspection, KeyRefusal> {
        let account = open_account(app, connection, self.priority)?;
        inspect_key(&account, connection.mode).await
    }

    /// Repairs the endpoint, and returns the result of the whole check.
    async fn event_of(
        &self,
        app: &App,
        connection: &StripeConnection,
        inspected: &KeyInspection,
    ) -> Result<ConnectionEvent, KeyRefusal> {
        let trouble = check_endpoint(app, connection, *self).await?;
        if connection.delivery == Delivery::Webhook {
            let account = open_account(app, connection, self.priority)?;
            delete_strays(app, &account).await;
        }
        let missing = missing(&inspected.permissions);
        let is_signed_badly = connection.bad_signatures >= MAX_BAD_SIGNATURES;
        let trouble = if !missing.is_empty() {
            Some(ConnectionTrouble::MissingPermission(missing.join(", ")))
        } else if trouble.is_none() && is_signed_badly {
            Some(ConnectionTrouble::BadSignatures)
        } else {
            trouble
        };
        Ok(trouble.map_or(ConnectionEvent::CheckPassed, ConnectionEvent::Trouble))
    }

    async fn store(
        &self,
        app: &App,
        connection: &StripeConnection,
        facts: Option<&AccountFacts>,
        event: &ConnectionEvent,
    ) -> Result<(), Failure> {
        let now = app.clock.now();
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        let Some(mut locked) = connections::lock(&mut db, &connection.id).await? else {
            return Ok(());
        };
        // A key that took over during the check has had a check of its own.
        if locked.sealed_key != connection.sealed_key {
            return Ok(());
        }
        locked.checked_at = Some(now);
        if let Some(facts) = facts.filter(|facts| !facts.name.is_empty()) {
            locked.account_name.clone_from(&facts.name);
            locked.country.clone_from(&facts.country);
            locked.default_currency = facts.default_currency;
        }
        checks::record_check(&mut db, &locked, now).await?;
        reseal(app, &mut db, &locked).await?;
        apply_event(app, &mut db, &locked, event, self.actor).await?;
        transaction.commit().await
    }
}
