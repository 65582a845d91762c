//! Events of the audit log: a closed list of actions, and the details of each event.

use serde_json::Value;

/// Action of an audit event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A user linked a provider's account.
    AccountLinked,
    /// A user unlinked a provider's account.
    AccountUnlinked,
    /// A user's email address was set or replaced.
    EmailChanged,
    /// A user changed the display name.
    NameChanged,
    /// A user changed other profile claims.
    ProfileChanged,
    /// A user requested the account's deletion.
    DeletionAsked,
    /// The user signed in again and cancelled the deletion.
    DeletionCancelled,
    /// A user who had requested deletion was deleted.
    UserDeleted,
    /// A user signed in.
    SignInSucceeded,
    /// A sign-in failed, or was refused.
    SignInFailed,
    /// A user approved a device's request.
    DeviceAllowed,
    /// A user denied a device's request.
    DeviceDenied,
    /// A back-channel logout was given up: the client was unavailable for too long, or refused it.
    LogoutGivenUp,
    /// An email was given up: no mail server accepted it in time, or one refused it permanently.
    MailGivenUp,
    /// A user's password was set.
    PasswordSet,
    /// A user was activated and can sign in again.
    UserActivated,
    /// A client sent a message to a user.
    UserMailed,
    /// A user was created through the admin API.
    UserCreated,
    /// A user was imported from another system.
    UserImported,
    /// A user was deactivated and can no longer sign in.
    UserDeactivated,
    /// A user was merged into another account of the user.
    UsersMerged,
    /// A merge was undone.
    MergeUndone,
    /// A user was signed out of all sessions.
    SessionsEnded,
    /// A user added a passkey.
    PasskeyAdded,
    /// A user renamed a passkey.
    PasskeyRenamed,
    /// A user removed a passkey.
    PasskeyRemoved,
    /// A session ended before its expiry.
    SessionEnded,
    /// A client was created or replaced.
    ClientPut,
    /// A client was deleted.
    ClientDeleted,
    /// An initial access token for client registration was created.
    InitialTokenMade,
    /// An initial access token was revoked.
    InitialTokenWithdrawn,
    /// A user's consent for a client was revoked.
    ConsentRevoked,
    /// A signing key was published for later use.
    KeyAnnounced,
    /// A signing key replaced the previous one.
    KeyActivated,
    /// A signing key was withdrawn, because it may be known to others.
    KeyWithdrawn,
    /// Values encrypted with an earlier master secret were encrypted again.
    SecretsResealed,
    /// A grant was revoked before its expiry, with all its tokens.
    GrantRevoked,
    /// The one-time operator link was used.
    OperatorClaimed,
}

impl Action {
    /// Returns the action's name in the log: a noun, and the change.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::AccountLinked => "account.linked",
            Self::AccountUnlinked => "account.unlinked",
            Self::EmailChanged => "user.email_changed",
            Self::NameChanged => "user.name_changed",
            Self::ProfileChanged => "user.profile_changed",
            Self::DeletionAsked => "user.deletion_asked",
            Self::DeletionCancelled => "user.deletion_cancelled",
            Self::UserDeleted => "user.deleted",
            Self::SignInSucceeded => "sign_in.succeeded",
            Self::SignInFailed => "sign_in.failed",
            Self::DeviceAllowed => "device.allowed",
            Self::DeviceDenied => "device.denied",
            Self::LogoutGivenUp => "logout.given_up",
            Self::MailGivenUp => "mail.given_up",
            Self::PasswordSet => "password.set",
            Self::UserActivated => "user.activated",
            Self::UserMailed => "user.mailed",
            Self::UserCreated => "user.created",
            Self::UserImported => "user.imported",
            Self::UsersMerged => "user.merged",
            Self::MergeUndone => "user.merge_undone",
            Self::UserDeactivated => "user.deactivated",
            Self::SessionsEnded => "sessions.ended",
            Self::PasskeyAdded => "passkey.added",
            Self::PasskeyRenamed => "passkey.renamed",
            Self::PasskeyRemoved => "passkey.removed",
            Self::SessionEnded => "session.ended",
            Self::ClientPut => "client.put",
            Self::ClientDeleted => "client.deleted",
            Self::InitialTokenMade => "initial_token.made",
            Self::InitialTokenWithdrawn => "initial_token.withdrawn",
            Self::ConsentRevoked => "consent.revoked",
            Self::KeyAnnounced => "key.announced",
            Self::KeyActivated => "key.activated",
            Self::KeyWithdrawn => "key.withdrawn",
            Self::SecretsResealed => "secrets.resealed",
            Self::GrantRevoked => "grant.revoked",
            Self::OperatorClaimed => "operator.claimed",
        }
    }
}

/// An event to record.
#[derive(Clone, Debug)]
pub(crate) struct AuditEvent<'a> {
    /// Id of the user or client that acted; `anonymous` before sign-in, `idp` for the idp's own actions.
    pub(crate) actor: &'a str,
    /// The action.
    pub(crate) action: Action,
    /// Id of the changed object.
    pub(crate) subject: &'a str,
    /// Network of the request.
    pub(crate) network: Option<String>,
    /// Client on whose behalf the actor acted.
    pub(crate) client_id: Option<&'a str>,
    /// Further details: a JSON object that never contains a secret or an email address.
    pub(crate) details: Value,
}
