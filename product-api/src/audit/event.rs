//! What the audit trail holds.

use serde_json::{Value, json};

/// Where a person's token came from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_field_names, reason = "ids are named alike everywhere")]
pub(crate) struct PersonSession {
    /// The client that it was given to.
    pub(crate) client_id: String,
    /// The session at the idp.
    pub(crate) session_id: String,
    /// The token's id (`jti`), when it has one and it is known.
    pub(crate) token_id: Option<String>,
}

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A website was registered.
    WebsiteRegistered,
    /// A website got another name, home page, other addresses or another branding.
    WebsiteChanged,
    /// A website's client got another secret. It is written before the idp is asked, as is what comes next here: a second line
    /// has the `outcome` when that was refused (`unchanged`) or not answered (`unknown`).
    ClientRotated,
    /// A website got a client without a secret, or that one other addresses.
    PublicClientSet,
    /// A website was suspended.
    WebsiteSuspended,
    /// A suspended website was resumed.
    WebsiteResumed,
    /// A website has another owner: the operator gave it to them, or a merge or its undo did.
    WebsiteHandedOver,
    /// An API key was made.
    KeyMade,
    /// A key got another name, other scopes or caps.
    KeyChanged,
    /// A key was revoked.
    KeyRevoked,
    /// A key got another secret.
    KeyRotated,
    /// Credits were granted by the owner in person.
    CreditsGranted,
    /// Spent credits were given back by the owner in person.
    CreditsReversed,
    /// What was left of a grant was taken back by the owner in person.
    GrantVoided,
    /// A website's alerts were set.
    AlertsChanged,
    /// What a website decides about its ledger was set.
    CreditPolicySet,
    /// A webhook endpoint was added.
    WebhookAdded,
    /// A webhook endpoint was changed or switched.
    WebhookChanged,
    /// A webhook endpoint got a new secret.
    WebhookRotated,
    /// A webhook endpoint was deleted.
    WebhookDeleted,
    /// A webhook endpoint was disabled, because it failed for too long or is gone.
    WebhookDisabled,
    /// A verification froze a wallet.
    WalletFrozen,
    /// The operator let a frozen wallet be used again.
    WalletFreed,
    /// A website's sign-up grant was set.
    SignupGrantSet,
    /// A feature was made, or got another name.
    FeatureSaved,
    /// A feature got another price.
    PriceAdded,
    /// It was set how much a customer may owe.
    OverdraftLimitSet,
    /// It was set how much a customer may spend in a day or a month.
    SpendLimitSet,
    /// The operator let a person in again.
    UserActivated,
    /// The operator switched a person off.
    UserDeactivated,
    /// The identity provider has deleted a person, and what it had told of them was taken away here.
    UserDeleted,
    /// The operator asked the identity provider to sign a person out everywhere; whether it did is a line of its own.
    UserSignOutAsked,
    /// The operator signed a person out everywhere.
    UserSignedOut,
    /// The operator asked the identity provider for the next signing keys; whether it made them is a line of its own.
    SigningKeysRotationAsked,
    /// The operator began to see the product as a person sees it.
    UserViewed,
    /// The operator announced the next signing keys.
    SigningKeysRotated,
}

impl Action {
    /// The word in the trail.
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

/// Details with the reason that whoever acted has given, if they gave one.
pub(crate) fn with_reason(mut details: Value, reason: Option<&str>) -> Value {
    if let (Some(members), Some(reason)) = (details.as_object_mut(), reason) {
        members.insert("reason".to_owned(), json!(reason));
    }
    details
}

/// One line of the trail. It holds no secret, no token and no e-mail address.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Event<'a> {
    /// Who: `usr_…` or `key_…`.
    pub(crate) actor: &'a str,
    /// Where the person's token came from, if it was a person in a call of theirs.
    pub(crate) session: Option<&'a PersonSession>,
    /// What.
    pub(crate) action: Action,
    /// At which website, if at one.
    pub(crate) website_id: Option<&'a str>,
    /// To what: the id of the thing.
    pub(crate) subject: &'a str,
    /// What else is worth knowing later.
    pub(crate) details: Value,
}
