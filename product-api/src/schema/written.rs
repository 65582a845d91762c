//! A JSON answer that is written at once, without a tree of values in between: for what is asked often.

use poem::http::StatusCode;
use poem::{IntoResponse, Response};
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaSchemaRef, Registry};
use poem_openapi::types::Type;
use serde::Serialize;

/// An answer whose text `serde` writes; it has to be the one that its documented form describes.
pub(crate) struct Written<T>(pub(crate) T);

impl<T: Type> Payload for Written<T> {
    const CONTENT_TYPE: &'static str = <Json<T> as Payload>::CONTENT_TYPE;

    fn check_content_type(content_type: &str) -> bool {
        <Json<T> as Payload>::check_content_type(content_type)
    }

    fn schema_ref() -> MetaSchemaRef {
        T::schema_ref()
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}

impl<T: Serialize + Send> IntoResponse for Written<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(text) => Response::builder()
                .content_type("application/json; charset=utf-8")
                .body(text),
            Err(_unwritable) => StatusCode::INTERNAL_SERVER_ERROR.into(),
        }
    }
}
