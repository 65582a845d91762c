//! Requests as they go over the wire.

/// A GET, with header lines of one's own.
pub(crate) fn get(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n")
}

/// A POST, with header lines that name the body's type.
pub(crate) fn post(path: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    )
}

/// A POST of a form.
pub(crate) fn form(path: &str, headers: &str, body: &str) -> String {
    let headers = format!("Content-Type: application/x-www-form-urlencoded\r\n{headers}");
    post(path, &headers, body)
}
