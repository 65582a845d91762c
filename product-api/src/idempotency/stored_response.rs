//! Stored responses: the status, the headers and the bytes that every repeat of a request gets.

use crate::problem::{Kind, Problem, ProblemInstance};

/// The response to the first request with a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredResponse {
    /// The HTTP status.
    pub(crate) status: u16,
    /// Headers that belong to the response itself.
    pub(crate) headers: Vec<(String, String)>,
    /// Bytes of the body; they are JSON, and so text.
    pub(crate) body: String,
}

impl StoredResponse {
    /// Returns a success with a JSON body.
    pub(crate) fn ok(body: String) -> Self {
        Self {
            status: 200,
            headers: vec![content_type("application/json")],
            body,
        }
    }

    /// Writes the headers in the first line, and the body behind it.
    pub(super) fn text(&self) -> serde_json::Result<String> {
        let headers = serde_json::to_string(&self.headers)?;
        Ok(format!("{headers}\n{}", self.body))
    }

    /// Finds the kind of a refusal by the `type` of its problem document.
    pub(super) fn refusal(&self) -> Option<Kind> {
        if self.status < 400 {
            return None;
        }
        let (_, rest) = self.body.split_once("/problems/")?;
        let (slug, _) = rest.split_once('"')?;
        Kind::from_slug(slug)
    }

    /// Returns the problem's response, with the request's instance and id.
    pub(crate) fn from_problem(problem: &Problem, instance: &ProblemInstance) -> Self {
        Self {
            status: problem.kind().status(),
            headers: vec![content_type("application/problem+json")],
            body: String::from_utf8_lossy(&problem.body(instance)).into_owned(),
        }
    }
}

fn content_type(media_type: &str) -> (String, String) {
    ("content-type".to_owned(), media_type.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_refusal_has_its_kind() {
        let instance = ProblemInstance {
            issuer: "https://id.example.com".to_owned(),
            resource_metadata: None,
            instance: "/v1/spends".to_owned(),
            request_id: String::new(),
            is_bound: false,
        };
        for kind in Kind::ALL {
            let problem = Problem::new(*kind, "It is refused.");
            let stored = StoredResponse::from_problem(&problem, &instance);
            assert_eq!(stored.refusal(), Some(*kind));
        }
        assert_eq!(StoredResponse::ok("{}".to_owned()).refusal(), None);
    }
}
