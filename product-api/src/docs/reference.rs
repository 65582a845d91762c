//! The API reference as one page, rendered from the OpenAPI document.

use foundation::http::resolve_component;
use serde_json::Value;

use super::credentials::takes_api_key;
use super::html::{Html, page};
use super::problems::kinds_of;
use super::schema::{Schemas, Table};
use crate::problem::Kind;

/// Renders the page.
pub(super) fn reference(document: &Value, issuer: &str) -> String {
    let schemas = Schemas::new(document);
    let groups = groups(document);
    let mut main = Html::default();
    main.raw("<div class=\"columns\"><nav class=\"side\" aria-label=\"On this page\"><a href=\"#start\">Start</a>");
    for (name, _, operations) in &groups {
        main.raw("<p>").text(name).raw("</p>");
        for operation in operations {
            main.raw("<a href=\"#")
                .text(operation.id)
                .raw("\">")
                .text(operation.summary)
                .raw("</a>");
        }
    }
    main.raw("<p>errors</p><a href=\"#problems\">All problems</a></nav><main id=\"main\"><h1>API reference</h1>");
    start(issuer, &mut main);
    for (name, meaning, operations) in &groups {
        main.raw("<section><h2>")
            .text(name)
            .raw("</h2>")
            .paragraphs(meaning);
        for operation in operations {
            operation.render(&schemas, issuer, &mut main);
        }
        main.raw("</section>");
    }
    problems(&mut main);
    main.raw("</main></div>");
    page("API reference", &main)
}

fn start(issuer: &str, html: &mut Html) {
    html.raw("<section id=\"start\" class=\"lead\"><p>All addresses begin with <code>")
        .text(issuer)
        .raw(
            "</code>. Requests and answers are JSON; times are ISO 8601 in UTC; amounts are whole numbers in the \
             smallest unit. Every answer carries <code>x-request-id</code>, which finds it in our logs.</p>\
             <p>A website’s back end calls with an API key, a person’s browser with an access token of the identity \
             provider, both as <code>Authorization: Bearer …</code>. Keys that begin with <code>tg_test_</code> move \
             play credits, which never meet the real ones.</p>\
             <p>Calls that move credits want an <code>Idempotency-Key</code>. Send the same request with the same key as \
             often as you like: it counts once, and every repeat gets the first answer again, marked \
             <code>Idempotency-Replayed: true</code>.</p>\
             <p>Lists come in pages: send <code>next_cursor</code> back as <code>cursor</code> until it is null.</p></section>",
        );
}

fn problems(html: &mut Html) {
    html.raw(
        "<section id=\"problems\"><h2>errors</h2><p>Every error is a problem document (RFC 9457), \
         <code>application/problem+json</code>. Its <code>type</code> leads to a page that says what to do.</p>\
         <div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">Problem</th><th scope=\"col\">Status</th>\
         <th scope=\"col\">Meaning</th><th scope=\"col\">Same key</th></tr></thead><tbody>",
    );
    for kind in Kind::ALL {
        html.raw("<tr><td><a href=\"/problems/")
            .text(kind.slug())
            .raw("\"><code>")
            .text(kind.slug())
            .raw("</code></a></td><td>")
            .number(kind.status().into())
            .raw("</td><td>")
            .text(kind.row().title)
            .raw("</td><td>")
            .text(if kind.is_stored() {
                "same answer for ever"
            } else {
                "may be tried again"
            })
            .raw("</td></tr>");
    }
    html.raw("</tbody></table></div></section>");
}

/// Groups the operations by tag, in the order of the tags.
fn groups(document: &Value) -> Vec<(&str, &str, Vec<DocumentedOperation<'_>>)> {
    let order = [
        "credits",
        "customers",
        "me",
        "features",
        "webhooks",
        "websites",
        "keys",
        "ledger",
        "users",
        "operator",
    ];
    let tags = document.get("tags").and_then(Value::as_array);
    let mut groups: Vec<_> = tags
        .into_iter()
        .flatten()
        .filter_map(|tag| Some((tag.get("name")?.as_str()?, tag.get("description"))))
        .map(|(name, meaning)| {
            let operations = operations(document).filter(|one| one.tag == name).collect();
            let meaning = meaning.and_then(Value::as_str).unwrap_or_default();
            (name, meaning, operations)
        })
        .filter(|(.., operations): &(_, _, Vec<_>)| !operations.is_empty())
        .collect();
    groups.sort_by_key(|(name, ..)| order.iter().position(|tag| tag == name));
    groups
}

pub(super) fn operations(document: &Value) -> impl Iterator<Item = DocumentedOperation<'_>> {
    let paths = document.get("paths").and_then(Value::as_object);
    paths.into_iter().flatten().flat_map(|(path, methods)| {
        let methods = methods.as_object();
        methods.into_iter().flatten().map(|(method, value)| {
            let text = |name| value.get(name).and_then(Value::as_str).unwrap_or_default();
            DocumentedOperation {
                id: text("operationId"),
                tag: value
                    .pointer("/tags/0")
                    .and_then(Value::as_str)
                    .unwrap_or_default(),
                summary: text("summary"),
                path,
                method,
                value,
                document,
            }
        })
    })
}

pub(super) struct DocumentedOperation<'a> {
    pub(super) id: &'a str,
    tag: &'a str,
    pub(super) summary: &'a str,
    pub(super) path: &'a str,
    pub(super) method: &'a str,
    value: &'a Value,
    document: &'a Value,
}

