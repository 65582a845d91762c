//! Renders schemas of the OpenAPI document as tables and as examples.

use serde_json::{Map, Value, json};

use super::html::Html;

/// Text of a member without an example; a test fails if it occurs.
const MISSING: &str = "…";

/// Example texts of members, by the member's name; secrets are abbreviated.
const TEXTS: &[(&str, &str)] = &[
    ("account", "7012"),
    ("accounts", "7012"),
    ("client_id", "client_0192f0c4a1b27c3d8e9f001122334466"),
    ("client_secret", "5GkP…"),
    ("cursor", "AZb7…"),
    ("customer_id", "cus_0192f0c4a1b27c3d8e9f001122334455"),
    ("event_id", "evt_1125899906842624"),
    ("events", "credits.granted"),
    ("expires_at", "2027-01-31T12:00:00.000Z"),
    ("external_id", "user-42"),
    ("hold_id", "hold_0192f0c4a1b27c3d8e9f001122334455"),
    ("id", "key_0192f0c4a1b27c3d8e9f001122334455"),
    ("issuer", "https://id.example.com"),
    ("key", "tg_live_Q7xB…"),
    ("last_error", "it did not answer with a 2xx status"),
    ("mode", "live"),
    ("next_cursor", "AZb7…"),
    ("owner", "cus_0192f0c4a1b27c3d8e9f001122334455"),
    ("post_logout_redirect_uris", "https://pictures.example.com/"),
    ("prefix", "tg_live_Q7xB"),
    ("redirect_uris", "https://pictures.example.com/app"),
    ("rows", "7012"),
    ("run", "ver_0192f0c4a1b27c3d8e9f001122334455"),
    ("secret", "whsec_MfKQ…"),
    ("snippet", "// auth.ts …"),
    (
        "test_link",
        "https://id.example.com/oauth/authorize?client_id=client_0192f0c4a1b27c3d8e9f001122334466",
    ),
    ("timestamp", "2027-01-31T12:00:00.000Z"),
    ("transaction_id", "txn_0192f0c4a1b27c3d8e9f001122334455"),
    ("type", "credits.granted"),
    ("url", "https://pictures.example.com/hooks/tollgate"),
    ("website_id", "web_0192f0c4a1b27c3d8e9f001122334455"),
    ("what", "a wallet is not the sum of its entries"),
];

/// Example numbers of members, by the member's name; all others are five.
const NUMBERS: &[(&str, i64)] = &[
    ("attempts", 2),
    ("invariant", 1),
    ("last_status", 503),
    ("queued", 12),
];
const USUAL_NUMBER: i64 = 5;

/// Maximum depth to which references are resolved; deeper ones are only named.
const MAX_DEPTH: usize = 4;

/// Subject of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Table {
    /// A request, whose required members are marked.
    Request,
    /// A response, which always has all members.
    Response,
}

/// Schemas of the document, by name.
pub(super) struct Schemas<'a>(&'a Value);

impl<'a> Schemas<'a> {
    pub(super) fn new(document: &'a Value) -> Self {
        Self(
            document
                .pointer("/components/schemas")
                .unwrap_or(&Value::Null),
        )
    }

    /// Resolves a reference, or returns the schema itself.
    fn resolved<'s>(&'s self, schema: &'s Value) -> &'s Value {
        name_of(schema)
            .and_then(|name| self.0.get(name))
            .unwrap_or(schema)
    }

    /// Renders a table of an object's members, with inner objects' members below them.
    pub(super) fn table(&self, schema: &Value, table: Table, html: &mut Html) {
        html.raw("<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">Member</th><th scope=\"col\">Type</th><th scope=\"col\">Meaning</th></tr></thead><tbody>");
        self.rows(schema, "", table, html);
        html.raw("</tbody></table></div>");
    }

