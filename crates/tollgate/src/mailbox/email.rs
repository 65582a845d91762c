//! Emails of the mail directory.

use std::borrow::Cow;
use std::path::Path;
use std::{fs, io};

use mail_parser::{MessageParser, MessagePart};

/// Maximum number of emails that are shown.
const MAX_SHOWN_EMAILS: usize = 50;

/// The parts of an email that the page shows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Email {
    /// Name of its file.
    pub(super) name: String,
    pub(super) to: String,
    pub(super) subject: String,
    pub(super) text: String,
    /// Its HTML part, if it has one.
    pub(super) html: Option<String>,
}

/// Reads an email by the name of its file; `None` for a name that leads out of the directory.
pub(super) fn named(directory: &Path, name: &str) -> Option<Email> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let has_ending = Path::new(name)
        .extension()
        .is_some_and(|ending| ending == "eml");
    if !has_ending || name.starts_with('.') || !name.bytes().all(is_name) {
        return None;
    }
    parse(name, &fs::read(directory.join(name)).ok()?)
}

/// Returns the newest emails of a directory, newest first; a missing directory has none.
pub(super) fn newest(directory: &Path) -> io::Result<Vec<Email>> {
    let mut paths: Vec<_> = match fs::read_dir(directory) {
        Ok(entries) => entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error),
    };
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "eml"));
    // The file names begin with the time of writing.
    paths.sort();
    Ok(paths
        .iter()
        .rev()
        .take(MAX_SHOWN_EMAILS)
        .filter_map(|path| parse(path.file_name()?.to_str()?, &fs::read(path).ok()?))
        .collect())
}

fn parse(name: &str, bytes: &[u8]) -> Option<Email> {
    let message = MessageParser::default().parse(bytes)?;
    let to = message
        .to()
        .and_then(|to| to.first())
        .and_then(|address| address.address());
    let has_html = message.html_bodies().any(MessagePart::is_text_html);
    let html = message.body_html(0).filter(|_| has_html);
    Some(Email {
        name: name.to_owned(),
        html: html.map(Cow::into_owned),
        to: to.unwrap_or_default().to_owned(),
        subject: message.subject().unwrap_or_default().to_owned(),
        text: message.body_text(0).unwrap_or_default().into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails_are_listed_newest_first_without_other_files() {
        let folder = tempfile::TempDir::new().unwrap();
        let write = |name: &str, subject: &str| {
            let text = format!("To: ann@example.com\r\nSubject: {subject}\r\n\r\nhello\r\n");
            fs::write(folder.path().join(name), text).unwrap();
        };
        write("1.eml", "first");
        write("2.eml", "second");
        write("3.new", "half written");
        let subjects: Vec<_> = newest(folder.path())
            .unwrap()
            .into_iter()
            .map(|email| email.subject)
            .collect();
        assert_eq!(subjects, ["second", "first"]);
        assert_eq!(newest(&folder.path().join("none")).unwrap(), []);
    }

    #[test]
    fn email_is_found_by_its_exact_file_name_only() {
        let folder = tempfile::TempDir::new().unwrap();
        let mails = folder.path().join("mail");
        fs::create_dir(&mails).unwrap();
        let text =
            "To: ann@example.com\r\nSubject: x\r\nContent-Type: text/html\r\n\r\n<b>hello</b>\r\n";
        fs::write(mails.join("1.eml"), text).unwrap();
        fs::write(folder.path().join("2.eml"), text).unwrap();
        let found = named(&mails, "1.eml").unwrap();
        assert!(found.html.unwrap().contains("<b>hello</b>"));
        for name in ["2.eml", "../2.eml", "..%2F2.eml", ".eml", "", "1"] {
            assert_eq!(named(&mails, name), None, "{name}");
        }
        fs::write(mails.join("3.eml"), "Subject: x\r\n\r\nplain\r\n").unwrap();
        assert_eq!(named(&mails, "3.eml").unwrap().html, None);
    }
}
