//! Entries of the audit log.

use serde_json::{Value, json};

/// Origin of a user's access token.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_field_names, reason = "ids are named alike everywhere")]
pub(crate) struct UserSession {
    /// The client that received the token.
    pub(crate) client_id: String,
    /// The session at the idp.
    pub(crate) session_id: String,
    /// The token's id (`jti`), if it is known.
    pub(crate) token_id: Option<String>,
}

/// A user who acts, and the session of the user's token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UserActor<'a> {
    /// The user.
    pub(crate) user_id: &'a str,
    /// The session.
    pub(crate) session: &'a UserSession,
}

/// A recorded action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A website was registered.
    WebsiteRegistered,
    /// The name, home page, addresses or branding of a website changed.
    WebsiteChanged,
    /// A website's client got a new secret. This entry and the next kind are written before the request to the idp. A second
    /// entry has the `outcome` if the idp refused (`unchanged`) or did not answer (`unknown`).
    ClientRotated,
    /// A website got a client without a secret, or that client got other addresses.
    PublicClientSet,
    /// A website was suspended.
    WebsiteSuspended,
    /// A suspended website was resumed.
    WebsiteResumed,
    /// A website got another owner: by the operator, by a merge or by its undoing.
    WebsiteHandedOver,
    /// An API key was created.
    KeyMade,
    /// The name, scopes or caps of a key changed.
    KeyChanged,
    /// A key was revoked.
    KeyRevoked,
    /// A key got a new secret.
    KeyRotated,
    /// The owner granted credits as a user, not by an API key.
    CreditsGranted,
    /// The owner reversed a spend as a user.
    CreditsReversed,
    /// The owner voided the rest of a grant as a user.
    GrantVoided,
    /// The alerts of a website changed.
    AlertsChanged,
    /// The credit policy of a website changed.
    CreditPolicySet,
    /// A webhook endpoint was added.
    WebhookAdded,
    /// A webhook endpoint was changed, enabled or disabled.
    WebhookChanged,
    /// A webhook endpoint got a new secret.
    WebhookRotated,
    /// A webhook endpoint was deleted.
    WebhookDeleted,
    /// A webhook endpoint was disabled, because it failed for too long or is gone.
    WebhookDisabled,
    /// A verification froze a wallet.
    WalletFrozen,
    /// The operator unfroze a wallet.
    WalletFreed,
    /// The sign-up grant of a website changed.
    SignupGrantSet,
    /// A feature was created or renamed.
    FeatureSaved,
    /// A feature got a new price.
    PriceAdded,
    /// A Stripe account was connected, or another website sells through it.
    StripeConnected,
    /// The key of a Stripe account was replaced.
    StripeKeyReplaced,
    /// The signing secret of a Stripe account was rotated, or entered.
    StripeSecretRotated,
    /// The webhook endpoint at Stripe was repaired.
    StripeEndpointRepaired,
    /// A part of a connection to Stripe does not work.
    StripeDegraded,
    /// A connection to Stripe works again.
    StripeRestored,
    /// Stripe refuses the key of a connection.
    StripeRevoked,
    /// A Stripe account was disconnected.
    StripeDisconnected,
    /// The billing settings of a website changed.
    BillingSettingsSet,
    /// A pack was created, or its name, description, position or status changed.
    PackSaved,
    /// A pack got a new version.
    PackVersionAdded,
    /// The owner had a price of a pack made again at Stripe.
    PackPriceRepaired,
    /// A plan was created, or its name, description, position, family or status changed.
    PlanSaved,
    /// A plan got a new version.
    PlanVersionAdded,
    /// The owner had a price of a plan made again at Stripe.
    PlanPriceRepaired,
    /// The owner mapped a price that was made at Stripe to a version of a plan.
    PlanPriceMapped,
    /// The owner linked a customer to one that existed at Stripe before.
    StripeCustomerLinked,
    /// A website or a user requested another plan or another number of pieces of a subscription.
    SubscriptionChanged,
    /// A website or a user canceled a subscription, now or at the end of its period.
    SubscriptionCanceled,
    /// A website or a user took back the planned end or change of a subscription.
    SubscriptionResumed,
    /// A user turned the own automatic top-up on, or changed it.
    TopUpSet,
    /// A website lowered the automatic top-up of a customer.
    TopUpLowered,
    /// A user or a website turned an automatic top-up off.
    TopUpTurnedOff,
    /// The owner accepted a payment in review, and its credits were granted.
    PaymentAccepted,
    /// The owner refunded a payment, or a part of it.
    PaymentRefunded,
    /// Stripe refused a refund.
    RefundRefused,
    /// A bank warned that a payment is fraudulent.
    FraudWarned,
    /// A buyer's bank opened a dispute about a payment, or an appeal did so again.
    DisputeOpened,
    /// A dispute ended for the website.
    DisputeWon,
    /// A dispute ended for the buyer.
    DisputeLost,
    /// An object at Stripe was marked to be applied again.
    StripeObjectReplayed,
    /// The owner of a Stripe account accepted a difference between our records and Stripe's.
    BillingFindingAccepted,
    /// A comparison of our records with Stripe's was started.
    ReconcileStarted,
    /// The overdraft limit of a customer changed.
    OverdraftLimitSet,
    /// The daily or monthly spend limit of a customer changed.
    SpendLimitSet,
    /// The operator activated a user.
    UserActivated,
    /// The operator deactivated a user.
    UserDeactivated,
    /// The idp deleted a user, and this server deleted the user's data from the idp.
    UserDeleted,
    /// The operator requested that the idp signs a user out everywhere; the success has an entry of its own.
    UserSignOutAsked,
    /// The operator signed a user out everywhere.
    UserSignedOut,
    /// The operator requested new signing keys from the idp; the success has an entry of its own.
    SigningKeysRotationAsked,
    /// The operator started to view the product as a user.
    UserViewed,
    /// The operator created and announced the next signing keys.
    SigningKeysRotated,
}

