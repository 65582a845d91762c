//! Tests of the strict reader: its refusals, and its agreement with other readers.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::reader::MAX_DEPTH;
use super::{from_slice, parse, parse_object, read_object};

fn reason(text: &str) -> String {
    parse(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn parsed_value_equals_serde_json() {
    for text in [
        "null",
        "[]",
        "{\"a\": [1, -1, 1.5, 18446744073709551615, true, null, \"x\\u00e9\\n\"], \"b\": {\"a\": {}}}",
        "1e3",
        "\"\\ud83d\\ude00\"",
    ] {
        let usual: Value = serde_json::from_str(text).unwrap();
        assert_eq!(parse(text.as_bytes()).unwrap(), usual, "{text}");
    }
    let none = [
        "",
        "{",
        "[1,]",
        "{\"a\": 1} x",
        "nonsense",
        "1e999",
        "<html>",
        "\u{1f}\u{8b}",
    ];
    for text in none {
        assert!(parse(text.as_bytes()).is_err(), "{text}");
    }
}

// row: J4
#[test]
fn duplicate_member_is_refused() {
    for text in [
        "{\"amount\": 5, \"amount\": 500}",
        "{\"a\": {\"b\": 1, \"c\": 2, \"b\": 1}}",
        "[{\"a\": 1, \"\\u0061\": 2}]",
    ] {
        assert!(reason(text).contains("twice"), "{text}: {}", reason(text));
    }
}

#[test]
fn text_that_is_no_object_has_one_of_three_reasons() {
    let rows = [
        ("{", "it is not JSON: "),
        ("{'a': 1}", "it is not JSON: "),
        ("{\"a\": 1} {}", "it is not JSON: "),
        ("", "it is not JSON: "),
        ("[1]", "it is JSON, but not an object"),
        ("\"a\"", "it is JSON, but not an object"),
        ("null", "it is JSON, but not an object"),
        ("{\"a\": 1, \"a\": 1}", "it has a name twice: "),
        ("[{\"a\": 1, \"a\": 1}]", "it has a name twice: "),
    ];
    for (text, expected) in rows {
        let error = read_object(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

// row: J4
#[test]
fn nesting_is_limited() {
    let nested = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    assert!(parse(nested(MAX_DEPTH).as_bytes()).is_ok());
    for levels in [MAX_DEPTH + 1, 100_000] {
        assert!(reason(&nested(levels)).contains("deeply"), "{levels}");
    }
    let objects = format!(
        "{}1{}",
        "{\"a\": ".repeat(MAX_DEPTH + 1),
        "}".repeat(MAX_DEPTH + 1)
    );
    assert!(reason(&objects).contains("deeply"));
}

/// Returns the slot of a key in a table of 4,096 that hashes without a secret (FNV-1a).
fn slot(key: &str) -> u64 {
    let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    key.bytes().fold(0xcbf2_9ce4_8422_2325, mix) % 4_096
}

/// Returns 4,096 keys of one slot. The slot of a prefix and the next part decide the slot, so for each of twelve parts
/// there are two values that lead from one slot to the same slot.
fn colliding_keys() -> Vec<String> {
    let mut keys = vec![String::new()];
    for _part in 0..12 {
        let mut seen = BTreeMap::new();
        let (left, right) = (0..)
            .find_map(|n: u32| {
                let part = format!("{n:04x}");
                let slot = slot(&format!("{}{part}", keys[0]));
                Some((seen.insert(slot, part.clone())?, part))
            })
            .unwrap();
        let both = |key: &String| [format!("{key}{left}"), format!("{key}{right}")];
        keys = keys.iter().flat_map(both).collect();
    }
    keys
}

// row: J8
/// Keys that collide in a hash table do not slow the reader down, because it uses trees.
#[test]
fn objects_are_trees() {
    let colliding = colliding_keys();
    let slots: BTreeSet<u64> = colliding.iter().map(|key| slot(key)).collect();
    assert_eq!(
        slots.len(),
        1,
        "the control: a table that hashes without a secret"
    );
    let members: Vec<String> = colliding
        .iter()
        .map(|key| format!("\"{key}\": 1"))
        .collect();
    let read = parse_object(format!("{{{}}}", members.join(",")).as_bytes()).unwrap();
    assert_eq!(read.len(), colliding.len());
    assert!(
        read.keys().is_sorted(),
        "a tree is in order, a table is not"
    );
}

#[test]
fn typed_value_is_read_only_without_repeated_members() {
    type Texts = BTreeMap<String, String>;
    let once: Texts = from_slice(b"{\"a\": \"x\"}").unwrap();
    assert_eq!(once["a"], "x");
    for text in ["{\"a\": \"x\", \"a\": \"y\"}", "{\"a\": 1}", "{} {}", ""] {
        assert!(from_slice::<Texts>(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn only_objects_are_objects() {
    assert_eq!(
        parse_object(b"{\"a\": 1}").unwrap().get("a"),
        Some(&Value::from(1))
    );
    for text in ["null", "true", "1", "\"a\"", "[{}]", "{\"a\": 1, \"a\": 1}"] {
        assert_eq!(parse_object(text.as_bytes()), None, "{text}");
    }
}
