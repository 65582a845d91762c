//! HTTP parts of idempotent operations: the key's header, the request's body as it came, and the stored response.

use std::marker::PhantomData;

use foundation::text::strict_json;
use poem::http::{HeaderName, HeaderValue, StatusCode};
use poem::{FromRequest, IntoResponse, Request, RequestBody, Response};
use poem_openapi::registry::{
    MetaHeader, MetaMediaType, MetaParamIn, MetaRequest, MetaResponse, MetaResponses, MetaSchema,
    MetaSchemaRef, Registry,
};
use poem_openapi::types::{ParseFromJSON, Type};
use poem_openapi::{ApiExtractor, ApiExtractorType, ApiResponse, ExtractParamOptions};
use serde_json::Value;

use super::key::IdempotencyKey;
use super::stored_response::StoredResponse;
use crate::problem::{Body, Kind, Problem, ProblemInstance};

const KEY_HEADER: &str = "Idempotency-Key";
const REPLAYED_HEADER: &str = "Idempotency-Replayed";

/// The header `Idempotency-Key`, which every request that moves money must carry exactly once. The extractor also reads the
/// request's part of a problem, because a stored refusal contains it.
pub(crate) struct KeyHeader {
    /// The key.
    pub(crate) key: IdempotencyKey,
    /// The request's part of a problem.
    pub(crate) instance: ProblemInstance,
}

impl KeyHeader {
    fn key_of(request: &Request) -> Result<IdempotencyKey, Problem> {
        let mut values = request.headers().get_all(KEY_HEADER).iter();
        let Some(value) = values.next() else {
            let detail = "Send an Idempotency-Key header, so that a repeat is not done twice.";
            return Err(Problem::new(Kind::IdempotencyKeyMissing, detail));
        };
        let key = value.to_str().ok().and_then(IdempotencyKey::from_header);
        match (key, values.next()) {
            (Some(key), None) => Ok(key),
            (Some(_) | None, _) => Err(Problem::new(
                Kind::IdempotencyKeyInvalid,
                "The key is not 1 to 255 visible ASCII characters, bare or as one quoted string.",
            )),
        }
    }
}

impl<'a> ApiExtractor<'a> for KeyHeader {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::Parameter];
    const PARAM_IS_REQUIRED: bool = true;

    type ParamType = String;
    type ParamRawType = String;

    fn param_in() -> Option<MetaParamIn> {
        Some(MetaParamIn::Header)
    }

    fn param_schema_ref() -> Option<MetaSchemaRef> {
        let mut schema = MetaSchema::new("string");
        schema.min_length = Some(1);
        schema.max_length = Some(255);
        schema.example = Some("8e03978e-40d5-43dd-bc93-6894a57f9324".into());
        Some(MetaSchemaRef::Inline(Box::new(schema)))
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _param_opts: ExtractParamOptions<Self::ParamType>,
    ) -> poem::Result<Self> {
        Ok(Self {
            key: Self::key_of(request)?,
            instance: <ProblemInstance as FromRequest<'_>>::from_request(request, body).await?,
        })
    }
}

/// A JSON body in its documented form, and the value it was read from, for the fingerprint.
pub(crate) struct JsonBody<T> {
    /// The body in its documented form.
    pub(crate) body: T,
    /// The body as it came.
    pub(crate) value: Value,
}

impl<'a, T: ParseFromJSON + 'static> ApiExtractor<'a> for JsonBody<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        <Body<T> as ApiExtractor<'a>>::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        <Body<T> as ApiExtractor<'a>>::request_meta()
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        param_opts: ExtractParamOptions<Self::ParamType>,
    ) -> poem::Result<Self> {
        let bytes = <Vec<u8> as FromRequest<'_>>::from_request(request, body).await?;
        let mut copy = RequestBody::new(bytes.clone().into());
        let parsed = Body::<T>::from_request(request, &mut copy, param_opts).await?;
        // The parser above has read the same bytes.
        let value = strict_json::parse(&bytes).unwrap_or_default();
        Ok(Self {
            body: parsed.0,
            value,
        })
    }
}

/// A stored response to be sent; `T` documents the body of a success.
pub(crate) struct IdempotentResponse<T> {
    response: StoredResponse,
    is_replayed: bool,
    body: PhantomData<T>,
}

impl<T> IdempotentResponse<T> {
    /// Creates the response; `is_replayed` is true for a repeat.
    pub(crate) fn new(response: StoredResponse, is_replayed: bool) -> Self {
        Self {
            response,
            is_replayed,
            body: PhantomData,
        }
    }
}

impl<T: Send> IntoResponse for IdempotentResponse<T> {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.response.status);
        let refusal = self.response.refusal();
        let mut response = Response::builder()
            .status(status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR))
            .body(self.response.body);
        if let Some(kind) = refusal {
            response.set_data(kind);
        }
        let headers = response.headers_mut();
        for (name, value) in &self.response.headers {
            if let (Ok(name), Ok(value)) = (
                HeaderName::from_bytes(name.as_bytes()),
                HeaderValue::from_str(value),
            ) {
                headers.insert(name, value);
            }
        }
        if self.is_replayed {
            headers.insert(REPLAYED_HEADER, HeaderValue::from_static("true"));
        }
        response
    }
}

impl<T: Type> ApiResponse for IdempotentResponse<T> {
    fn meta() -> MetaResponses {
        MetaResponses {
            responses: vec![MetaResponse {
                description: "Done. A repeat of the request gets the same bytes.",
                status: Some(200),
                status_range: None,
                content: vec![MetaMediaType {
                    content_type: "application/json",
                    schema: T::schema_ref(),
                }],
                headers: vec![MetaHeader {
                    name: REPLAYED_HEADER.to_owned(),
                    description: Some(
                        "`true` when the key was used before; nothing was done again.".to_owned(),
                    ),
                    required: false,
                    deprecated: false,
                    schema: <bool as Type>::schema_ref(),
                }],
            }],
        }
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}