impl Action {
    /// Returns the entry of this action on an object, with details.
    pub(crate) const fn on(self, subject: &str, details: Value) -> AuditEntry<'_> {
        AuditEntry {
            action: self,
            subject,
            details,
        }
    }

    /// Returns the action's name in the audit log.
    #[expect(clippy::too_many_lines, reason = "one row for each action")]
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::WebsiteRegistered => "website.registered",
            Self::WebsiteChanged => "website.changed",
            Self::ClientRotated => "client.rotated",
            Self::PublicClientSet => "public_client.set",
            Self::WebsiteSuspended => "website.suspended",
            Self::WebsiteResumed => "website.resumed",
            Self::WebsiteHandedOver => "website.handed_over",
            Self::KeyMade => "key.made",
            Self::KeyChanged => "key.changed",
            Self::KeyRevoked => "key.revoked",
            Self::KeyRotated => "key.rotated",
            Self::CreditsGranted => "credits.granted",
            Self::CreditsReversed => "credits.reversed",
            Self::GrantVoided => "grant.voided",
            Self::AlertsChanged => "alerts.changed",
            Self::CreditPolicySet => "credit_policy.set",
            Self::WebhookAdded => "webhook.added",
            Self::WebhookChanged => "webhook.changed",
            Self::WebhookRotated => "webhook.rotated",
            Self::WebhookDeleted => "webhook.deleted",
            Self::WebhookDisabled => "webhook.disabled",
            Self::WalletFrozen => "wallet.frozen",
            Self::WalletFreed => "wallet.freed",
            Self::SignupGrantSet => "signup_grant.set",
            Self::FeatureSaved => "feature.saved",
            Self::PriceAdded => "price.added",
            Self::StripeConnected => "stripe.connected",
            Self::StripeKeyReplaced => "stripe.key_replaced",
            Self::StripeSecretRotated => "stripe.secret_rotated",
            Self::StripeEndpointRepaired => "stripe.endpoint_repaired",
            Self::StripeDegraded => "stripe.degraded",
            Self::StripeRestored => "stripe.restored",
            Self::StripeRevoked => "stripe.revoked",
            Self::StripeDisconnected => "stripe.disconnected",
            Self::BillingSettingsSet => "billing_settings.set",
            Self::PackSaved => "pack.saved",
            Self::PackVersionAdded => "pack_version.added",
            Self::PackPriceRepaired => "pack_price.repaired",
            Self::PlanSaved => "plan.saved",
            Self::PlanVersionAdded => "plan_version.added",
            Self::PlanPriceRepaired => "plan_price.repaired",
            Self::PlanPriceMapped => "plan_price.mapped",
            Self::StripeCustomerLinked => "stripe_customer.linked",
            Self::SubscriptionChanged => "subscription.changed",
            Self::SubscriptionCanceled => "subscription.canceled",
            Self::SubscriptionResumed => "subscription.resumed",
            Self::TopUpSet => "top_up.set",
            Self::TopUpLowered => "top_up.lowered",
            Self::TopUpTurnedOff => "top_up.turned_off",
            Self::PaymentAccepted => "payment.accepted",
            Self::PaymentRefunded => "payment.refunded",
            Self::RefundRefused => "refund.refused",
            Self::FraudWarned => "payment.fraud_warned",
            Self::DisputeOpened => "dispute.opened",
            Self::DisputeWon => "dispute.won",
            Self::DisputeLost => "dispute.lost",
            Self::StripeObjectReplayed => "stripe_object.replayed",
            Self::BillingFindingAccepted => "billing_finding.accepted",
            Self::ReconcileStarted => "reconcile.started",
            Self::OverdraftLimitSet => "overdraft_limit.set",
            Self::SpendLimitSet => "spend_limit.set",
            Self::UserActivated => "user.activated",
            Self::UserDeactivated => "user.deactivated",
            Self::UserDeleted => "user.deleted",
            Self::UserSignOutAsked => "user.sign_out_asked",
            Self::UserSignedOut => "user.signed_out",
            Self::SigningKeysRotationAsked => "signing_keys.rotation_asked",
            Self::UserViewed => "user.viewed",
            Self::SigningKeysRotated => "signing_keys.rotated",
        }
    }
}

/// An action, the changed object and further details, for the audit log.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AuditEntry<'a> {
    /// The action.
    pub(crate) action: Action,
    /// The id of the changed object.
    pub(crate) subject: &'a str,
    /// Further details.
    pub(crate) details: Value,
}

/// Adds the reason that the actor gave, if any, to the details.
pub(crate) fn with_reason(mut details: Value, reason: Option<&str>) -> Value {
    if let (Some(members), Some(reason)) = (details.as_object_mut(), reason) {
        members.insert("reason".to_owned(), json!(reason));
    }
    details
}

/// An entry of the audit log. It contains no secret, no token and no email address.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Event<'a> {
    /// The actor: `usr_…` or `key_…`.
    pub(crate) actor: &'a str,
    /// The origin of the user's token, if a user acted by a request.
    pub(crate) session: Option<&'a UserSession>,
    /// The action.
    pub(crate) action: Action,
    /// The website, if the action concerns one.
    pub(crate) website_id: Option<&'a str>,
    /// The id of the changed object.
    pub(crate) subject: &'a str,
    /// Further details.
    pub(crate) details: Value,
}
