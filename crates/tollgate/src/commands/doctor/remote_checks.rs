//! Checks of the running server: its reachability, its issuer, and its own status.

use foundation::text::host::is_loopback_address as is_here;
use foundation::{Clock, Timestamp};
use idp::routes::MAIL_TO_FILES;
use reqwest::StatusCode;
use serde_json::Value;

use super::finding::Finding;
use super::keys;
use super::restored::restored;
use crate::remote::{AdminScope, RemoteServer};

/// Clock difference that servers accept from each other, in seconds.
const LEEWAY_SECONDS: i64 = 10;
/// Difference between a server's clock and its database's from which on an operator should look, in milliseconds.
const ODD_MS: u64 = 5_000;

/// Checks the server; stops at the first failure that makes the other checks meaningless.
pub(super) async fn examine(server: &RemoteServer, clock: &Clock) -> Vec<Finding> {
    const CHECK: &str = "reachable";
    // Health is checked at each replica; a gateway does not forward it.
    let document = match server.public("/.well-known/openid-configuration").await {
        Ok((StatusCode::OK, document)) => document,
        Ok((status, _)) => {
            let says = format!(
                "{} answers the discovery document with {status}; is TOLLGATE_URL right?",
                server.base()
            );
            return vec![Finding::failed(CHECK, says)];
        }
        Err(refused) => return vec![Finding::failed(CHECK, refused.to_string())],
    };
    let mut findings = vec![Finding::ok(CHECK, format!("{} answers", server.base()))];
    let is_public = !is_here(text(&document, "issuer"));
    // At once, because a server that hangs uses up the time limit of each.
    let (readiness, issuer, account) = tokio::join!(
        readiness(server, is_public),
        issuer(server, &document),
        check_own_status(server, clock, is_public)
    );
    findings.extend([readiness, issuer, account].concat());
    findings
}

async fn readiness(server: &RemoteServer, is_public: bool) -> Vec<Finding> {
    match server.public("/health/ready").await {
        Ok((status, response)) => {
            let in_files = response.get("idp_mail") == Some(&Value::from(MAIL_TO_FILES));
            let mail = in_files.then(|| mail_in_files(is_public));
            let mut findings = vec![ready(status, &response)];
            findings.extend(mail.filter(|_| !server.has_secret()));
            findings.extend(restored(&response));
            findings
        }
        Err(refused) => vec![Finding::failed("ready", refused.to_string())],
    }
}

fn ready(status: StatusCode, response: &Value) -> Finding {
    let away: Vec<_> = response
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(_, state)| **state == "away")
        .map(|(name, _)| name.as_str())
        .collect();
    match (status, away.as_slice()) {
        (StatusCode::NOT_FOUND, _) => Finding::ok(
            "ready",
            "unknown: a gateway forwards no health check; ask a replica",
        ),
        (StatusCode::OK, []) => Finding::ok("ready", "all its dependencies respond"),
        (StatusCode::OK, away) => Finding::warning("ready", format!("away: {}", away.join(", "))),
        (_, away) => Finding::failed(
            "ready",
            format!("away: {}; see the server's log for why", away.join(", ")),
        ),
    }
}

async fn issuer(server: &RemoteServer, document: &Value) -> Vec<Finding> {
    const CHECK: &str = "issuer";
    let issuer = text(document, "issuer");
    let mut findings = vec![if issuer != server.base() && is_here(server.base()) {
        // A replica is checked at its own URL.
        Finding::ok(CHECK, format!("{issuer}, asked at {}", server.base()))
    } else if issuer != server.base() {
        let says = format!(
            "the server calls itself {issuer}, not {}: set IDP_BASE_URL to the public address, or TOLLGATE_URL to the issuer",
            server.base()
        );
        Finding::failed(CHECK, says)
    } else if is_guarded(issuer) {
        Finding::ok(CHECK, issuer)
    } else {
        Finding::warning(
            CHECK,
            format!("{issuer} is not https: passwords and tokens can be read"),
        )
    }];
    // Behind a gateway the issuer's name need not resolve to it from here.
    let keys_at = text(document, "jwks_uri")
        .strip_prefix(issuer)
        .unwrap_or("/oauth/jwks");
    findings.push(match server.public(keys_at).await {
        Ok((_, jwks)) => keys::published(&jwks),
        Err(refused) => Finding::failed("keys", refused.to_string()),
    });
    findings
}

