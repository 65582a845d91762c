//! What the audit trail tells of: a closed list of actions, and what is known about each.

use serde_json::Value;

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A provider's identity was linked to a user.
    AccountLinked,
    /// It was unlinked.
    AccountUnlinked,
    /// A user's address was set or replaced.
    EmailChanged,
    /// A user took another display name.
    NameChanged,
    /// A user changed other claims of the own profile.
    ProfileChanged,
    /// A user asked to be deleted.
    DeletionAsked,
    /// They came back, and stay.
    DeletionCancelled,
    /// A user who had asked for it was deleted.
    UserDeleted,
    /// Somebody signed in.
    SignInSucceeded,
    /// Somebody did not: wrong, or not allowed.
    SignInFailed,
    /// A person allowed a device what it asked for.
    DeviceAllowed,
    /// A person did not.
    DeviceDenied,
    /// A site was not told that a session ended: it was away for too long, or did not want to hear it.
    LogoutGivenUp,
    /// A mail was given up: nobody took it in its time, or nobody ever will.
    MailGivenUp,
    /// Somebody's password was set.
    PasswordSet,
    /// A person may sign in again.
    UserActivated,
    /// A person was made by hand.
    UserCreated,
    /// A person was taken over from another system.
    UserImported,
    /// A person may not sign in any more.
    UserDeactivated,
    /// A user went into another one: they are one person.
    UsersMerged,
    /// That was undone.
    MergeUndone,
    /// A person was signed out everywhere.
    SessionsEnded,
    /// A passkey was added to a user's ways in.
    PasskeyAdded,
    /// A passkey got another name.
    PasskeyRenamed,
    /// A passkey was removed.
    PasskeyRemoved,
    /// A session ended before its time.
    SessionEnded,
    /// A client was made or replaced.
    ClientPut,
    /// A client was deleted.
    ClientDeleted,
    /// A token was made with which programs register themselves.
    InitialTokenMade,
    /// It was withdrawn.
    InitialTokenWithdrawn,
    /// What a user had allowed a client was taken back.
    ConsentRevoked,
    /// A signing key was published, to sign later.
    KeyAnnounced,
    /// It signs now, in the place of the one before.
    KeyActivated,
    /// A signing key was taken away, because somebody else may have it.
    KeyWithdrawn,
    /// What an earlier master secret sealed was sealed anew.
    SecretsResealed,
    /// What a user allowed a client ended before its time, with all its tokens.
    GrantRevoked,
    /// The operator's link was used.
    OperatorClaimed,
}

impl Action {
    /// Its name in the trail: a room's noun, and what happened to it.
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

/// One thing that happened.
#[derive(Clone, Debug)]
pub(crate) struct Event<'a> {
    /// Who did it: a user's or a client's id; `anonymous` before anybody is known, `idp` for what nobody asked for.
    pub(crate) actor: &'a str,
    /// What was done.
    pub(crate) action: Action,
    /// To what: an id.
    pub(crate) subject: &'a str,
    /// Where the request came from.
    pub(crate) network: Option<String>,
    /// The client on whose behalf it was done.
    pub(crate) client_id: Option<&'a str>,
    /// More about it: a JSON object that never holds a secret or an address.
    pub(crate) details: Value,
}
