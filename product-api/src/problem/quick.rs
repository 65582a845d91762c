//! Fast path for plain JSON bodies of frequent requests: it deserializes them without a tree of values.

use bytes::Bytes;
use poem::{FromRequest, Request, RequestBody, Result};
use poem_openapi::registry::{MetaRequest, Registry};
use poem_openapi::types::ParseFromJSON;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use super::body::Body;

/// A body type with a fast path.
pub(crate) trait Plain: Sized {
    /// Reads the body if it certainly matches the schema; none if the slow path must check it. The result must equal that of
    /// [`Body`].
    fn of_plain(text: &[u8]) -> Option<Self>;
}

/// A request body with the errors of [`Body`]; a plain one takes the fast path.
pub(crate) struct Quick<T>(pub(crate) T);

impl<'a, T: Plain + ParseFromJSON + 'static> ApiExtractor<'a> for Quick<T> {
    const TYPES: &'static [ApiExtractorType] = <Body<T> as ApiExtractor<'a>>::TYPES;

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
        _param_opts: ExtractParamOptions<Self::ParamType>,
    ) -> Result<Self> {
        Body::<T>::check_announced(request)?;
        let text = <Bytes as FromRequest>::from_request(request, body).await?;
        Ok(Self(read(&text)?.0))
    }
}

fn read<T: Plain + ParseFromJSON + 'static>(text: &[u8]) -> Result<Body<T>> {
    let plain = T::of_plain(text).map(Body);
    plain.map_or_else(|| Ok(Body::of_text(text)?), Ok)
}

/// Reads an object of strings and numbers with serde; none if the text contains an array. Serde would accept an array as an
/// object, with the members in order.
pub(crate) fn plain_object<'t, P: serde::Deserialize<'t>>(text: &'t [u8]) -> Option<P> {
    if text.contains(&b'[') {
        return None;
    }
    serde_json::from_slice(text).ok()
}

/// Returns true if a text has a length that every schema allows, in characters that count as one each.
pub(crate) fn is_plain(text: &str) -> bool {
    text.is_ascii() && (3..=64).contains(&text.len())
}
