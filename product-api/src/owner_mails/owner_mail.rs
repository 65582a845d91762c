//! An email to the owner of a website.

use foundation::Failure;

use crate::caller::Mode;

/// Maximum lengths in characters, which the identity provider accepts.
const MAX_TITLE: usize = 120;
const MAX_LINE: usize = 500;

/// The owner of a website, and the website.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WebsiteOwner {
    /// The owner.
    pub(crate) user_id: String,
    /// The website.
    pub(crate) website_id: String,
    /// The website's name.
    pub(crate) website_name: String,
    /// The mode that the email is about.
    pub(crate) mode: Mode,
}

/// Columns of a query for an owner: the user, the website, its name, and the mode.
pub(crate) type WebsiteOwnerRow = (String, String, String, String);

impl TryFrom<WebsiteOwnerRow> for WebsiteOwner {
    type Error = Failure;

    fn try_from(
        (user_id, website_id, website_name, mode): WebsiteOwnerRow,
    ) -> Result<Self, Failure> {
        let mode = mode.parse();
        Ok(Self {
            user_id,
            website_id,
            website_name,
            mode: mode.map_err(|error| Failure::broken("reading the mode of a book", error))?,
        })
    }
}

/// The text of an email. The frame around it is the identity provider's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OwnerMail {
    /// The cause, such as `dispute dsp_… open`: each has one email.
    pub(crate) cause: String,
    /// The subject.
    pub(crate) title: String,
    /// The paragraphs.
    pub(crate) lines: [String; 2],
    /// The page of the website on which the owner acts, such as `payments/pmt_…`.
    pub(crate) page: String,
}

impl OwnerMail {
    /// Returns the subject, which names test mode.
    pub(super) fn title_for(&self, owner: &WebsiteOwner) -> String {
        title_in(owner.mode, &self.title)
    }

    /// Returns the paragraphs, one in each line.
    pub(super) fn lines_text(&self) -> String {
        text_of(&self.lines)
    }

    /// Returns the path of the page in the app.
    pub(super) fn page_for(&self, owner: &WebsiteOwner) -> String {
        let query = match owner.mode {
            Mode::Live => "",
            Mode::Test => "?mode=test",
        };
        format!("/s/{}/{}{query}", owner.website_id, self.page)
    }
}

/// Returns a subject of the length that the identity provider accepts. It names test mode.
pub(super) fn title_in(mode: Mode, title: &str) -> String {
    let front = match mode {
        Mode::Live => "",
        Mode::Test => "Test: ",
    };
    plain(&format!("{front}{title}"), MAX_TITLE)
}

/// Returns paragraphs, one in each line.
pub(super) fn text_of(lines: &[String; 2]) -> String {
    lines
        .each_ref()
        .map(|line| plain(line, MAX_LINE))
        .join("\n")
}

/// Returns a text without control characters, cut to a number of characters.
fn plain(text: &str, most: usize) -> String {
    let spaced = text
        .chars()
        .map(|one| if one.is_control() { ' ' } else { one });
    if text.chars().count() <= most {
        return spaced.collect();
    }
    let mut short: String = spaced.take(most.saturating_sub(1)).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_the_lengths_that_the_identity_provider_accepts() {
        let mail = OwnerMail {
            cause: "dispute dsp_1 open".to_owned(),
            title: "ä".repeat(200),
            lines: ["one\ntwo".to_owned(), "x".repeat(501)],
            page: "payments/pmt_1".to_owned(),
        };
        let mut owner = WebsiteOwner {
            user_id: "usr_1".to_owned(),
            website_id: "web_1".to_owned(),
            website_name: "Pictures".to_owned(),
            mode: Mode::Live,
        };
        assert_eq!(mail.title_for(&owner).chars().count(), MAX_TITLE);
        assert_eq!(mail.page_for(&owner), "/s/web_1/payments/pmt_1");
        owner.mode = Mode::Test;
        assert!(mail.title_for(&owner).starts_with("Test: ä"));
        assert_eq!(mail.page_for(&owner), "/s/web_1/payments/pmt_1?mode=test");
        let lines = mail.lines_text();
        let (first, second) = lines.split_once('\n').unwrap();
        assert_eq!((first, second.chars().count()), ("one two", MAX_LINE));
    }
}
