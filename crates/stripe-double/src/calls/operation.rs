//! Operations of the API as data.

use serde_json::Value;

use super::Call;
use crate::error::StripeError;

/// A function that responds to a call with an object as it is stored.
pub(crate) type Run = fn(&mut Call<'_>) -> Result<Value, StripeError>;

/// An operation: its method and path, and the permission and the parameters that it takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ApiOperation {
    pub(crate) method: &'static str,
    /// Path such as `/v1/customers/{id}`.
    pub(crate) path: &'static str,
    /// Permission without its prefix `rak_`, such as `customer_write`.
    pub(crate) permission: &'static str,
    /// Patterns of its parameters; `expand` is always known.
    pub(crate) parameters: &'static [&'static str],
    pub(crate) run: Run,
}

impl ApiOperation {
    /// Creates an operation that reads.
    pub(crate) const fn get(path: &'static str, permission: &'static str, run: Run) -> Self {
        Self {
            method: "GET",
            path,
            permission,
            parameters: &[],
            run,
        }
    }

    /// Creates an operation that writes.
    pub(crate) const fn post(path: &'static str, permission: &'static str, run: Run) -> Self {
        Self {
            method: "POST",
            ..Self::get(path, permission, run)
        }
    }

    /// Creates an operation that deletes.
    pub(crate) const fn delete(path: &'static str, permission: &'static str, run: Run) -> Self {
        Self {
            method: "DELETE",
            ..Self::get(path, permission, run)
        }
    }

    /// Returns the operation with patterns of its parameters.
    pub(crate) const fn with(self, parameters: &'static [&'static str]) -> Self {
        Self { parameters, ..self }
    }

    /// Returns the id in a path of this operation; `None` for another path, the empty text for a path without an id.
    pub(crate) fn matched<'p>(&self, method: &str, path: &'p str) -> Option<&'p str> {
        if method != self.method {
            return None;
        }
        let mut found = path.split('/');
        let mut id = "";
        for expected in self.path.split('/') {
            match found.next()? {
                "" if !expected.is_empty() => return None,
                segment if expected == "{id}" => id = segment,
                segment if segment == expected => {}
                _ => return None,
            }
        }
        found.next().is_none().then_some(id)
    }

    /// Returns the name of the operation, such as `POST /v1/refunds`.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_leads_to_its_operation() {
        let run: Run = |_| Ok(Value::Null);
        let rows = [
            ("/v1/customers", "/v1/customers", Some("")),
            ("/v1/customers/{id}", "/v1/customers/cus_1", Some("cus_1")),
            ("/v1/customers/{id}", "/v1/customers/", None),
            ("/v1/customers/{id}", "/v1/customers/a/b", None),
            ("/v1/a/{id}/expire", "/v1/a/cs_1/expire", Some("cs_1")),
            ("/v1/customers", "/v1/customers/cus_1", None),
        ];
        for (pattern, path, expected) in rows {
            let operation = ApiOperation::get(pattern, "customer_read", run);
            assert_eq!(operation.matched("GET", path), expected, "{path}");
            assert_eq!(operation.matched("POST", path), None);
        }
    }
}
