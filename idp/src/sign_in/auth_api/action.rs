//! Parses a path under `/api/auth/` into an action.

/// Action of the sign-in API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action<'a> {
    /// `providers`
    Providers,
    /// `session`
    Session,
    /// `csrf`
    Csrf,
    /// `signin` and `signin/{provider}`
    SignIn(ProviderChoice<'a>),
    /// `signout`
    SignOut,
    /// `callback/email`
    EmailCallback,
    /// `callback/credentials`
    CredentialsCallback,
    /// `password/new`, `password/sent`, `password/set` and `password/change`
    Password(PasswordPage),
    /// `callback/{provider}`
    ProviderCallback(&'a str),
    /// `passkey/options`
    PasskeyOptions,
    /// `callback/passkey`
    PasskeyCallback,
    /// `verify-request`
    VerifyRequest,
    /// `error` and `error/{code}`
    Error(Option<&'a str>),
    /// `_log`
    Log,
}

impl Action<'_> {
    /// Returns the pattern of the action's path, for metrics and the log.
    pub(super) const fn route(self) -> &'static str {
        match self {
            Self::Providers => "/api/auth/providers",
            Self::Session => "/api/auth/session",
            Self::Csrf => "/api/auth/csrf",
            Self::SignIn(ProviderChoice::None) => "/api/auth/signin",
            Self::SignIn(ProviderChoice::Email) => "/api/auth/signin/email",
            Self::SignIn(ProviderChoice::Credentials) => "/api/auth/signin/credentials",
            Self::SignIn(ProviderChoice::Provider(_)) => "/api/auth/signin/:provider",
            Self::SignOut => "/api/auth/signout",
            Self::EmailCallback => "/api/auth/callback/email",
            Self::CredentialsCallback => "/api/auth/callback/credentials",
            Self::ProviderCallback(_) => "/api/auth/callback/:provider",
            Self::PasskeyCallback => "/api/auth/callback/passkey",
            Self::PasskeyOptions => "/api/auth/passkey/options",
            Self::Password(PasswordPage::New) => "/api/auth/password/new",
            Self::Password(PasswordPage::Sent) => "/api/auth/password/sent",
            Self::Password(PasswordPage::Set) => "/api/auth/password/set",
            Self::Password(PasswordPage::Change) => "/api/auth/password/change",
            Self::VerifyRequest => "/api/auth/verify-request",
            Self::Error(None) => "/api/auth/error",
            Self::Error(Some(_)) => "/api/auth/error/:code",
            Self::Log => "/api/auth/_log",
        }
    }
}

/// Page about passwords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PasswordPage {
    /// Asks for the email address that gets a link.
    New,
    /// Confirms that the link was sent.
    Sent,
    /// Sets a password by a link.
    Set,
    /// Changes the password of a signed-in user.
    Change,
}

/// Provider that a sign-in names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProviderChoice<'a> {
    None,
    /// The link and code of an email.
    Email,
    /// An email address and a password.
    Credentials,
    /// An upstream provider, which may not exist.
    Provider(&'a str),
}

/// The id of the email provider.
pub(super) const EMAIL: &str = "email";
/// The name of the email provider.
pub(super) const EMAIL_NAME: &str = "Email";

/// The id of the credentials provider.
pub(super) const CREDENTIALS: &str = "credentials";
/// The name of the credentials provider.
pub(super) const CREDENTIALS_NAME: &str = "Password";

/// The path segment of passkeys, which have a callback although they are not a provider of client libraries.
pub(super) const PASSKEY: &str = "passkey";

