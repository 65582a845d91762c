//! The party that requests something about a subscription: a website's back end or owner, or the user who has it.

use foundation::{Connection, Failure};

use crate::app::App;
use crate::audit::{self, AuditEntry, Event};
use crate::billing::subscriptions::{
    SubscriptionView, find_subscription_of_user, find_subscription_of_website,
};
use crate::caller::CreditsBuy;
use crate::idempotency::{Fingerprint, IdempotencyKey, KeyedRequest};
use crate::problem::Problem;
use crate::users::AuthenticatedUser;
use crate::websites::{SiteAccess, find_active};

/// The party of a request.
#[derive(Clone, Copy)]
pub(super) enum Requester<'a> {
    /// A website, or the operator for the platform.
    Seller(&'a SiteAccess),
    /// The user who has the subscription.
    Buyer(&'a AuthenticatedUser<CreditsBuy>),
}

impl Requester<'_> {
    /// Finds a subscription that the party may see. Rejects with 404 any other one.
    pub(super) async fn find(self, app: &App, id: &str) -> Result<SubscriptionView, Problem> {
        match self {
            Self::Seller(access) => find_subscription_of_website(app, access, id).await,
            Self::Buyer(holder) => find_subscription_of_user(app, holder, id).await,
        }
    }

    /// Rejects with 403 a buyer at a website that is suspended: nothing new begins there.
    pub(super) async fn admit(self, app: &App, view: &SubscriptionView) -> Result<(), Problem> {
        if let (Self::Buyer(_), Some(website_id)) = (self, &view.website_id) {
            find_active(app, website_id).await?;
        }
        Ok(())
    }

    /// Returns a request under a key of the party, which names one operation of the party among all.
    pub(super) fn keyed(self, key: IdempotencyKey, fingerprint: Fingerprint) -> KeyedRequest {
        let tenant = match self {
            Self::Seller(access) => format!("{}:{}", access.website_id, access.mode),
            Self::Buyer(holder) => format!("me:{}:{}", holder.user.id, holder.client_id),
        };
        KeyedRequest {
            tenant,
            key,
            fingerprint,
        }
    }

    /// Returns the id of the API key or the user.
    pub(super) fn actor(self) -> String {
        match self {
            Self::Seller(access) => access.actor.to_string(),
            Self::Buyer(holder) => holder.user.id.clone(),
        }
    }

    /// Records an action in the audit log.
    pub(super) async fn record(
        self,
        app: &App,
        db: &mut Connection<'_>,
        view: &SubscriptionView,
        entry: AuditEntry<'_>,
    ) -> Result<(), Failure> {
        let holder = match self {
            Self::Seller(access) => return access.record(app, db, entry).await,
            Self::Buyer(holder) => holder,
        };
        let event = Event {
            actor: &holder.user.id,
            session: Some(&holder.session),
            action: entry.action,
            website_id: view.website_id.as_deref(),
            subject: entry.subject,
            details: entry.details,
        };
        audit::record(db, &event, &app.clock, &app.random).await
    }
}
