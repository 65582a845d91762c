//! Error codes of sign-in, a closed list, with the texts and statuses that client libraries expect.

/// Code of a sign-in as another user than the one who has to authenticate again.
pub(super) const OTHER_PERSON: &str = "OtherPerson";

/// Code of an email that could not be sent.
pub(super) const EMAIL_SIGNIN: &str = "EmailSignin";

/// Returns the message above the forms of the sign-in page for `?error=`; `None` if there is nothing to show.
pub(super) fn sign_in_message(code: &str) -> Option<&'static str> {
    match code {
        "" => None,
        "Signin" | "OAuthSignin" | "OAuthCallback" | "OAuthCreateAccount"
        | "EmailCreateAccount" | "Callback" => Some("Try signing in with a different account."),
        "OAuthAccountNotLinked" => {
            Some("To confirm your identity, sign in with the same account you used originally.")
        }
        EMAIL_SIGNIN => Some("The e-mail could not be sent."),
        "CredentialsSignin" => Some("Sign in failed. Check the details you provided are correct."),
        "NotFresh" => Some(
            "The provider did not ask you to sign in again. Sign in another way, or sign out there first.",
        ),
        "SessionRequired" => Some("Please sign in to access this page."),
        OTHER_PERSON => Some(
            "That is another account, so nothing was changed. Confirm as the person below, or sign out first.",
        ),
        _ => Some("Unable to sign in."),
    }
}

/// Codes that the error page redirects to the sign-in page.
const SIGN_IN_PAGE_CODES: [&str; 11] = [
    "Signin",
    "OAuthSignin",
    "OAuthCallback",
    "OAuthCreateAccount",
    "EmailCreateAccount",
    "Callback",
    "OAuthAccountNotLinked",
    EMAIL_SIGNIN,
    "CredentialsSignin",
    "SessionRequired",
    "NotFresh",
];

/// Returns the code of the refusal in a path below `/api/auth/`: one of a closed list.
pub(super) fn refusal_in(path: &str) -> Option<&'static str> {
    if path.strip_prefix("signin?error=") == Some(OTHER_PERSON) {
        return Some(OTHER_PERSON);
    }
    let code = path.strip_prefix("error?error=")?;
    let code = code.split_once('&').map_or(code, |(code, _)| code);
    Some(ErrorPage::parse(code).code())
}

/// Reaction of the error page to a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ErrorPage {
    /// Redirects to the sign-in page.
    SignIn(&'static str),
    /// The server is misconfigured: 500.
    Configuration,
    /// The user may not sign in: 403.
    AccessDenied,
    /// The link is used up, expired or wrong: 403.
    Verification,
    /// Any other code, or none: 200.
    Other,
}

/// Returns whether the sign-in page has a message for a code.
pub(super) fn is_sign_in_page_code(code: &str) -> bool {
    SIGN_IN_PAGE_CODES.contains(&code)
}

impl ErrorPage {
    /// Returns the public code; `Default` if the code has no page of its own.
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::SignIn(code) => code,
            Self::Configuration => "Configuration",
            Self::AccessDenied => "AccessDenied",
            Self::Verification => "Verification",
            Self::Other => "Default",
        }
    }

    /// Parses a code; ignores case for codes with a page of their own.
    pub(super) fn parse(code: &str) -> Self {
        if let Some(known) = SIGN_IN_PAGE_CODES.iter().find(|known| **known == code) {
            return Self::SignIn(known);
        }
        match code.to_ascii_lowercase().as_str() {
            "configuration" => Self::Configuration,
            "accessdenied" => Self::AccessDenied,
            "verification" => Self::Verification,
            _ => Self::Other,
        }
    }

    /// Returns the status of the page.
    pub(super) fn status(self) -> u16 {
        match self {
            Self::SignIn(_) => 302,
            Self::Configuration => 500,
            Self::AccessDenied | Self::Verification => 403,
            Self::Other => 200,
        }
    }

    /// Returns the heading and the text of the page.
    pub(super) fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Configuration => (
                "Server error",
                "There is a problem with the server configuration. Check the server logs for more information.",
            ),
            Self::AccessDenied => ("Access Denied", "You do not have permission to sign in."),
            Self::Verification => (
                "Unable to sign in",
                "The sign in link is no longer valid. It may have been used already or it may have expired.",
            ),
            Self::SignIn(_) | Self::Other => ("Error", ""),
        }
    }

    /// Returns whether the page links to the sign-in page.
    pub(super) fn offers_sign_in(self) -> bool {
        matches!(self, Self::AccessDenied | Self::Verification)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_words() {
        let other = "Try signing in with a different account.";
        let rows = [
            ("Signin", other),
            ("OAuthSignin", other),
            ("OAuthCallback", other),
            ("OAuthCreateAccount", other),
            ("EmailCreateAccount", other),
            ("Callback", other),
            (
                "OAuthAccountNotLinked",
                "To confirm your identity, sign in with the same account you used originally.",
            ),
            ("EmailSignin", "The e-mail could not be sent."),
            (
                "CredentialsSignin",
                "Sign in failed. Check the details you provided are correct.",
            ),
            ("SessionRequired", "Please sign in to access this page."),
            ("emailsignin", "Unable to sign in."),
            ("constructor", "Unable to sign in."),
            ("<script>", "Unable to sign in."),
        ];
        for (code, expected) in rows {
            assert_eq!(sign_in_message(code), Some(expected), "{code}");
        }
        assert_eq!(sign_in_message(""), None);
    }

    #[test]
    fn address_of_a_refusal_has_a_known_code() {
        let rows = [
            ("error?error=AccessDenied", Some("AccessDenied")),
            ("error?error=configuration", Some("Configuration")),
            (
                "error?error=CredentialsSignin&provider=credentials",
                Some("CredentialsSignin"),
            ),
            ("error?error=own-text-of-a-client", Some("Default")),
            ("signin?error=OtherPerson", Some("OtherPerson")),
            ("signin?error=CredentialsSignin", None),
            ("signin?csrf=true", None),
            ("verify-request?provider=email", None),
        ];
        for (path, expected) in rows {
            assert_eq!(refusal_in(path), expected, "{path}");
        }
    }

    // row: pages-2
    #[test]
    fn error_pages() {
        let rows = [
            ("Configuration", ErrorPage::Configuration, 500),
            ("configuration", ErrorPage::Configuration, 500),
            ("AccessDenied", ErrorPage::AccessDenied, 403),
            ("ACCESSDENIED", ErrorPage::AccessDenied, 403),
            ("Verification", ErrorPage::Verification, 403),
            ("verification", ErrorPage::Verification, 403),
            ("OAuthCallback", ErrorPage::SignIn("OAuthCallback"), 302),
            ("oauthcallback", ErrorPage::Other, 200),
            ("", ErrorPage::Other, 200),
            ("constructor", ErrorPage::Other, 200),
        ];
        for (code, expected, status) in rows {
            assert_eq!(ErrorPage::parse(code), expected, "{code}");
            assert_eq!(ErrorPage::parse(code).status(), status, "{code}");
        }
        for code in SIGN_IN_PAGE_CODES {
            assert_eq!(ErrorPage::parse(code), ErrorPage::SignIn(code));
            assert_ne!(sign_in_message(code), Some("Unable to sign in."), "{code}");
        }
    }
}
