//! Query parameters of an API request, checked against the operation's OpenAPI contract.

use std::collections::HashMap;
use std::sync::OnceLock;

use poem::http::Method;
use serde_json::Value;
use url::form_urlencoded;

use crate::text::strict_json;

/// Maximum number of errors that are reported for one query.
const MAX_ERRORS: usize = 20;

/// The query parameters of each operation of an OpenAPI document.
///
/// The contract is the source of the names, so that no operation can be forgotten. The first request with a query reads
/// it, because making the document takes some milliseconds and megabytes.
#[derive(Clone, Debug)]
pub struct QueryContract {
    document: fn() -> String,
    operations: OnceLock<ContractOperations>,
}

/// The operations of a document by their methods.
type ContractOperations = HashMap<Method, Vec<ContractOperation>>;

/// One operation of the document.
#[derive(Clone, Debug)]
struct ContractOperation {
    /// Segments of its path; `None` for a path parameter.
    segments: Vec<Option<String>>,
    /// Names of its query parameters, in the order of the document.
    parameters: Vec<String>,
}

/// One error of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// Name of the parameter, as the client sent it.
    pub parameter: String,
    /// A sentence for the client's developer.
    pub detail: String,
}

impl QueryContract {
    /// Creates the contract of an OpenAPI document. A document that is not JSON has no operations.
    pub const fn new(document: fn() -> String) -> Self {
        Self {
            document,
            operations: OnceLock::new(),
        }
    }

    /// Returns the unknown, repeated and empty parameters of a query. Paths and methods outside the document have none,
    /// because the router refuses them.
    pub fn check(&self, method: &Method, path: &str, query: &str) -> Vec<QueryError> {
        if query.is_empty() {
            return Vec::new();
        }
        // RFC 9110 section 9.3.2: HEAD is GET without the content.
        let method = if method == Method::HEAD {
            &Method::GET
        } else {
            method
        };
        let operation = self.find(method, path);
        operation.map_or_else(Vec::new, |operation| operation.errors_of(query))
    }

    /// Returns the methods of a path as `Allow` lists them (RFC 9110 section 10.2.1); the empty text if there are none.
    pub fn methods_of(&self, path: &str) -> String {
        let all = [
            Method::GET,
            Method::POST,
            Method::PUT,
            Method::PATCH,
            Method::DELETE,
        ];
        let found = all
            .iter()
            .filter_map(|method| Some((method, self.find(method, path)?)));
        let found: Vec<_> = found.collect();
        // The router takes the path with more literal segments first, and compares methods after that.
        let most = found
            .iter()
            .map(|(_, operation)| operation.literals())
            .max();
        let fitting = found
            .iter()
            .filter(|(_, operation)| Some(operation.literals()) == most);
        let names: Vec<_> = fitting.map(|(method, _)| method.as_str()).collect();
        names.join(", ")
    }

    /// Finds the operation of a path; one with more literal segments wins.
    fn find(&self, method: &Method, path: &str) -> Option<&ContractOperation> {
        let operations = self
            .operations
            .get_or_init(|| operations_of(&(self.document)()));
        let of_method = operations.get(method).into_iter().flatten();
        let matching = of_method.filter(|operation| operation.matches(path));
        matching.max_by_key(|operation| operation.literals())
    }
}

fn operations_of(document: &str) -> ContractOperations {
    let document: Value = strict_json::from_stored(document).unwrap_or_default();
    let mut operations = ContractOperations::new();
    let methods = members(document.get("paths"))
        .flat_map(|(path, methods)| members(Some(methods)).map(move |one| (path, one)));
    for (path, (method, operation)) in methods {
        if let Ok(method) = method.to_uppercase().parse() {
            let operation = ContractOperation::new(path, operation);
            operations.entry(method).or_default().push(operation);
        }
    }
    operations
}

impl ContractOperation {
    fn new(path: &str, operation: &Value) -> Self {
        let segments = path.split('/');
        let segments = segments.map(|one| (!one.starts_with('{')).then(|| one.to_owned()));
        let parameters = operation.get("parameters").and_then(Value::as_array);
        let text = |parameter: &Value, name: &str| {
            let found = parameter.get(name).and_then(Value::as_str);
            found.map(str::to_owned)
        };
        let in_query = parameters
            .into_iter()
            .flatten()
            .filter(|parameter| text(parameter, "in").as_deref() == Some("query"));
        let names = in_query.filter_map(|parameter| text(parameter, "name"));
        Self {
            segments: segments.collect(),
            parameters: names.collect(),
        }
    }

    /// Returns the number of its literal segments.
    fn literals(&self) -> usize {
        self.segments.iter().flatten().count()
    }

    fn matches(&self, path: &str) -> bool {
        let mut found = path.split('/');
        let are_equal = self.segments.iter().all(|expected| match expected {
            Some(literal) => found.next() == Some(literal.as_str()),
            None => found.next().is_some_and(|segment| !segment.is_empty()),
        });
        are_equal && found.next().is_none()
    }

