//! Decoding of `application/x-www-form-urlencoded` with brackets: `items[0][price]=p&expand[]=a`.

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use crate::error::StripeError;

/// Maximum depth of brackets.
const MAX_DEPTH: usize = 10;

/// Decodes a form or a query into its pairs of names and values.
pub(crate) fn decode_pairs(text: &str) -> Result<Vec<(String, String)>, StripeError> {
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    let decoded = pairs.map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        Ok((decode_text(name)?, decode_text(value)?))
    });
    decoded.collect()
}

fn decode_text(text: &str) -> Result<String, StripeError> {
    let spaced = text.replace('+', " ");
    let decoded = percent_decode_str(&spaced).decode_utf8();
    let decoded = decoded.map_err(|_error| {
        StripeError::early(400, "Invalid request: the parameters are not valid UTF-8.")
    });
    decoded.map(std::borrow::Cow::into_owned)
}

/// Decodes a form into a tree of objects, lists and texts.
pub(super) fn decode_tree(text: &str) -> Result<Value, StripeError> {
    let mut tree = Value::Object(Map::new());
    for (name, value) in decode_pairs(text)? {
        let segments = split_name(&name)?;
        insert(&mut tree, &segments, value);
    }
    Ok(with_lists(tree))
}

/// Splits a name such as `a[b][]` into `a`, `b` and the empty text.
fn split_name(name: &str) -> Result<Vec<&str>, StripeError> {
    let malformed = || StripeError::parameter(name, "parameter_unknown", unknown_message(name));
    let Some((first, rest)) = name.split_once('[') else {
        return Ok(vec![name]);
    };
    let rest = rest.strip_suffix(']').ok_or_else(malformed)?;
    let mut segments = vec![first];
    segments.extend(rest.split("]["));
    let is_whole = segments.len() <= MAX_DEPTH
        && !first.is_empty()
        && segments.iter().all(|segment| !segment.contains(['[', ']']));
    is_whole.then_some(segments).ok_or_else(malformed)
}

/// Returns the message for an unknown parameter.
pub(super) fn unknown_message(name: &str) -> String {
    format!("Received unknown parameter: {name}")
}

fn insert(tree: &mut Value, segments: &[&str], text: String) {
    let Some((first, rest)) = segments.split_first() else {
        *tree = Value::String(text);
        return;
    };
    if !tree.is_object() {
        *tree = Value::Object(Map::new());
    }
    let Value::Object(members) = tree else {
        return;
    };
    let name = if first.is_empty() && !rest.is_empty() {
        // Stripe reads `a[][b]=1&a[][c]=2` as one item until a name repeats.
        let last = members.len().saturating_sub(1).to_string();
        let repeats = members.get(&last).is_none_or(|item| has(item, rest));
        if repeats {
            members.len().to_string()
        } else {
            last
        }
    } else if first.is_empty() {
        members.len().to_string()
    } else {
        (*first).to_owned()
    };
    let member = members.entry(name).or_insert(Value::Null);
    insert(member, rest, text);
}

fn has(item: &Value, segments: &[&str]) -> bool {
    let found = segments
        .iter()
        .try_fold(item, |value, name| value.get(*name));
    found.is_some()
}

/// Turns objects whose names are all numbers into lists.
fn with_lists(value: Value) -> Value {
    let Value::Object(members) = value else {
        return value;
    };
    let numbered: Option<Vec<(usize, Value)>> = members
        .iter()
        .map(|(name, member)| Some((name.parse().ok()?, member.clone())))
        .collect();
    match numbered {
        Some(mut items) if !items.is_empty() => {
            items.sort_by_key(|(index, _)| *index);
            let items = items.into_iter().map(|(_, item)| with_lists(item));
            Value::Array(items.collect())
        }
        Some(_) | None => {
            let members = members.into_iter();
            Value::Object(
                members
                    .map(|(name, member)| (name, with_lists(member)))
                    .collect(),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn bracketed_form_is_a_tree() {
        let rows = [
            ("", json!({})),
            ("a=1&b=x+y%26", json!({"a": "1", "b": "x y&"})),
            ("a[b][c]=1&a[d]=", json!({"a": {"b": {"c": "1"}, "d": ""}})),
            ("e[]=x&e[]=y", json!({"e": ["x", "y"]})),
            ("e[1]=y&e[0]=x", json!({"e": ["x", "y"]})),
            (
                "l[0][p]=1&l[0][q]=2&l[1][p]=3",
                json!({"l": [{"p": "1", "q": "2"}, {"p": "3"}]}),
            ),
            (
                "l[][p]=1&l[][q]=2&l[][p]=3",
                json!({"l": [{"p": "1", "q": "2"}, {"p": "3"}]}),
            ),
            ("a%5Bb%5D=1", json!({"a": {"b": "1"}})),
        ];
        for (text, expected) in rows {
            assert_eq!(decode_tree(text).unwrap(), expected, "{text}");
        }
        for text in ["a[b=1", "a[b]c=1", "[a]=1", "a=%ff", "a[[b]]=1"] {
            assert!(decode_tree(text).is_err(), "{text}");
        }
    }
}
