//! Writes exported lines as a page, or as a file of comma-separated values or JSON lines. A file is written while it is read.

use std::future::ready;
use std::io;

use bytes::Bytes;
use foundation::Failure;
use foundation::http::log_failure;
use futures_util::stream::{self, Stream, StreamExt};
use poem::http::header;
use poem::{Body, IntoResponse, Request, Response};
use poem_openapi::ApiResponse;
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::{ToJSON, Type};

const CSV: &str = "text/csv";
const JSON_LINES: &str = "application/jsonl";

/// Lines that are exported.
pub(super) trait Export: Send + 'static {
    /// A line.
    type Line: Send;
    /// A page of lines in a response.
    type Page: ToJSON + Send;
    /// The name of a file, without its extension.
    const NAME: &'static str;
    /// The names of the columns, with a comma between them.
    const HEAD: &'static str;
    /// The description of the response in the contract.
    const DESCRIPTION: &'static str;

    /// Returns the values of a line, in the order of the columns. No person chooses one of them.
    fn cells(line: &Self::Line) -> Vec<String>;

    /// Returns a line as JSON.
    fn json(line: Self::Line) -> String;

    /// Returns the next lines; none after the last one.
    fn next_batch(
        &mut self,
    ) -> impl Future<Output = Result<Option<Vec<Self::Line>>, Failure>> + Send;
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileFormat {
    /// Comma-separated values (RFC 4180) with a header.
    Csv,
    /// One JSON object a line.
    JsonLines,
}

impl FileFormat {
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

    const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::JsonLines => "jsonl",
        }
    }

    fn head<E: Export>(self) -> String {
        match self {
            Self::Csv => format!("{}\r\n", E::HEAD),
            Self::JsonLines => String::new(),
        }
    }

    /// Returns lines as text.
    pub(super) fn lines<E: Export>(self, lines: Vec<E::Line>) -> String {
        let text = |line: E::Line| match self {
            Self::Csv => {
                let cells: Vec<String> = E::cells(&line).iter().map(|value| cell(value)).collect();
                format!("{}\r\n", cells.join(","))
            }
            Self::JsonLines => format!("{}\n", E::json(line)),
        };
        lines.into_iter().map(text).collect()
    }
}

/// Returns one value. Ids, words and numbers need no quotes; a value of Stripe's might.
fn cell(value: &str) -> String {
    if value.contains(['"', ',', '\r', '\n']) {
        format!("\"{}\"", value.replace('"', "\"\""))
    } else {
        value.to_owned()
    }
}

/// Exported lines in the requested format.
pub(super) enum ExportResponse<E: Export> {
    Page(E::Page),
    File(FileFormat, E),
}

impl<E: Export> IntoResponse for ExportResponse<E> {
    fn into_response(self) -> Response {
        match self {
            Self::Page(page) => Json(page).into_response(),
            Self::File(format, export) => {
                let (name, extension) = (E::NAME, format.extension());
                let disposition = format!("attachment; filename=\"{name}.{extension}\"");
                Response::builder()
                    .content_type(format.content_type())
                    .header(header::CONTENT_DISPOSITION, disposition)
                    .body(Body::from_bytes_stream(chunks(format, export)))
            }
        }
    }
}

/// Returns the parts of a file. A failure ends the connection, so that the client sees that the file is incomplete.
fn chunks<E: Export>(
    format: FileFormat,
    export: E,
) -> impl Stream<Item = Result<Bytes, io::Error>> + Send + 'static {
    let head = Bytes::from(format.head::<E>());
    let batches = stream::try_unfold(export, move |mut export: E| async move {
        match export.next_batch().await {
            Ok(Some(lines)) => Ok(Some((Bytes::from(format.lines::<E>(lines)), export))),
            Ok(None) => Ok(None),
            Err(failure) => {
                log_failure(&failure);
                Err(io::Error::other("the lines of a file could not be read"))
            }
        }
    });
    let head = stream::once(ready(Ok(head)));
    head.chain(batches)
}

impl<E: Export> ApiResponse for ExportResponse<E> {
    fn meta() -> MetaResponses {
        let page = MetaMediaType {
            content_type: Json::<E::Page>::CONTENT_TYPE,
            schema: E::Page::schema_ref(),
        };
        let file = |content_type| MetaMediaType {
            content_type,
            schema: String::schema_ref(),
        };
        MetaResponses {
            responses: vec![MetaResponse {
                description: E::DESCRIPTION,
                status: Some(200),
                status_range: None,
                content: vec![page, file(CSV), file(JSON_LINES)],
                headers: Vec::new(),
            }],
        }
    }

    fn register(registry: &mut Registry) {
        E::Page::register(registry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_chooses_the_format() {
        let rows = [
            ("", None),
            ("application/json", None),
            ("*/*", None),
            ("text/csv", Some(FileFormat::Csv)),
            ("text/csv;q=0.9, */*", Some(FileFormat::Csv)),
            ("application/jsonl, text/csv", Some(FileFormat::JsonLines)),
        ];
        for (accept, expected) in rows {
            assert_eq!(FileFormat::from_accept(accept), expected, "{accept}");
        }
    }

    #[test]
    fn odd_value_is_quoted() {
        let rows = [
            ("pi_1", "pi_1"),
            ("-12.34", "-12.34"),
            ("pi_\"1,2\"", "\"pi_\"\"1,2\"\"\""),
            ("two\r\nlines", "\"two\r\nlines\""),
            ("", ""),
        ];
        for (value, expected) in rows {
            assert_eq!(cell(value), expected);
        }
    }
}
