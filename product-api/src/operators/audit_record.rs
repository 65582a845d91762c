//! An entry of the audit log for the operator, and as a row for spreadsheets.

use foundation::Timestamp;
use foundation::text::is_hidden;

/// A filter of the audit log; empty texts match every entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AuditFilter {
    pub(super) actor: String,
    pub(super) action: String,
    pub(super) subject: String,
    pub(super) from: Timestamp,
    /// The end of the range, excluded.
    pub(super) to: Option<Timestamp>,
}

impl AuditFilter {
    /// Returns the filter as a text for the list's name in cursors. It names no Rust type, because every version that runs
    /// at the same time must write the same text.
    pub(super) fn text(&self) -> String {
        let (from, to) = (self.from.micros(), self.to.map(Timestamp::micros));
        format!("{:?}", (&self.actor, &self.action, &self.subject, from, to))
    }
}

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AuditRecord {
    pub(super) id: String,
    pub(super) at: Timestamp,
    pub(super) actor: String,
    /// The name of the user or the API key, if it is known.
    pub(super) actor_name: Option<String>,
    pub(super) action: String,
    pub(super) website_id: Option<String>,
    pub(super) website_name: Option<String>,
    pub(super) subject: String,
    /// The subject's name, if it has one.
    pub(super) subject_name: Option<String>,
    /// A JSON object.
    pub(super) details: String,
    pub(super) client_id: Option<String>,
    pub(super) session_id: Option<String>,
    pub(super) token_id: Option<String>,
}

impl AuditRecord {
    /// Returns the kind of actor.
    pub(super) fn actor_kind(&self) -> &'static str {
        match self.actor.split('_').next().unwrap_or_default() {
            "usr" => "user",
            "key" => "api_key",
            "system" => "system",
            _other => "program",
        }
    }

    /// Returns the kind of subject: the first part of the action.
    pub(super) fn subject_kind(&self) -> &str {
        self.action.split('.').next().unwrap_or_default()
    }

    fn cells(&self) -> [String; 14] {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        [
            self.id.clone(),
            self.at.to_iso8601(),
            self.actor_kind().to_owned(),
            self.actor.clone(),
            text(&self.actor_name),
            self.action.clone(),
            self.subject_kind().to_owned(),
            self.subject.clone(),
            text(&self.subject_name),
            text(&self.website_id),
            text(&self.website_name),
            text(&self.session_id),
            text(&self.token_id),
            self.details.clone(),
        ]
    }
}

/// The signs that start a formula, each with its full-width and small forms.
const FORMULA_SIGNS: &str =
    "=\u{ff1d}\u{fe66}+\u{ff0b}\u{fe62}-\u{2212}\u{ff0d}\u{fe63}@\u{ff20}\u{fe6b}";

const HEAD: &str = "id,at,actor_kind,actor_id,actor_name,act,subject_kind,subject_id,subject_name,website_id,website_name,\
    session_id,jti,detail\r\n";

/// Excel needs it to read the file as UTF-8; without it, Excel uses the local code page.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the entries as comma-separated values (RFC 4180).
pub(super) fn csv(lines: &[AuditRecord]) -> String {
    let mut text = format!("{BYTE_ORDER_MARK}{HEAD}");
    for line in lines {
        let cells = line.cells().map(|value| cell(&value));
        text.push_str(&cells.join(","));
        text.push_str("\r\n");
    }
    text
}

/// Returns one value. An apostrophe before a formula makes it a text, because users choose names. Spreadsheets skip blanks
/// and invisible characters before the sign, and accept its full-width and small forms.
fn cell(value: &str) -> String {
    let is_passed_over = |mark: char| mark.is_whitespace() || mark.is_control() || is_hidden(mark);
    let sign = value.trim_start_matches(is_passed_over).chars().next();
    let is_formula = sign.is_some_and(|sign| FORMULA_SIGNS.contains(sign))
        || value.starts_with(['\t', '\r', '\n']);
    let apostrophe = if is_formula { "'" } else { "" };
    let is_plain = !value.contains(['"', ',', '\r', '\n']);
    if is_plain {
        format!("{apostrophe}{value}")
    } else {
        format!("\"{apostrophe}{}\"", value.replace('"', "\"\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(actor: &str, action: &str) -> AuditRecord {
        AuditRecord {
            id: "aud_1".to_owned(),
            at: Timestamp::from_seconds(0),
            actor: actor.to_owned(),
            actor_name: Some("=SUM(1)".to_owned()),
            action: action.to_owned(),
            website_id: None,
            website_name: Some("@Shop".to_owned()),
            subject: "key_2".to_owned(),
            subject_name: Some("Worker".to_owned()),
            details: r#"{"a": "b, c"}"#.to_owned(),
            client_id: None,
            session_id: None,
            token_id: None,
        }
    }

    #[test]
    fn audit_record_names_actor_and_subject() {
        for (actor, kind) in [
            ("usr_1", "user"),
            ("key_1", "api_key"),
            ("system", "system"),
            ("accountant", "program"),
        ] {
            let line = line(actor, "key.made");
            assert_eq!((line.actor_kind(), line.subject_kind()), (kind, "key"));
        }
    }

    #[test]
    fn spreadsheet_reads_each_value_as_a_text() {
        let text = csv(&[line("usr_1", "key.made")]);
        let row = "aud_1,1970-01-01T00:00:00.000Z,user,usr_1,'=SUM(1),key.made,key,key_2,Worker,,'@Shop,,,\"{\"\"a\"\": \"\"b, c\"\"}\"\r\n";
        assert_eq!(text, format!("\u{feff}{HEAD}{row}"));
        for (value, expected) in [
            ("plain", "plain"),
            ("-1", "'-1"),
            ("@x", "'@x"),
            ("+1, 2", "\"'+1, 2\""),
            (" =1+1", "' =1+1"),
            ("\u{200e}=1+1", "'\u{200e}=1+1"),
            ("\u{3000}\u{feff}=1+1", "'\u{3000}\u{feff}=1+1"),
            ("\u{ff1d}1+1", "'\u{ff1d}1+1"),
            ("\u{ff20}x", "'\u{ff20}x"),
            ("two\nlines", "\"two\nlines\""),
            ("", ""),
        ] {
            assert_eq!(cell(value), expected);
        }
    }

    /// Cursors carry this text sealed: a rename must not change it.
    #[test]
    fn text_of_a_filter_names_its_values_only() {
        let filter = AuditFilter {
            actor: "usr_1".to_owned(),
            to: Some(Timestamp::from_micros(5)),
            ..AuditFilter::default()
        };
        assert_eq!(filter.text(), r#"("usr_1", "", "", 0, Some(5))"#);
    }
}