impl DocumentedOperation<'_> {
    fn render(&self, schemas: &Schemas<'_>, issuer: &str, html: &mut Html) {
        html.raw("<article class=\"operation\" id=\"")
            .text(self.id)
            .raw("\"><h3>")
            .text(self.summary)
            .raw("</h3><p class=\"address\"><span class=\"method\">")
            .text(&self.method.to_uppercase())
            .raw("</span> <code>")
            .text(self.path)
            .raw("</code></p>");
        html.paragraphs(self.description());
        self.parameters(schemas, html);
        if let Some(body) = self.body() {
            html.raw("<h4>Body</h4>");
            schemas.table(part(body, "schema"), Table::Request, html);
        }
        html.raw("<h4>Example</h4><pre tabindex=\"0\"><code>")
            .text(&self.curl(schemas, issuer))
            .raw("</code></pre>");
        self.responses(schemas, html);
        html.raw("</article>");
    }
    pub(super) fn description(&self) -> &str {
        let description = self.value.get("description").and_then(Value::as_str);
        description.unwrap_or_default()
    }

    /// Returns the content of the request: its schema and its example.
    fn body(&self) -> Option<&Value> {
        self.value.pointer("/requestBody/content/application~1json")
    }
    fn parameters(&self, schemas: &Schemas<'_>, html: &mut Html) {
        let parameters = self.value.get("parameters").and_then(Value::as_array);
        let Some(parameters) = parameters.filter(|list| !list.is_empty()) else {
            return;
        };
        html.raw("<h4>Parameters</h4><div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">Name</th><th scope=\"col\">Type</th><th scope=\"col\">Meaning</th></tr></thead><tbody>");
        for parameter in parameters {
            let text = |name| {
                parameter
                    .get(name)
                    .and_then(Value::as_str)
                    .unwrap_or_default()
            };
            html.raw("<tr><td><code>")
                .text(text("name"))
                .raw("</code> <span class=\"where\">");
            html.text(text("in")).raw("</span>");
            if parameter.get("required") == Some(&Value::Bool(true)) {
                html.raw(" <span class=\"must\">required</span>");
            }
            let schema = parameter.get("schema").unwrap_or(&Value::Null);
            html.raw("</td><td>")
                .text(&schemas.type_of(schema))
                .raw("</td><td>")
                .prose(text("description"))
                .raw("</td></tr>");
        }
        html.raw("</tbody></table></div>");
    }
    fn responses(&self, schemas: &Schemas<'_>, html: &mut Html) {
        let responses = self.value.get("responses").and_then(Value::as_object);
        let mut problems = Vec::new();
        for (status, response) in responses.into_iter().flatten() {
            let response = resolve_component(self.document, response);
            let kinds = kinds_of(response);
            if !kinds.is_empty() {
                problems.extend(kinds);
                continue;
            }
            let description = response.get("description").and_then(Value::as_str);
            html.raw("<h4>Answer <span class=\"status\">")
                .text(status)
                .raw("</span></h4>")
                .paragraphs(description.unwrap_or_default());
            if let Some(content) = response.pointer("/content/application~1json") {
                schemas.table(part(content, "schema"), Table::Response, html);
                html.raw("<pre tabindex=\"0\"><code>")
                    .text(&example_in(content, schemas))
                    .raw("</code></pre>");
            }
        }
        html.raw("<h4>Problems</h4><ul class=\"problems\">");
        for kind in problems {
            html.raw("<li><a href=\"/problems/")
                .text(kind.slug())
                .raw("\"><span class=\"status\">");
            html.number(kind.status().into())
                .raw("</span> ")
                .text(kind.slug())
                .raw("</a></li>");
        }
        html.raw("</ul>");
    }

    fn curl(&self, schemas: &Schemas<'_>, issuer: &str) -> String {
        let variable = if takes_api_key(self.value) {
            "TOLLGATE_API_KEY"
        } else {
            "ACCESS_TOKEN"
        };
        let address = self.path.replace("{id}", "$ID");
        let mut text =
            format!("curl \"{issuer}{address}\" \\\n  -H \"Authorization: Bearer ${variable}\"");
        let parameters = self.value.get("parameters").and_then(Value::as_array);
        let wants_idempotency = parameters.into_iter().flatten().any(|parameter| {
            let name = parameter.get("name").and_then(Value::as_str);
            name.is_some_and(|name| name.eq_ignore_ascii_case("Idempotency-Key"))
        });
        if wants_idempotency {
            text.push_str(" \\\n  -H \"Idempotency-Key: $(uuidgen)\"");
        }
        if let Some(body) = self.body() {
            text.push_str(" \\\n  -H \"Content-Type: application/json\" \\\n  -d '");
            text.push_str(&example_in(body, schemas));
            text.push('\'');
        }
        text
    }
}

/// Returns a part of a request's or a response's content.
fn part<'a>(content: &'a Value, name: &str) -> &'a Value {
    content.get(name).unwrap_or(&Value::Null)
}

/// Formats the example next to the schema, or the one of the schema itself.
fn example_in(content: &Value, schemas: &Schemas<'_>) -> String {
    let own = schemas.own_example(part(content, "schema"));
    let example = content.get("example").or(own);
    serde_json::to_string_pretty(example.unwrap_or(&Value::Null)).unwrap_or_default()
}
