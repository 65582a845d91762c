//! Emails of sign-ins, address proofs and notices, as text and as HTML.

use std::time::Duration;

use askama::Template;
use foundation::Failure;
use serde::{Deserialize, Serialize};

use super::email_brand::{EmailBrand, OUR_COLORS};
use super::notice::Notice;
use crate::config::BaseConfig;
use crate::http::i18n::{fill, fill_two, say};
use foundation::EmailAddress;

/// An email ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Email {
    /// Address of the recipient.
    pub(super) to: String,
    /// The subject.
    pub(super) subject: String,
    /// The text part.
    pub(super) text: String,
    /// The HTML part.
    pub(super) html: String,
}

#[derive(Template)]
#[template(path = "mail/sign_in.html")]
struct SignInEmailHtml<'a> {
    preview: &'a str,
    site: Option<&'a EmailBrand>,
    host: &'a str,
    link: &'a str,
    code: &'a str,
    colors: [&'a str; 2],
    minutes: u64,
}

/// Contents of a sign-in email.
#[derive(Clone, Copy, Debug)]
pub(super) struct SignInEmail<'a> {
    /// Our host.
    pub(super) host: &'a str,
    /// The website whose request caused the email; without one the email names our host alone.
    pub(super) site: Option<&'a EmailBrand>,
    /// URL that signs in.
    pub(super) link: &'a str,
    /// The six digits.
    pub(super) code: &'a str,
    /// Lifetime of both.
    pub(super) lifetime: Duration,
}

/// Writes the sign-in email, which contains nothing that a user typed.
pub(super) fn sign_in_email(to: &EmailAddress, about: SignInEmail<'_>) -> Result<Email, Failure> {
    let SignInEmail {
        host,
        site,
        link,
        code,
        lifetime,
    } = about;
    let minutes = lifetime.as_secs().div_ceil(60);
    let preview = fill("Your code is {}.", code);
    let lives = fill(
        "The link and the code work once, within {} minutes.",
        minutes,
    );
    let colors = site.map(|site| site.colors.each_ref().map(String::as_str));
    let html = SignInEmailHtml {
        preview: &format!("{preview} {lives}"),
        site,
        // Mail clients link host names; a zero-width space prevents that.
        host: &host.replace('.', "\u{200b}."),
        link,
        code,
        colors: colors.unwrap_or(OUR_COLORS),
        minutes,
    };
    let html = html
        .render()
        .map_err(|error| Failure::broken("rendering a mail", error))?;
    let heading = fill(
        "Sign in to {}",
        site.map_or(host, |site| site.name.as_str()),
    );
    let subject = match site {
        Some(site) => fill_two("{} is your code for {}", code, &site.name),
        None => heading.clone(),
    };
    let sent_for = site.map(|site| fill_two("{} sent this email for {}.", host, &site.name));
    let text = format!(
        "{heading}\n{link}\n\n{} {code}\n\n{lives}\n{}\n{}",
        say("Or type this code in the browser where you asked for it:"),
        say("If you did not ask for this email, you can ignore it."),
        sent_for.map_or_else(String::new, |line| format!("{line}\n")),
    );
    Ok(Email {
        to: to.as_str().to_owned(),
        subject,
        text,
        html,
    })
}

#[derive(Template)]
#[template(path = "mail/address.html")]
struct AddressEmailHtml<'a> {
    host: &'a str,
    link: &'a str,
    code: &'a str,
    minutes: u64,
}

/// Writes the email with the link and code that prove an address of a signed-in user.
pub(super) fn address_email(
    to: &EmailAddress,
    host: &str,
    link: &str,
    code: &str,
    lifetime: Duration,
) -> Result<Email, Failure> {
    let minutes = lifetime.as_secs().div_ceil(60);
    let template = AddressEmailHtml {
        host: &host.replace('.', "\u{200b}."),
        link,
        code,
        minutes,
    };
    let html = template
        .render()
        .map_err(|error| Failure::broken("rendering a mail", error))?;
    let subject = fill("Confirm your address at {}", host);
    let text = format!(
        "{subject}\n{link}\n\n{} {code}\n\n{} {}\n{}\n",
        say("Open it in the browser where you are signed in, or type this code there:"),
        fill(
            "The link and the code work once, within {} minutes.",
            minutes
        ),
        say("Do not share the code."),
        say("If you did not ask for this email, you can ignore it."),
    );
    Ok(Email {
        to: to.as_str().to_owned(),
        subject,
        text,
        html,
    })
}

#[derive(Template)]
#[template(path = "mail/notice.html")]
struct NoticeEmailHtml<'a> {
    subject: &'a str,
    sentence: &'a str,
    link: &'a str,
}

