//! Compares a JSON value with its schema, and reports each difference with its JSON pointer.

use std::any::TypeId;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock, RwLock};

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::Type;
use serde_json::Value;

use crate::time::Timestamp;

/// Maximum number of reported errors.
const MAX_ERRORS: usize = 20;

/// A difference between a value and its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    /// JSON pointer (RFC 6901) to the wrong location; empty for the whole value.
    pub pointer: String,
    /// Sentence that says what the location must be.
    pub detail: String,
}

/// Schemas of each body type, built once.
static REGISTRIES: LazyLock<RwLock<HashMap<TypeId, Arc<Registry>>>> =
    LazyLock::new(Default::default);

/// Returns the differences between a value and the schema of `T`. Members with the title `unchecked` are left to the
/// operation.
pub fn schema_errors<T: Type + 'static>(
    value: &Value,
    unchecked: Option<&'static str>,
) -> Vec<SchemaError> {
    let registry = registry_of::<T>();
    let mut check = SchemaCheck {
        registry: &registry,
        unchecked,
        errors: Vec::new(),
    };
    check.value(&T::schema_ref(), value, &Pointer::Whole);
    check.errors
}

fn registry_of<T: Type + 'static>() -> Arc<Registry> {
    let id = TypeId::of::<T>();
    let known = REGISTRIES.read().ok();
    if let Some(registry) = known.as_ref().and_then(|known| known.get(&id)) {
        return Arc::clone(registry);
    }
    drop(known);
    let mut registry = Registry::new();
    T::register(&mut registry);
    let registry = Arc::new(registry);
    if let Ok(mut known) = REGISTRIES.write() {
        known.insert(id, Arc::clone(&registry));
    }
    registry
}

/// Location of a value (RFC 6901); it is formatted only for an error.
#[derive(Clone, Copy)]
enum Pointer<'p> {
    Whole,
    Member(&'p Self, &'p str),
    Item(&'p Self, usize),
}

impl fmt::Display for Pointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Member(of, name) => write!(f, "{of}/{}", escaped(name)),
            Self::Item(of, index) => write!(f, "{of}/{index}"),
        }
    }
}

struct SchemaCheck<'r> {
    registry: &'r Registry,
    unchecked: Option<&'static str>,
    errors: Vec<SchemaError>,
}

impl<'r> SchemaCheck<'r> {
    fn wrong(&mut self, pointer: &Pointer<'_>, detail: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(SchemaError {
                pointer: pointer.to_string(),
                detail: detail.into(),
            });
        }
    }

    fn value(&mut self, schema: &MetaSchemaRef, value: &Value, pointer: &Pointer<'_>) {
        let registry: &'r Registry = self.registry;
        match schema {
            MetaSchemaRef::Reference(name) => {
                if let Some(schema) = registry.schemas.get(name) {
                    self.against(schema, value, pointer);
                }
            }
            MetaSchemaRef::Inline(schema) => self.against(schema, value, pointer),
        }
    }

    fn against(&mut self, schema: &MetaSchema, value: &Value, pointer: &Pointer<'_>) {
        if self.unchecked.is_some() && schema.title.as_deref() == self.unchecked {
            return;
        }
        for part in &schema.all_of {
            self.value(part, value, pointer);
        }
        if !schema.enum_items.is_empty() && !schema.enum_items.contains(value) {
            let choices: Vec<_> = schema.enum_items.iter().map(ToString::to_string).collect();
            return self.wrong(pointer, format!("Must be one of {}.", choices.join(", ")));
        }
        match (schema.ty, value) {
            ("object", Value::Object(_)) => self.object(schema, value, pointer),
            ("array", Value::Array(items)) => self.array(schema, items, pointer),
            ("string", Value::String(text)) => self.text(schema, text, pointer),
            ("integer" | "number", Value::Number(number)) => {
                if schema.ty == "integer" && number.as_i64().is_none() {
                    return self.wrong(pointer, "Must be a whole number.");
                }
                self.number(schema, number.as_f64().unwrap_or_default(), pointer);
            }
            ("boolean", Value::Bool(_)) | ("", _) => {}
            (wanted, _) => self.wrong(pointer, format!("Must be {}.", article(wanted))),
        }
    }

    fn object(&mut self, schema: &MetaSchema, value: &Value, pointer: &Pointer<'_>) {
        let Some(members) = value.as_object() else {
            return;
        };
        for (name, member) in &schema.properties {
            let location = Pointer::Member(pointer, name);
            match members.get(*name) {
                Some(found) if !found.is_null() => self.value(member, found, &location),
                Some(_) | None if schema.required.contains(name) => {
                    self.wrong(&location, "This is required.");
                }
                Some(_) | None => {}
            }
        }
        for (name, found) in members {
            let location = Pointer::Member(pointer, name);
            match &schema.additional_properties {
                _ if schema.properties.iter().any(|(known, _)| known == name) => {}
                Some(member) => self.value(member, found, &location),
                None => self.wrong(&location, "There is no such member."),
            }
        }
    }

    fn array(&mut self, schema: &MetaSchema, items: &[Value], pointer: &Pointer<'_>) {
        if schema.min_items.is_some_and(|least| items.len() < least) {
            self.wrong(pointer, "Holds too few items.");
        }
        if schema.max_items.is_some_and(|most| items.len() > most) {
            return self.wrong(pointer, "Holds too many items.");
        }
        for (index, item) in items.iter().enumerate() {
            if let Some(member) = &schema.items {
                self.value(member, item, &Pointer::Item(pointer, index));
            }
        }
    }

    fn text(&mut self, schema: &MetaSchema, text: &str, pointer: &Pointer<'_>) {
        // PostgreSQL cannot store this character, and one value must not fail a statement that many requests share.
        if text.contains('\0') {
            self.wrong(pointer, "Must hold no character U+0000.");
        }
        let length = text.chars().count();
        if let Some(least) = schema.min_length.filter(|least| length < *least) {
            self.wrong(pointer, format!("Must have at least {least} characters."));
        }
        if let Some(most) = schema.max_length.filter(|most| length > *most) {
            self.wrong(pointer, format!("Must have at most {most} characters."));
        }
        let is_instant = || Timestamp::from_iso8601(text).is_some();
        if schema.format == Some("date-time") && !is_instant() {
            self.wrong(pointer, "Must be an instant such as 2027-01-31T12:00:00Z.");
        }
    }

    fn number(&mut self, schema: &MetaSchema, number: f64, pointer: &Pointer<'_>) {
        if let Some(least) = schema.minimum.filter(|least| number < *least) {
            self.wrong(pointer, format!("Must be at least {least}."));
        }
        if let Some(most) = schema.maximum.filter(|most| number > *most) {
            self.wrong(pointer, format!("Must be at most {most}."));
        }
    }
}

