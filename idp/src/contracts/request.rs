//! Checks of requests to all APIs: query parameters and JSON bodies.

use foundation::http::QueryContract;
use foundation::json;
use poem::http::StatusCode;
use poem::{Error, FromRequest, Request, RequestBody};
use poem_openapi::error::{ContentTypeError, ParseRequestPayloadError};
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaMediaType, MetaRequest, Registry};
use poem_openapi::types::{ParseFromJSON, ToJSON};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde_json::Value;

/// Rejects a request with 400 if its query has an unknown, repeated or empty parameter.
pub(super) fn check_query(contract: &QueryContract, request: &Request) -> poem::Result<()> {
    let (uri, method) = (request.uri(), request.method());
    let errors = contract.check(method, uri.path(), uri.query().unwrap_or_default());
    if errors.is_empty() {
        return Ok(());
    }
    let sentences: Vec<_> = errors
        .iter()
        .map(|error| format!("{}: {}", error.parameter, error.detail))
        .collect();
    Err(bad_request(sentences.join(" ")))
}

/// A JSON request body. A repeated member, or a number or boolean instead of a string, is rejected with 400.
///
/// `Json` of poem-openapi accepts both: it takes the last of repeated members, and converts a number to a string.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: ParseFromJSON + ToJSON> Body<T> {
    fn of_text(text: &[u8]) -> poem::Result<Self> {
        let sent = json::parse(text).map_err(|error| {
            bad_request(format!(
                "The body must be JSON in which no object names a member twice: {error}."
            ))
        })?;
        let body = T::parse_from_json(Some(sent.clone())).map_err(|error| {
            let reason = error.into_message();
            Error::from(ParseRequestPayloadError { reason })
        })?;
        let read = body.to_json().unwrap_or_default();
        match find_converted(&sent, &read) {
            None => Ok(Self(body)),
            Some(place) => Err(bad_request(format!(
                "{place}: Must be a text, not a number or a boolean."
            ))),
        }
    }
}

/// Finds the first number or boolean that was read as a string, as a JSON pointer (RFC 6901) without escapes.
fn find_converted(sent: &Value, read: &Value) -> Option<String> {
    match (sent, read) {
        (Value::Number(_) | Value::Bool(_), Value::String(_)) => Some(String::new()),
        (Value::Array(sent), Value::Array(read)) => {
            let mut items = sent.iter().zip(read).enumerate();
            items.find_map(|(index, (sent, read))| {
                let place = find_converted(sent, read)?;
                Some(format!("/{index}{place}"))
            })
        }
        (Value::Object(sent), Value::Object(read)) => sent.iter().find_map(|(name, sent)| {
            let place = find_converted(sent, read.get(name)?)?;
            Some(format!("/{name}{place}"))
        }),
        _ => None,
    }
}

fn bad_request(detail: String) -> Error {
    Error::from_string(detail, StatusCode::BAD_REQUEST)
}

impl<'a, T: ParseFromJSON + ToJSON> ApiExtractor<'a> for Body<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        Some(MetaRequest {
            description: None,
            content: vec![MetaMediaType {
                content_type: Json::<T>::CONTENT_TYPE,
                schema: T::schema_ref(),
            }],
            required: true,
        })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _param_opts: ExtractParamOptions<Self::ParamType>,
    ) -> poem::Result<Self> {
        let Some(content_type) = request.content_type() else {
            return Err(ContentTypeError::ExpectContentType.into());
        };
        if !Json::<T>::check_content_type(content_type) {
            let content_type = content_type.to_owned();
            return Err(ContentTypeError::NotSupported { content_type }.into());
        }
        let text = <Vec<u8> as FromRequest<'_>>::from_request(request, body).await?;
        Self::of_text(&text)
    }
}

#[cfg(test)]
mod tests {
    use poem_openapi::Object;
    use poem_openapi::types::Any;

    use super::*;

    #[derive(Object)]
    #[oai(deny_unknown_fields)]
    struct Asked {
        name: String,
        note: Option<String>,
        #[oai(default)]
        words: Vec<String>,
        is_on: Option<bool>,
        count: Option<u64>,
        jwks: Option<Any<Value>>,
        inner: Option<Inner>,
    }

    #[derive(Object)]
    #[oai(deny_unknown_fields)]
    struct Inner {
        name: String,
    }

    fn refusal(text: &str) -> Option<String> {
        let error = Body::<Asked>::of_text(text.as_bytes()).err()?;
        assert_eq!(error.status(), StatusCode::BAD_REQUEST, "{text}");
        Some(error.to_string())
    }

    #[test]
    fn documented_body_is_taken() {
        for text in [
            r#"{"name": "x"}"#,
            r#"{"name": "5", "note": null, "words": ["true"], "is_on": true, "count": 5}"#,
            r#"{"name": "x", "jwks": {"n": 1, "b": [true]}, "inner": {"name": "y"}}"#,
        ] {
            assert_eq!(refusal(text), None, "{text}");
        }
    }

    #[test]
    fn repeated_member_is_refused() {
        for text in [
            r#"{"name": "x", "name": "x"}"#,
            r#"{"name": "x", "n\u0061me": "y"}"#,
            r#"{"name": "x", "jwks": {"keys": [], "keys": []}}"#,
            r#"{"name": "x", "inner": {"name": "y", "name": "z"}}"#,
        ] {
            let detail = refusal(text).unwrap();
            assert!(detail.contains("names a member twice"), "{text}: {detail}");
        }
    }

    #[test]
    fn number_in_place_of_a_text_is_refused() {
        for (text, place) in [
            (r#"{"name": 5}"#, "/name: "),
            (r#"{"name": true}"#, "/name: "),
            (r#"{"name": "x", "note": 1.5}"#, "/note: "),
            (r#"{"name": "x", "words": ["a", 5]}"#, "/words/1: "),
            (r#"{"name": "x", "inner": {"name": 1}}"#, "/inner/name: "),
        ] {
            let detail = refusal(text).unwrap();
            assert!(detail.starts_with(place), "{text}: {detail}");
        }
    }

    #[test]
    fn undocumented_body_is_refused() {
        for text in [
            "",
            "{",
            "[]",
            "{}",
            r#"{"name": "x", "x": 1}"#,
            r#"{"name": null}"#,
        ] {
            assert!(refusal(text).is_some(), "{text}");
        }
    }
}
