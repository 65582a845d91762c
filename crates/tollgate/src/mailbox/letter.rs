//! One letter of the mail directory.

use std::path::Path;
use std::{fs, io};

use mail_parser::MessageParser;

/// The most letters that are shown.
const MOST: usize = 50;

/// What the page shows of a letter.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Letter {
    pub(super) to: String,
    pub(super) subject: String,
    pub(super) text: String,
}

/// The newest letters of a directory, newest first; a directory that is not there yet has none.
pub(super) fn newest(directory: &Path) -> io::Result<Vec<Letter>> {
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
        .take(MOST)
        .filter_map(|path| parse(&fs::read(path).ok()?))
        .collect())
}

fn parse(bytes: &[u8]) -> Option<Letter> {
    let message = MessageParser::default().parse(bytes)?;
    let to = message
        .to()
        .and_then(|to| to.first())
        .and_then(|address| address.address());
    Some(Letter {
        to: to.unwrap_or_default().to_owned(),
        subject: message.subject().unwrap_or_default().to_owned(),
        text: message.body_text(0).unwrap_or_default().into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_come_newest_first_and_others_are_left_out() {
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
            .map(|letter| letter.subject)
            .collect();
        assert_eq!(subjects, ["second", "first"]);
        assert_eq!(newest(&folder.path().join("none")).unwrap(), []);
    }
}