    fn rows(&self, schema: &Value, path: &str, table: Table, html: &mut Html) {
        let schema = self.resolved(schema);
        let required: Vec<&str> = texts(schema.get("required"));
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, member) in properties.into_iter().flatten() {
            let path = if path.is_empty() {
                name.clone()
            } else {
                format!("{path}.{name}")
            };
            html.raw("<tr><td><code>").text(&path).raw("</code>");
            if table == Table::Request && required.contains(&name.as_str()) {
                html.raw(" <span class=\"must\">required</span>");
            }
            html.raw("</td><td>")
                .text(&self.type_of(member))
                .raw("</td><td>")
                .prose(self.meaning(member))
                .raw("</td></tr>");
            let inner = self.inner(member);
            if path.split('.').count() < MAX_DEPTH && inner.get("properties").is_some() {
                self.rows(inner, &path, table, html);
            }
        }
    }

    /// Returns the schema inside a list or a nullable reference.
    fn inner<'s>(&'s self, member: &'s Value) -> &'s Value {
        let one = member.pointer("/allOf/0").unwrap_or(member);
        let one = one.get("items").unwrap_or(one);
        self.resolved(one)
    }

    fn meaning<'s>(&'s self, member: &'s Value) -> &'s str {
        let own = member.get("description").and_then(Value::as_str);
        own.or_else(|| self.inner(member).get("description")?.as_str())
            .unwrap_or_default()
    }

    /// Describes the type.
    pub(super) fn type_of(&self, member: &Value) -> String {
        let inner = member.pointer("/allOf/0").unwrap_or(member);
        let schema = self.resolved(inner);
        let base = if let Some(items) = schema.get("items") {
            format!("list of {}", self.type_of(items))
        } else if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
            let words: Vec<&str> = choices.iter().filter_map(Value::as_str).collect();
            words.join(" | ")
        } else {
            let kind = schema.get("type").and_then(Value::as_str);
            let format = schema.get("format").and_then(Value::as_str);
            match (kind, format) {
                (Some("string"), Some("date-time")) => "instant".to_owned(),
                (Some("string"), _) => "text".to_owned(),
                (Some("integer"), _) => "whole number".to_owned(),
                (Some(other), _) => other.to_owned(),
                (None, _) => "any".to_owned(),
            }
        };
        let may_be_null = member.get("nullable") == Some(&Value::Bool(true));
        if may_be_null {
            format!("{base} or null")
        } else {
            base
        }
    }

    /// Returns the example that the schema itself has.
    pub(super) fn own_example<'s>(&'s self, schema: &'s Value) -> Option<&'s Value> {
        self.resolved(schema).get("example")
    }

    /// Returns the schema's own example, or builds one from its members' types.
    pub(super) fn example(&self, schema: &Value) -> Value {
        self.example_at(schema, "", 0)
    }

    /// Builds the example of a member with this name, at this depth.
    fn example_at(&self, schema: &Value, name: &str, depth: usize) -> Value {
        let schema = self.resolved(schema.pointer("/allOf/0").unwrap_or(schema));
        if let Some(example) = schema.get("example") {
            return example.clone();
        }
        if let Some(first) = schema.pointer("/enum/0") {
            return first.clone();
        }
        let kind = schema.get("type").and_then(Value::as_str);
        let format = schema.get("format").and_then(Value::as_str);
        match (kind, format) {
            (Some("object"), _) if depth < MAX_DEPTH => {
                let properties = schema.get("properties").and_then(Value::as_object);
                properties
                    .into_iter()
                    .flatten()
                    .map(|(name, member)| (name.clone(), self.example_at(member, name, depth + 1)))
                    .collect::<Map<_, _>>()
                    .into()
            }
            (Some("array"), _) => {
                let item = schema.get("items").unwrap_or(&Value::Null);
                json!([self.example_at(item, name, depth + 1)])
            }
            (Some("string"), Some("date-time")) => json!("2027-01-31T12:00:00.000Z"),
            (Some("string"), _) => json!(by_name(name)),
            (Some("integer"), _) => json!(number_of(name)),
            (Some("boolean"), _) => json!(false),
            _ => json!({}),
        }
    }
}

/// Returns the example text for a name. Each name has one, unless a type supplies an example of its own.
fn by_name(name: &str) -> &'static str {
    let row = TEXTS.iter().find(|(known, _)| *known == name);
    row.map_or(MISSING, |(_, text)| text)
}

/// Returns the example number for a name.
fn number_of(name: &str) -> i64 {
    let row = NUMBERS.iter().find(|(known, _)| *known == name);
    row.map_or(USUAL_NUMBER, |(_, number)| *number)
}

/// Returns the last segment of a reference.
fn name_of(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}

fn texts(value: Option<&Value>) -> Vec<&str> {
    value
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}