/// Returns the subject and the sentence of a notice.
fn notice_texts(notice: Notice<'_>, host: &str) -> (String, String) {
    match notice {
        Notice::MethodAdded(way) => (
            fill("A new way to sign in to {}", host),
            fill("{} was added to the ways to sign in to your account.", way),
        ),
        Notice::MethodRemoved(way) => (
            fill("A way to sign in to {} was removed", host),
            fill(
                "{} was removed from the ways to sign in to your account.",
                way,
            ),
        ),
        Notice::AddressReplaced => (
            fill("Your address at {} was changed", host),
            say("Your account has another address from now on; this one no longer signs in.")
                .to_owned(),
        ),
        Notice::MergedInto => (
            fill("Two accounts at {} became one", host),
            say("Another account was merged into yours: its ways to sign in lead to yours now. You can undo this on your account page for seven days.")
                .to_owned(),
        ),
        Notice::MergedAway => (
            fill("Two accounts at {} became one", host),
            say("Your account was merged into another one: its ways to sign in lead there now. You can undo this on the account page for seven days.")
                .to_owned(),
        ),
        Notice::DeletionScheduled(day) => (
            fill("Your account at {} will be deleted", host),
            fill(
                "Your account will be deleted on {}. Sign in before then to keep it.",
                day,
            ),
        ),
        Notice::DeletionCancelled => (
            fill("Your account at {} will not be deleted", host),
            say("You signed in, so your account will not be deleted. If you still want that, ask for it again on the page of your data.")
                .to_owned(),
        ),
        Notice::MergeUndone => (
            fill("Two accounts at {} are separate again", host),
            say("A merge of two accounts was undone. Each has its own ways to sign in again.")
                .to_owned(),
        ),
    }
}

/// Writes the email about a change of an account. Names of sign-in methods come from the settings.
pub(super) fn notice_email(
    to: &str,
    base: &BaseConfig,
    notice: Notice<'_>,
) -> Result<Email, Failure> {
    let (subject, sentence) = notice_texts(notice, base.host());
    let link = format!("{}/api/auth/account", base.issuer);
    let template = NoticeEmailHtml {
        subject: &subject.replace('.', "\u{200b}."),
        sentence: &sentence,
        link: &link,
    };
    let html = template
        .render()
        .map_err(|error| Failure::broken("rendering a mail", error))?;
    let text = format!(
        "{sentence}\n{}\n\n{}\n{link}\n",
        say("If this was you, there is nothing to do."),
        say("If it was not you, sign in, and remove every way to sign in that is not yours."),
    );
    Ok(Email {
        to: to.to_owned(),
        subject,
        text,
        html,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_has_the_link_the_code_and_nothing_typed() {
        let to = EmailAddress::parse("o'neil@example.com").unwrap();
        let link = "http://id.example.com/api/auth/callback/email?callbackUrl=http%3A%2F%2Fa&token=b&email=c";
        let lifetime = Duration::from_mins(15);
        let about = SignInEmail {
            host: "id.example.com",
            site: None,
            link,
            code: "012345",
            lifetime,
        };
        let email = sign_in_email(&to, about).unwrap();
        assert_eq!(email.subject, "Sign in to id.example.com");
        assert!(
            email
                .text
                .starts_with(&format!("Sign in to id.example.com\n{link}\n"))
        );
        assert!(email.text.contains("012345") && email.text.contains("15 minutes"));
        assert!(email.html.contains("token=b&#38;email=c"), "{}", email.html);
        assert!(email.html.contains("id\u{200b}.example\u{200b}.com"));
        assert!(email.html.contains("012345"));
        assert!(email.html.contains(">Your code is 012345. The link and"));
        assert!(!email.html.contains("neil") && !email.text.contains("neil"));
    }

    #[test]
    fn email_for_a_website_has_its_name_its_mark_and_the_code_in_the_subject() {
        let to = EmailAddress::parse("ann@example.com").unwrap();
        let colors = ("#c2410c".to_owned(), "#ffffff".to_owned());
        let site = EmailBrand::new("Paper & Plane", "P".to_owned(), Some(colors)).unwrap();
        let about = SignInEmail {
            host: "id.example.com",
            site: Some(&site),
            link: "http://id.example.com/x",
            code: "012345",
            lifetime: Duration::from_mins(15),
        };
        let email = sign_in_email(&to, about).unwrap();
        assert_eq!(email.subject, "012345 is your code for Paper & Plane");
        let text = "Sign in to Paper & Plane\nhttp://id.example.com/x\n";
        assert!(email.text.starts_with(text), "{}", email.text);
        let sent_for = "id.example.com sent this email for Paper & Plane.\n";
        assert!(email.text.ends_with(sent_for), "{}", email.text);
        for part in [
            "background:#c2410c;color:#ffffff",
            ">P</td>",
            "<strong>Paper &#38; Plane</strong>",
            "sent this email for Paper &#38; Plane.",
        ] {
            assert!(email.html.contains(part), "no {part} in {}", email.html);
        }
    }
}
