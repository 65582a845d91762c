//! A message of another service to a user: a title, lines and a link, in the frame of our emails.

use std::time::Duration;

use askama::Template;
use foundation::{Connection, Failure, id};

use super::delivery::EmailKind;
use super::email::Email;
use super::store;
use super::store::outbox::ContainedLink;
use crate::app::App;
use crate::http::i18n::{Language, fill, say, with_language};

/// Time until the outbox gives up.
const LIFETIME: Duration = Duration::from_hours(72);

/// A message. Its words are the caller's, as plain text; the frame around them is ours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Message<'a> {
    /// The subject and the heading.
    pub(crate) title: &'a str,
    /// One or two paragraphs.
    pub(crate) lines: &'a [String],
    /// A URL of this installation.
    pub(crate) link: &'a str,
    /// Language of the frame.
    pub(crate) language: Language,
}

#[derive(Template)]
#[template(path = "mail/message.html")]
struct MessageEmailHtml<'a> {
    title: &'a str,
    lines: &'a [String],
    link: &'a str,
    reason: &'a str,
}

/// Queues a message to an address; the caller must wake the outbox after the commit.
pub(crate) async fn queue_message(
    app: &App,
    db: &mut Connection<'_>,
    to: &str,
    message: Message<'_>,
) -> Result<(), Failure> {
    let host = app.config.base.host();
    let email = with_language(message.language, async { write(to, host, message) }).await?;
    let now = app.clock.now();
    let mail_id = id::new("mail", &app.clock, &app.random)?;
    // The link needs a sign-in, so that it does not end with the email.
    let contained = ContainedLink {
        token: "",
        expires_at: now.plus(LIFETIME),
    };
    let entry = app
        .mail
        .outbox_message(mail_id, EmailKind::Message, &email, contained)?;
    store::outbox::insert(db, &entry, now).await
}

/// Writes the email in the language of the current task.
fn write(to: &str, host: &str, message: Message<'_>) -> Result<Email, Failure> {
    let reason = fill(
        "You get this email because you have an account at {}.",
        host,
    );
    let template = MessageEmailHtml {
        title: message.title,
        lines: message.lines,
        link: message.link,
        // Mail clients link host names; a zero-width space prevents that.
        reason: &reason.replace('.', "\u{200b}."),
    };
    let html = template
        .render()
        .map_err(|error| Failure::broken("rendering a mail", error))?;
    let text = format!(
        "{}\n\n{}\n{}\n\n{reason}\n",
        message.lines.join("\n\n"),
        say("Read more:"),
        message.link,
    );
    Ok(Email {
        to: to.to_owned(),
        subject: message.title.to_owned(),
        text,
        html,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn written(message: Message<'_>) -> Email {
        let writing = async { write("ann@example.com", "id.example.com", message) };
        with_language(message.language, writing).await.unwrap()
    }

    #[tokio::test]
    async fn message_has_the_words_as_text_and_a_frame_in_its_language() {
        let lines = [
            "<b>10.00 EUR</b> & more".to_owned(),
            "Answer soon.".to_owned(),
        ];
        for (language, frame) in [
            (Language::English, "Read more:"),
            (Language::German, "Mehr dazu:"),
        ] {
            let message = Message {
                title: "A title <of> one",
                lines: &lines,
                link: "http://id.example.com/s/web_1?mode=test&x=1",
                language,
            };
            let email = written(message).await;
            assert_eq!(email.subject, "A title <of> one");
            assert!(
                email
                    .text
                    .starts_with("<b>10.00 EUR</b> & more\n\nAnswer soon.\n")
            );
            assert!(email.text.contains(frame), "{}", email.text);
            assert!(
                email
                    .text
                    .contains("\nhttp://id.example.com/s/web_1?mode=test&x=1\n")
            );
            let parts = [
                "A title &#60;of&#62; one",
                "&#60;b&#62;10.00 EUR&#60;/b&#62; &#38; more",
                "?mode=test&#38;x=1",
            ];
            let missing = parts.iter().find(|part| !email.html.contains(**part));
            assert_eq!(missing, None, "{}", email.html);
            assert!(!email.html.contains("<b>"), "{}", email.html);
        }
    }
}