/// Parses the path after `/api/auth/` byte for byte. Decodes and normalises nothing, so that no other spelling names an
/// action. Ignores segments after the provider.
pub(super) fn parse_action(path: &str) -> Option<Action<'_>> {
    let is_plain = |segment: &str| {
        !segment.is_empty()
            && segment
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    if !path.split('/').all(is_plain) {
        return None;
    }
    let mut segments = path.split('/');
    let action = segments.next()?;
    let second = segments.next();
    match action {
        "providers" => Some(Action::Providers),
        "session" => Some(Action::Session),
        "csrf" => Some(Action::Csrf),
        "signin" => Some(Action::SignIn(match second {
            None => ProviderChoice::None,
            Some(EMAIL) => ProviderChoice::Email,
            Some(CREDENTIALS) => ProviderChoice::Credentials,
            Some(id) => ProviderChoice::Provider(id),
        })),
        "signout" => Some(Action::SignOut),
        "callback" => match second {
            Some(EMAIL) => Some(Action::EmailCallback),
            Some(CREDENTIALS) => Some(Action::CredentialsCallback),
            Some(PASSKEY) => Some(Action::PasskeyCallback),
            Some(id) => Some(Action::ProviderCallback(id)),
            None => None,
        },
        "password" => password_step(second?).map(Action::Password),
        PASSKEY => (second == Some("options")).then_some(Action::PasskeyOptions),
        "verify-request" => Some(Action::VerifyRequest),
        "error" => Some(Action::Error(second)),
        "_log" => Some(Action::Log),
        _ => None,
    }
}

fn password_step(segment: &str) -> Option<PasswordPage> {
    match segment {
        "new" => Some(PasswordPage::New),
        "sent" => Some(PasswordPage::Sent),
        "set" => Some(PasswordPage::Set),
        "change" => Some(PasswordPage::Change),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // row: requests-3
    #[test]
    fn plain_paths_name_actions() {
        let rows = [
            ("providers", Action::Providers),
            ("session", Action::Session),
            ("session/x", Action::Session),
            ("csrf", Action::Csrf),
            ("signin", Action::SignIn(ProviderChoice::None)),
            ("signin/email", Action::SignIn(ProviderChoice::Email)),
            ("signin/email/x", Action::SignIn(ProviderChoice::Email)),
            (
                "signin/Email",
                Action::SignIn(ProviderChoice::Provider("Email")),
            ),
            (
                "signin/credentials",
                Action::SignIn(ProviderChoice::Credentials),
            ),
            (
                "signin/github",
                Action::SignIn(ProviderChoice::Provider("github")),
            ),
            ("signout", Action::SignOut),
            ("callback/email", Action::EmailCallback),
            ("callback/email/x", Action::EmailCallback),
            ("passkey/options", Action::PasskeyOptions),
            ("callback/passkey", Action::PasskeyCallback),
            ("callback/credentials", Action::CredentialsCallback),
            ("password/new", Action::Password(PasswordPage::New)),
            ("password/sent", Action::Password(PasswordPage::Sent)),
            ("password/set", Action::Password(PasswordPage::Set)),
            ("password/change", Action::Password(PasswordPage::Change)),
            ("callback/github/x", Action::ProviderCallback("github")),
            ("callback/Email", Action::ProviderCallback("Email")),
            ("verify-request", Action::VerifyRequest),
            ("error", Action::Error(None)),
            ("error/Verification", Action::Error(Some("Verification"))),
            ("_log", Action::Log),
        ];
        for (path, expected) in rows {
            assert_eq!(parse_action(path), Some(expected), "{path}");
        }
    }

    #[test]
    fn route_holds_no_text_of_the_client() {
        let rows = [
            ("signin/github", "/api/auth/signin/:provider"),
            ("signin/email/x", "/api/auth/signin/email"),
            ("callback/my-own-text", "/api/auth/callback/:provider"),
            ("error/my-own-text", "/api/auth/error/:code"),
            ("password/set/x", "/api/auth/password/set"),
        ];
        for (path, expected) in rows {
            assert_eq!(
                parse_action(path).map(Action::route),
                Some(expected),
                "{path}"
            );
        }
    }

    #[test]
    fn odd_spellings_are_no_actions() {
        let rows = [
            "",
            "/signin",
            "signin/",
            "signin//email",
            "Signin",
            "SIGNIN",
            "signin;x",
            "signin%2f",
            "sign%69n",
            ".",
            "./signin",
            "../signin",
            "%2e/signin",
            "signin\\email",
            "callback",
            "callback/",
            "passkey",
            "passkey/x",
            "password",
            "password/Set",
            "unknown",
        ];
        for path in rows {
            assert_eq!(parse_action(path), None, "{path}");
        }
    }
}
