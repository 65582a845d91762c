//! Writes the money journal as a page, or as a file of comma-separated values or JSON lines. A file is written while it is read.

use std::future::ready;
use std::io;

use bytes::Bytes;
use foundation::http::log_failure;
use futures_util::stream::{self, Stream, StreamExt};
use poem::http::header;
use poem::{Body, IntoResponse, Request, Response};
use poem_openapi::ApiResponse;
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::{ToJSON, Type};

use super::forms::{JournalEntryAnswer, JournalPageAnswer};
use crate::billing::revenue::export_journal::JournalExport;
use crate::billing::revenue::journal_line::JournalLine;

const CSV: &str = "text/csv";
const JSON_LINES: &str = "application/jsonl";
const HEAD: &str = "date,booked_at,key,kind,account,currency,amount_minor,amount,payment_id,stripe_payment_intent,customer_id\r\n";

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JournalFormat {
    /// Comma-separated values (RFC 4180) with a header.
    Csv,
    /// One JSON object a line.
    JsonLines,
}

impl JournalFormat {
    /// Returns the format that the client accepts; none if it wants a page.
    pub(super) fn from_request(request: &Request) -> Option<Self> {
        Self::from_accept(request.header(header::ACCEPT).unwrap_or_default())
    }

    fn from_accept(accept: &str) -> Option<Self> {
        let mut kinds = accept.split(',').filter_map(|kind| kind.split(';').next());
        kinds.find_map(|kind| match kind.trim() {
            CSV => Some(Self::Csv),
            JSON_LINES => Some(Self::JsonLines),
            _ => None,
        })
    }

    const fn content_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::JsonLines => JSON_LINES,
        }
    }

    const fn disposition(self) -> &'static str {
        match self {
            Self::Csv => "attachment; filename=\"journal.csv\"",
            Self::JsonLines => "attachment; filename=\"journal.jsonl\"",
        }
    }

    const fn head(self) -> &'static str {
        match self {
            Self::Csv => HEAD,
            Self::JsonLines => "",
        }
    }

    fn lines(self, lines: Vec<JournalLine>) -> String {
        let text = |line: JournalLine| match self {
            Self::Csv => csv_line(&line),
            Self::JsonLines => format!("{}\n", JournalEntryAnswer::from(line).to_json_string()),
        };
        lines.into_iter().map(text).collect()
    }
}

fn csv_line(line: &JournalLine) -> String {
    let cells = [
        line.booked_at.day(),
        line.booked_at.to_iso8601(),
        line.key.clone(),
        line.kind.clone(),
        line.account.clone(),
        line.money.currency.code().to_owned(),
        line.money.minor.to_string(),
        line.money.to_string(),
        line.payment_id.clone().unwrap_or_default(),
        line.stripe_payment_intent.clone().unwrap_or_default(),
        line.customer_id.clone().unwrap_or_default(),
    ];
    let cells = cells.map(|value| cell(&value));
    format!("{}\r\n", cells.join(","))
}

/// Returns one value. Ids, names and numbers of the journal need no quotes; a value of Stripe's might.
fn cell(value: &str) -> String {
    if value.contains(['"', ',', '\r', '\n']) {
        format!("\"{}\"", value.replace('"', "\"\""))
    } else {
        value.to_owned()
    }
}

/// The money journal in the requested format.
pub(super) enum JournalResponse {
    Page(JournalPageAnswer),
    File(JournalFormat, JournalExport),
}

impl IntoResponse for JournalResponse {
    fn into_response(self) -> Response {
        match self {
            Self::Page(page) => Json(page).into_response(),
            Self::File(format, export) => Response::builder()
                .content_type(format.content_type())
                .header(header::CONTENT_DISPOSITION, format.disposition())
                .body(Body::from_bytes_stream(chunks(format, export))),
        }
    }
}

/// Returns the parts of a file. A failure ends the connection, so that the client sees that the file is incomplete.
fn chunks(
    format: JournalFormat,
    export: JournalExport,
) -> impl Stream<Item = Result<Bytes, io::Error>> + Send + 'static {
    let head = Bytes::from_static(format.head().as_bytes());
    let batches = stream::try_unfold(export, move |mut export: JournalExport| async move {
        match export.next_lines().await {
            Ok(Some(lines)) => Ok(Some((Bytes::from(format.lines(lines)), export))),
            Ok(None) => Ok(None),
            Err(failure) => {
                log_failure(&failure);
                Err(io::Error::other("the money journal could not be read"))
            }
        }
    });
    let head = stream::once(ready(Ok(head)));
    head.chain(batches)
}

impl ApiResponse for JournalResponse {
    fn meta() -> MetaResponses {
        let page = MetaMediaType {
            content_type: Json::<JournalPageAnswer>::CONTENT_TYPE,
            schema: JournalPageAnswer::schema_ref(),
        };
        let file = |content_type| MetaMediaType {
            content_type,
            schema: String::schema_ref(),
        };
        MetaResponses {
            responses: vec![MetaResponse {
                description: "A page of the money journal; with `Accept: text/csv` or `Accept: application/jsonl` a file of the \
                              whole period.",
                status: Some(200),
                status_range: None,
                content: vec![page, file(CSV), file(JSON_LINES)],
                headers: Vec::new(),
            }],
        }
    }

    fn register(registry: &mut Registry) {
        JournalPageAnswer::register(registry);
    }
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::*;
    use crate::billing::currency::{Currency, Money};
    use crate::billing::revenue::journal_line::LinePlace;

    #[test]
    fn client_chooses_the_format() {
        let rows = [
            ("", None),
            ("application/json", None),
            ("*/*", None),
            ("text/csv", Some(JournalFormat::Csv)),
            ("text/csv;q=0.9, */*", Some(JournalFormat::Csv)),
            (
                "application/jsonl, text/csv",
                Some(JournalFormat::JsonLines),
            ),
        ];
        for (accept, expected) in rows {
            assert_eq!(JournalFormat::from_accept(accept), expected, "{accept}");
        }
    }

    #[test]
    fn entry_is_a_line_in_each_format() {
        let line = JournalLine {
            place: LinePlace::FIRST,
            booked_at: Timestamp::from_seconds(1_767_225_600),
            key: "pay:pmt_1".to_owned(),
            kind: "payment".to_owned(),
            account: "deferred".to_owned(),
            money: Money {
                currency: Currency::parse("eur").unwrap(),
                minor: -1_234,
            },
            payment_id: Some("pmt_1".to_owned()),
            stripe_payment_intent: Some("pi_\"1,2\"".to_owned()),
            customer_id: None,
        };
        assert_eq!(
            JournalFormat::Csv.lines(vec![line.clone()]),
            "2026-01-01,2026-01-01T00:00:00.000Z,pay:pmt_1,payment,deferred,eur,-1234,-12.34,pmt_1,\"pi_\"\"1,2\"\"\",\r\n"
        );
        let both = JournalFormat::JsonLines.lines(vec![line.clone(), line]);
        assert_eq!(both.lines().count(), 2, "{both}");
        let first: serde_json::Value = serde_json::from_str(both.lines().next().unwrap()).unwrap();
        assert_eq!(
            (&first["amount"], &first["customer_id"]),
            (&"-12.34".into(), &serde_json::Value::Null)
        );
        assert_eq!(HEAD.split(',').count(), 11);
    }
}
