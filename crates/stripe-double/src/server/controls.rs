//! Controls over HTTP: `POST /_control/advance_clock` with `{"seconds": 60}`.

use foundation::text::strict_json;
use poem::http::{Method, StatusCode};
use poem::{Request, Response};
use serde_json::{Value, json};

use crate::double::StripeDouble;

/// Maximum length of the arguments, in bytes.
const MAX_BODY: usize = 64 * 1024;

/// Executes a control. It takes JSON only, which pages of other origins cannot send without being asked.
pub(super) async fn respond(double: &StripeDouble, name: &str, mut request: Request) -> Response {
    let is_json = request
        .content_type()
        .is_some_and(|content| content.starts_with("application/json"));
    if *request.method() != Method::POST || !is_json {
        return refused("Send a POST with a JSON object as application/json.");
    }
    let Ok(body) = request.take_body().into_bytes_limit(MAX_BODY).await else {
        return refused("The body is too long.");
    };
    let arguments = match strict_json::read_object(&body) {
        Ok(arguments) => Value::Object(arguments),
        Err(error) => return refused(&error.to_string()),
    };
    match double.control(name, &arguments) {
        Ok(result) => written(StatusCode::OK, &result),
        Err(refusal) => refused(&refusal.to_string()),
    }
}

fn refused(message: &str) -> Response {
    written(StatusCode::BAD_REQUEST, &json!({ "error": message }))
}

fn written(status: StatusCode, value: &Value) -> Response {
    Response::builder()
        .status(status)
        .content_type("application/json")
        .body(format!("{value:#}\n"))
}
