//! Texts of HTTP requests.

/// Returns a GET with further header lines.
pub(crate) fn get(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n")
}

/// Returns a POST; the header lines must name the body's type.
pub(crate) fn post(path: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    )
}

/// Returns a POST of a form.
pub(crate) fn form(path: &str, headers: &str, body: &str) -> String {
    let headers = format!("Content-Type: application/x-www-form-urlencoded\r\n{headers}");
    post(path, &headers, body)
}