fn is_guarded(issuer: &str) -> bool {
    issuer.starts_with("https://") || is_here(issuer)
}

async fn check_own_status(server: &RemoteServer, clock: &Clock, is_public: bool) -> Vec<Finding> {
    if !server.has_secret() {
        let says =
            "without TOLLGATE_CLIENT_SECRET clock, database, sessions and mail cannot be looked at";
        return vec![Finding::warning("account", says)];
    }
    let (mut findings, keys) = tokio::join!(
        status(server, clock, is_public),
        server.get(AdminScope::Keys, "/keys")
    );
    findings.extend(match keys {
        Ok(response) => keys::check_ages(&response, clock.now()),
        Err(refused) => vec![Finding::failed("keys", refused.to_string())],
    });
    findings
}

async fn status(server: &RemoteServer, clock: &Clock, is_public: bool) -> Vec<Finding> {
    let requested_at = clock.now();
    let response = server.get(AdminScope::Status, "/status").await;
    let responded_at = clock.now();
    match response {
        Ok(status) => vec![
            time(&status, requested_at, responded_at),
            host(&status),
            dependency_finding("database", &status),
            dependency_finding("sessions", &status),
            mail(status.get("mail").unwrap_or(&Value::Null), is_public),
        ],
        Err(refused) => vec![Finding::failed("account", refused.to_string())],
    }
}

/// Compares the clocks; the server's was read between these two times of ours.
fn time(status: &Value, requested_at: Timestamp, responded_at: Timestamp) -> Finding {
    let Some(theirs) = Timestamp::from_iso8601(text(status, "time")) else {
        return Finding::failed("clock", "the server does not say what time it is");
    };
    let ahead = theirs.seconds() - responded_at.seconds();
    let behind = requested_at.seconds() - theirs.seconds();
    let apart = ahead.max(behind).max(0);
    if apart > LEEWAY_SECONDS {
        let says =
            format!("the server's clock and this machine's are {apart} s apart: run NTP on both");
        Finding::failed("clock", says)
    } else {
        Finding::ok("clock", format!("{} there", text(status, "time")))
    }
}

/// Compares the machine's clock with the database's. The server uses the database's, and its own only without a database.
fn host(status: &Value) -> Finding {
    const CHECK: &str = "clock";
    let ahead = status.get("host_ahead_ms").and_then(Value::as_i64);
    match ahead {
        None => Finding::ok(CHECK, "the machine's own counts there"),
        Some(ahead) if ahead.unsigned_abs() > ODD_MS => {
            let side = if ahead > 0 { "ahead of" } else { "behind" };
            let says = format!(
                "the server's machine is {} ms {side} its database, whose time counts: run NTP on both",
                ahead.unsigned_abs()
            );
            Finding::warning(CHECK, says)
        }
        Some(_) => Finding::ok(CHECK, "the database's counts there, and the machine agrees"),
    }
}

fn dependency_finding(check: &'static str, status: &Value) -> Finding {
    let response = status.get(check).unwrap_or(&Value::Null);
    let kind = text(response, "kind");
    if response.get("ready") == Some(&Value::Bool(true)) {
        Finding::ok(check, format!("{kind} answers"))
    } else {
        Finding::failed(
            check,
            format!("{kind} does not answer; see the server's log for why"),
        )
    }
}

fn mail(response: &Value, is_public: bool) -> Finding {
    let (route, problem) = (text(response, "route"), text(response, "problem"));
    let tried = response
        .get("tried")
        .and_then(Value::as_i64)
        .unwrap_or_default();
    if response.get("ready") != Some(&Value::Bool(true)) {
        Finding::failed("mail", format!("{problem}; look at IDP_SMTP_URL"))
    } else if tried > 0 {
        Finding::warning(
            "mail",
            format!("{tried} emails could not be sent yet and wait"),
        )
    } else if route == "directory" {
        mail_in_files(is_public)
    } else {
        Finding::ok("mail", "the mail server responds")
    }
}

