//! JSON bodies whose errors are reported by location if they do not match the documented schema.

use bytes::Bytes;
use foundation::http::{SchemaError, schema_errors};
use foundation::text::strict_json;
use poem::{FromRequest, Request, RequestBody, Result};
use poem_openapi::error::ContentTypeError;
use poem_openapi::payload::{ParsePayload, Payload};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseFromJSON, Type};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde_json::Value;

use super::problem::{FieldError, Problem};

/// Title of members that the operation checks itself, because it answers with another kind of problem. The ledger refuses an
/// invalid amount with `amount-out-of-range`.
pub(crate) const AMOUNT: &str = "Amount";

impl From<SchemaError> for FieldError {
    fn from(error: SchemaError) -> Self {
        Self::body(error.pointer, error.detail)
    }
}

/// A JSON request body; a body that does not match its schema is a 400 that lists each wrong location.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: Type> Payload for Body<T> {
    const CONTENT_TYPE: &'static str = "application/json";

    fn check_content_type(content_type: &str) -> bool {
        content_type
            .split(';')
            .next()
            .is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
    }

    fn schema_ref() -> MetaSchemaRef {
        T::schema_ref()
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}

impl<T: ParseFromJSON + 'static> ParsePayload for Body<T> {
    const IS_REQUIRED: bool = true;

    async fn from_request(request: &Request, body: &mut RequestBody) -> Result<Self> {
        let text = <Bytes as FromRequest>::from_request(request, body).await?;
        Self::parse(&text).map_err(Into::into)
    }
}

impl<T: ParseFromJSON + 'static> Body<T> {
    /// Rejects a body whose content type is not JSON.
    fn check_announced(request: &Request) -> Result<(), ContentTypeError> {
        match request.content_type() {
            Some(found) if <Self as Payload>::check_content_type(found) => Ok(()),
            Some(found) => Err(ContentTypeError::NotSupported {
                content_type: found.to_owned(),
            }),
            None => Err(ContentTypeError::ExpectContentType),
        }
    }

    /// Parses a body.
    fn parse(text: &[u8]) -> Result<Self, Problem> {
        let value: Value = strict_json::parse(text).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            let detail = format!(
                "Must be JSON, in which no object names a member twice; it is not from line {line}, column {column} on."
            );
            Problem::invalid(&[FieldError::body("", detail)])
        })?;
        // The parser converts numbers to strings; the published schema does not allow that.
        let errors = schema_errors::<T>(&value, Some(AMOUNT));
        let errors: Vec<_> = errors.into_iter().map(FieldError::from).collect();
        if !errors.is_empty() {
            return Err(Problem::invalid(&errors));
        }
        T::parse_from_json(Some(value)).map(Self).map_err(|_error| {
            let wrong = FieldError::body("", "Must be of the documented form.");
            Problem::invalid(&[wrong])
        })
    }
}

impl<'a, T: ParseFromJSON + 'static> ApiExtractor<'a> for Body<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        <Self as Payload>::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        Some(MetaRequest {
            description: None,
            content: vec![MetaMediaType {
                content_type: <Self as Payload>::CONTENT_TYPE,
                schema: <Self as Payload>::schema_ref(),
            }],
            required: true,
        })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _param_opts: ExtractParamOptions<Self::ParamType>,
    ) -> Result<Self> {
        Self::check_announced(request)?;
        <Self as ParsePayload>::from_request(request, body).await
    }
}

/// An optional JSON request body; `null` and an empty body are none.
pub(crate) struct OptionalBody<T>(pub(crate) Option<T>);

impl<'a, T: ParseFromJSON + 'static> ApiExtractor<'a> for OptionalBody<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        <Body<T> as ApiExtractor<'a>>::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        let meta = <Body<T> as ApiExtractor<'a>>::request_meta()?;
        Some(MetaRequest {
            required: false,
            ..meta
        })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        param_opts: ExtractParamOptions<Self::ParamType>,
    ) -> Result<Self> {
        let bytes = <Vec<u8> as FromRequest>::from_request(request, body).await?;
        if bytes.is_empty() || bytes == b"null" {
            return Ok(Self(None));
        }
        let mut copy = RequestBody::new(bytes.into());
        let read = <Body<T> as ApiExtractor<'a>>::from_request;
        let body = read(request, &mut copy, param_opts).await?;
        Ok(Self(Some(body.0)))
    }
}
