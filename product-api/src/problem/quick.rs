//! A JSON body that is read without a tree of values in between, where it is as plain as nearly all are: for what is asked
//! often.

use bytes::Bytes;
use poem::{FromRequest, Request, RequestBody, Result};
use poem_openapi::registry::{MetaRequest, Registry};
use poem_openapi::types::ParseFromJSON;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use super::body::Body;

/// A body that may be plain.
pub(crate) trait Plain: Sized {
    /// The body, if its text is so plain that it fits the schema without doubt; none where that has to be looked at. What is
    /// read has to be what [`Body`] reads.
    fn of_plain(text: &[u8]) -> Option<Self>;
}

/// The same as [`Body`], and refused by it; a plain one is read at once.
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

/// Reads an object of texts and numbers by serde; none where that is not certain. What serde derives would take a list for an
/// object as well, by the order of its members.
pub(crate) fn plain_object<'t, P: serde::Deserialize<'t>>(text: &'t [u8]) -> Option<P> {
    if text.contains(&b'[') {
        return None;
    }
    serde_json::from_slice(text).ok()
}

/// Whether a text is of a length that every schema allows, in letters that count as one each.
pub(crate) fn is_plain(text: &str) -> bool {
    text.is_ascii() && (3..=64).contains(&text.len())
}