    fn errors_of(&self, query: &str) -> Vec<QueryError> {
        let mut counts: Vec<(String, bool, usize)> = Vec::new();
        let max_names = MAX_ERRORS + self.parameters.len();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let known = counts.iter().position(|(known, ..)| *known == name);
            if let Some((_, is_empty, count)) = known.and_then(|index| counts.get_mut(index)) {
                *is_empty |= value.is_empty();
                *count += 1;
            } else if counts.len() < max_names {
                counts.push((name.into_owned(), value.is_empty(), 1));
            }
        }
        let errors = counts
            .into_iter()
            .filter_map(|(parameter, is_empty, count)| {
                let detail = if !self.parameters.contains(&parameter) {
                    self.describe_unknown()
                } else if count > 1 {
                    "Is given more than once: send it once.".to_owned()
                } else if is_empty {
                    "Has no value: give it one, or leave the parameter out.".to_owned()
                } else {
                    return None;
                };
                Some(QueryError { parameter, detail })
            });
        errors.take(MAX_ERRORS).collect()
    }

    fn describe_unknown(&self) -> String {
        if self.parameters.is_empty() {
            return "There is no such parameter: this operation takes none in the query."
                .to_owned();
        }
        let names = self.parameters.join(", ");
        format!("There is no such parameter: this operation takes {names}.")
    }
}

fn members(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> String {
        let document = serde_json::json!({ "paths": {
            "/v1/customers": {
                "get": { "parameters": [
                    { "in": "query", "name": "limit" },
                    { "in": "header", "name": "Tollgate-Mode" },
                    { "in": "query", "name": "email" },
                ] },
                "post": {},
            },
            "/v1/customers/{id}": { "get": { "parameters": [{ "in": "path", "name": "id" }] }, "delete": {} },
            "/v1/customers/me": { "get": { "parameters": [{ "in": "query", "name": "at" }] } },
        } });
        document.to_string()
    }

    fn contract() -> QueryContract {
        QueryContract::new(document)
    }

    #[test]
    fn request_without_query_makes_no_document() {
        let contract = contract();
        for (query, errors) in [("", 0), ("limti=1", 1)] {
            let found = contract.check(&Method::GET, "/v1/customers", query);
            assert_eq!(found.len(), errors);
            assert_eq!(contract.operations.get().is_some(), !query.is_empty());
        }
    }

    #[test]
    fn query_with_faults_names_each_parameter() {
        let rows: [(&str, &str, &str, &[&str]); 20] = [
            ("GET", "/v1/customers", "", &[]),
            ("GET", "/v1/customers", "limit=1&email=a%40b.example", &[]),
            ("GET", "/v1/customers", "limti=1", &["limti"]),
            ("GET", "/v1/customers", "l%69mit=1", &[]),
            ("GET", "/v1/customers", "limit=1&limit=1", &["limit"]),
            ("GET", "/v1/customers", "limit=1&l%69mit=2", &["limit"]),
            ("GET", "/v1/customers", "limit=", &["limit"]),
            ("GET", "/v1/customers", "limit", &["limit"]),
            ("GET", "/v1/customers", "Limit=1", &["Limit"]),
            ("GET", "/v1/customers", "limit[]=1", &["limit[]"]),
            ("GET", "/v1/customers", "a=1&b=2&a=3", &["a", "b"]),
            ("GET", "/v1/customers", "=1", &[""]),
            (
                "GET",
                "/v1/customers",
                "Tollgate-Mode=test",
                &["Tollgate-Mode"],
            ),
            ("HEAD", "/v1/customers", "limti=1", &["limti"]),
            ("POST", "/v1/customers", "limit=1", &["limit"]),
            ("GET", "/v1/customers/cus_1", "limit=1", &["limit"]),
            ("GET", "/v1/customers/me", "at=1", &[]),
            ("GET", "/v1/customers/me", "id=1", &["id"]),
            ("GET", "/v1/nothing", "limti=1", &[]),
            ("DELETE", "/v1/customers", "limti=1", &[]),
        ];
        for (method, path, query, expected) in rows {
            let method = method.parse().unwrap();
            let errors = contract().check(&method, path, query);
            let names: Vec<_> = errors.iter().map(|error| &error.parameter).collect();
            assert_eq!(names, expected, "{method} {path}?{query}");
        }
    }

    #[test]
    fn path_has_the_methods_of_its_operations() {
        for (path, expected) in [
            ("/v1/customers", "GET, POST"),
            ("/v1/customers/cus_1", "GET, DELETE"),
            ("/v1/customers/me", "GET"),
            ("/v1/customers/", ""),
            ("/v1/nothing", ""),
        ] {
            assert_eq!(contract().methods_of(path), expected, "{path}");
        }
    }

    #[test]
    fn query_with_many_faults_reports_the_first() {
        let query: Vec<_> = (0..1000).map(|number| format!("p{number}=1")).collect();
        let errors = contract().check(&Method::GET, "/v1/customers", &query.join("&"));
        assert_eq!(errors.len(), MAX_ERRORS);
        assert_eq!(errors[0].parameter, "p0");
        let detail = "There is no such parameter: this operation takes limit, email.";
        assert_eq!(errors[0].detail, detail);
    }
}