/// Escapes a member's name (RFC 6901 section 3).
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn article(expected: &str) -> &'static str {
    match expected {
        "object" => "an object",
        "array" => "a list",
        "string" => "a text",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "true or false",
        _ => "of the documented type",
    }
}

#[cfg(test)]
mod tests {
    use poem_openapi::Object;
    use serde_json::json;

    use super::*;

    #[derive(Object)]
    #[oai(deny_unknown_fields)]
    struct Outer {
        #[oai(validator(min_length = 1, max_length = 3))]
        name: String,
        #[oai(validator(minimum(value = "1"), maximum(value = "10")))]
        amount: i64,
        inner: Option<Inner>,
        list: Option<Vec<String>>,
    }

    #[derive(Object)]
    #[oai(deny_unknown_fields)]
    struct Inner {
        #[oai(rename = "a/b")]
        odd: bool,
    }

    fn pointers(value: &Value) -> Vec<String> {
        let errors = schema_errors::<Outer>(value, None);
        errors.into_iter().map(|error| error.pointer).collect()
    }

    #[test]
    fn each_wrong_place_is_pointed_at() {
        let good = json!({"name": "a", "amount": 1, "inner": {"a/b": true}, "list": ["x"]});
        assert_eq!(schema_errors::<Outer>(&good, None), []);
        assert_eq!(pointers(&json!({})), ["/name", "/amount"]);
        assert_eq!(pointers(&json!([])), [""]);
        assert_eq!(pointers(&json!(null)), [""]);
        assert_eq!(pointers(&json!({"name": "", "amount": 1})), ["/name"]);
        assert_eq!(
            pointers(&json!({"name": "long", "amount": 11})),
            ["/name", "/amount"]
        );
        assert_eq!(pointers(&json!({"name": "a", "amount": 1.5})), ["/amount"]);
        assert_eq!(pointers(&json!({"name": "a", "amount": "1"})), ["/amount"]);
        assert_eq!(
            pointers(&json!({"name": "a", "amount": 1, "inner": {"a/b": 1, "c": 2}})),
            ["/inner/a~1b", "/inner/c"]
        );
        assert_eq!(
            pointers(&json!({"name": "a", "amount": 1, "list": ["x", 2]})),
            ["/list/1"]
        );
        assert_eq!(
            pointers(&json!({"name": "a", "amount": 1, "extra": 1})),
            ["/extra"]
        );
        assert_eq!(
            pointers(&json!({"name": "\u{0}", "amount": 1, "list": ["a\u{0}b"]})),
            ["/name", "/list/0"]
        );
    }
}
