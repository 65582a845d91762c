//! JSON responses to frequent requests, serialized directly, without a tree of values.

use std::marker::PhantomData;

use poem::http::StatusCode;
use poem::{IntoResponse, Response};
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaSchemaRef, Registry};
use poem_openapi::types::Type;
use serde::Serialize;

/// Initial capacity of a response, in bytes; most need no more.
const ROOM: usize = 1024;

/// A response in the schema of `T`, which serde writes from an `S`. Both must have the same form.
pub(crate) struct Written<T, S>(S, PhantomData<fn() -> T>);

impl<T, S> Written<T, S> {
    /// Creates the response from its data.
    pub(crate) const fn from(said: S) -> Self {
        Self(said, PhantomData)
    }
}

impl<T: Type, S: Send> Payload for Written<T, S> {
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

impl<T: Send, S: Serialize + Send> IntoResponse for Written<T, S> {
    fn into_response(self) -> Response {
        let mut text = Vec::with_capacity(ROOM);
        match serde_json::to_writer(&mut text, &self.0) {
            Ok(()) => Response::builder()
                .content_type("application/json; charset=utf-8")
                .body(text),
            Err(_unwritable) => StatusCode::INTERNAL_SERVER_ERROR.into(),
        }
    }
}