/// Reports email that goes to files, which is for development: at a public URL, users could not sign in by email.
fn mail_in_files(is_public: bool) -> Finding {
    let says = "mail goes to files; set IDP_SMTP_URL to send it";
    if is_public {
        Finding::failed("mail", says)
    } else {
        Finding::warning("mail", says)
    }
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::super::finding::Verdict;
    use super::*;
    use crate::remote::RequestError;
    use crate::settings::Remote;

    /// Creates a server with a short time limit.
    fn impatient(url: &str) -> RemoteServer {
        let remote = Remote {
            url: None,
            client_id: "tollgate-cli".to_owned(),
            client_secret: Some("a secret".to_owned().into()),
        };
        let server = RemoteServer::new(url.to_owned(), remote).unwrap();
        server.with_limit(Duration::from_millis(200))
    }

    #[tokio::test]
    async fn server_that_hangs_is_reported() {
        // The kernel accepts the connection, and no process answers.
        let hanging = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let server = impatient(&format!("http://{}", hanging.local_addr().unwrap()));
        let found = examine(&server, &Clock::system()).await;
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].verdict, Verdict::Failed);
        for scope in [AdminScope::Status, AdminScope::Keys] {
            let refused = server.get(scope, "/status").await.unwrap_err();
            assert!(
                matches!(refused, RequestError::Unreachable { .. }),
                "{refused}"
            );
        }
    }

    #[test]
    fn clocks_may_be_ten_seconds_apart() {
        let at = |seconds: i64| Timestamp::from_seconds(1_800_000_000 + seconds);
        for (theirs, expected) in [
            (0, Verdict::Ok),
            (12, Verdict::Ok),
            (13, Verdict::Failed),
            (-10, Verdict::Ok),
            (-11, Verdict::Failed),
        ] {
            let status = json!({ "time": at(theirs).to_iso8601() });
            // The response took two seconds.
            let found = time(&status, at(0), at(2));
            assert_eq!(found.verdict, expected, "{theirs}");
        }
        let found = time(&json!({}), at(0), at(2));
        assert_eq!(found.verdict, Verdict::Failed);
    }

    #[test]
    fn clock_difference_to_the_database_is_found() {
        for (response, expected) in [
            (json!({}), Verdict::Ok),
            (json!({ "host_ahead_ms": null }), Verdict::Ok),
            (json!({ "host_ahead_ms": 5_000 }), Verdict::Ok),
            (json!({ "host_ahead_ms": 5_001 }), Verdict::Warning),
            (json!({ "host_ahead_ms": -30_000 }), Verdict::Warning),
        ] {
            assert_eq!(host(&response).verdict, expected, "{response}");
        }
        let says = host(&json!({ "host_ahead_ms": -30_000 })).says;
        assert!(says.contains("30000 ms behind"), "{says}");
    }

    #[test]
    fn mail_that_does_not_get_out_is_found() {
        let rows = [
            (
                json!({ "route": "smtp", "ready": true, "tried": 0 }),
                Verdict::Ok,
            ),
            (
                json!({ "route": "smtp", "ready": true, "tried": 2 }),
                Verdict::Warning,
            ),
            (
                json!({ "route": "directory", "ready": true }),
                Verdict::Warning,
            ),
            (json!({ "route": "smtp", "ready": false }), Verdict::Failed),
            (Value::Null, Verdict::Failed),
        ];
        for (response, expected) in rows {
            assert_eq!(mail(&response, false).verdict, expected, "{response}");
        }
        let in_files = json!({ "route": "directory", "ready": true });
        assert_eq!(mail(&in_files, true).verdict, Verdict::Failed);
    }

    #[test]
    fn plain_http_is_for_this_machine() {
        for (issuer, expected) in [
            ("https://id.example.com", true),
            ("http://localhost:8080", true),
            ("http://127.0.0.1:8080", true),
            ("http://id.example.com", false),
            ("", false),
        ] {
            assert_eq!(is_guarded(issuer), expected, "{issuer}");
        }
    }
}
