//! Checks of requests to all APIs: query parameters and JSON bodies.

use foundation::http::{QueryContract, SchemaError, schema_errors};
use foundation::text::strict_json;
use poem::http::StatusCode;
use poem::{Error, FromRequest, Request, RequestBody};
use poem_openapi::error::{ContentTypeError, ParseRequestPayloadError};
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaMediaType, MetaRequest, Registry};
use poem_openapi::types::ParseFromJSON;
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

/// A JSON request body. A body that names a member twice, or that does not match its schema, is refused with 400, and the
/// detail names each wrong location.
///
/// `Json` of poem-openapi takes the last of two members, takes a number as a text, and names no member that is missing.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: ParseFromJSON + 'static> Body<T> {
    fn from_text(text: &[u8]) -> poem::Result<Self> {
        let sent: Value = strict_json::parse(text).map_err(|error| {
            bad_request(format!(
                "The body must be JSON in which no object names a member twice: {error}."
            ))
        })?;
        let errors = schema_errors::<T>(&sent, None);
        if !errors.is_empty() {
            let sentences: Vec<_> = errors.into_iter().map(sentence).collect();
            return Err(bad_request(sentences.join(" ")));
        }
        T::parse_from_json(Some(sent)).map(Self).map_err(|error| {
            let reason = error.into_message();
            Error::from(ParseRequestPayloadError { reason })
        })
    }
}

/// Returns an error with its location in front: `/name: This is required.`
fn sentence(error: SchemaError) -> String {
    let SchemaError { pointer, detail } = error;
    let location = if pointer.is_empty() {
        "The body"
    } else {
        pointer.as_str()
    };
    format!("{location}: {detail}")
}

fn bad_request(detail: String) -> Error {
    Error::from_string(detail, StatusCode::BAD_REQUEST)
}

impl<'a, T: ParseFromJSON + 'static> ApiExtractor<'a> for Body<T> {
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
        Self::from_text(&text)
    }
}

#[cfg(test)]
mod tests {
    use poem_openapi::Object;
    use poem_openapi::types::Any;

    use super::*;

    #[derive(Object)]
    #[oai(deny_unknown_fields)]
    struct ExampleBody {
        name: String,
        note: Option<String>,
        #[oai(default)]
        words: Vec<String>,
        is_on: Option<bool>,
        count: Option<u64>,
        jwks: Option<Any<Value>>,
        inner: Option<ExampleMember>,
    }

    #[derive(Object)]
    #[oai(deny_unknown_fields)]
    struct ExampleMember {
        name: String,
    }

    fn refusal(text: &str) -> Option<String> {
        let error = Body::<ExampleBody>::from_text(text.as_bytes()).err()?;
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
        for (text, location) in [
            (r#"{"name": 5}"#, "/name: "),
            (r#"{"name": true}"#, "/name: "),
            (r#"{"name": "x", "note": 1.5}"#, "/note: "),
            (r#"{"name": "x", "words": ["a", 5]}"#, "/words/1: "),
            (r#"{"name": "x", "inner": {"name": 1}}"#, "/inner/name: "),
        ] {
            let detail = refusal(text).unwrap();
            assert!(detail.starts_with(location), "{text}: {detail}");
        }
    }

    #[test]
    fn undocumented_body_is_refused_and_the_detail_names_the_location() {
        for (text, expected) in [
            ("", "The body must be JSON"),
            ("{", "The body must be JSON"),
            ("[]", "The body: Must be an object."),
            ("null", "The body: Must be an object."),
            ("{}", "/name: This is required."),
            (r#"{"name": null}"#, "/name: This is required."),
            (r#"{"name": "x", "x": 1}"#, "/x: There is no such member."),
            (
                r#"{"is_on": "yes", "inner": {}}"#,
                "/name: This is required. /is_on: Must be true or false. /inner/name: This is required.",
            ),
        ] {
            let detail = refusal(text).unwrap();
            assert!(detail.starts_with(expected), "{text}: {detail}");
        }
    }
}
