//! Canonical JSON (RFC 8785): one text for all texts of the same value.

use serde_json::{Number, Value};

/// Returns the canonical text of a value.
///
/// Integers beyond 2^53 - 1 keep all their digits up to 64 bits, because two requests that differ must not look the same; the
/// RFC would round them to doubles. A number that does not fit 64 bits was read as a double, as the RFC requires; no operation
/// accepts such a number.
pub(crate) fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        // serde_json escapes as section 3.2.2.2 requires: \b \t \n \f \r \" \\ and \u00xx for other controls.
        Value::Null | Value::Bool(_) | Value::String(_) => text.push_str(&value.to_string()),
        Value::Number(number) => text.push_str(&number_text(number)),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write(item, text);
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            // Section 3.2.3 sorts by UTF-16 code units, which differs from the order of UTF-8 above U+FFFF.
            members.sort_by(|(left, _), (right, _)| left.encode_utf16().cmp(right.encode_utf16()));
            text.push('{');
            for (index, (name, member)) in members.into_iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                write(member, text);
            }
            text.push('}');
        }
    }
}

fn number_text(number: &Number) -> String {
    match number.as_f64() {
        Some(float) if number.is_f64() => float_text(float),
        Some(_) | None => number.to_string(),
    }
}

/// Formats a double as ECMAScript does (ECMA-262, `Number::toString`): shortest digits, exponents beyond 1e21 and 1e-7.
fn float_text(float: f64) -> String {
    let scientific = format!("{:e}", float.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits: String = mantissa.chars().filter(|letter| *letter != '.').collect();
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if digits == "0" {
        return digits;
    }
    let sign = if float.is_sign_negative() { "-" } else { "" };
    // The number has `point` digits before the decimal point.
    let point = exponent + 1;
    let length = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let text = match point {
        _ if length <= point && point <= 21 => digits.clone() + &zeros(point - length),
        1..=21 => split(&digits, point),
        -5..=0 => format!("0.{}{digits}", zeros(-point)),
        _ => {
            let mantissa = if length == 1 {
                digits
            } else {
                split(&digits, 1)
            };
            format!("{mantissa}e{exponent:+}")
        }
    };
    format!("{sign}{text}")
}

fn split(digits: &str, at: i32) -> String {
    let at = usize::try_from(at).unwrap_or_default();
    let front: String = digits.chars().take(at).collect();
    let back: String = digits.chars().skip(at).collect();
    format!("{front}.{back}")
}

fn zeros(count: i32) -> String {
    "0".repeat(usize::try_from(count).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn canonical_text(text: &str) -> String {
        canonical(&serde_json::from_str(text).unwrap())
    }

    #[test]
    fn examples_of_the_rfc() {
        // Section 3.2.4, members of section 3.2.3.
        let text = r#"{
            "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
            "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
            "literals": [null, true, false]
        }"#;
        assert_eq!(
            canonical_text(text),
            "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\
             \"string\":\"\u{20ac}$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"
        );
        let names =
            r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#;
        assert_eq!(
            canonical_text(names),
            "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"\u{f6}\":7,\"\u{20ac}\":1,\"\u{1f600}\":5,\"\u{fb33}\":3}"
        );
    }

    #[test]
    fn numbers_as_in_appendix_b() {
        let rows: [(u64, &str); 19] = [
            (0x0000_0000_0000_0000, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
        ];
        for (bits, expected) in rows {
            assert_eq!(float_text(f64::from_bits(bits)), expected, "{bits:x}");
        }
    }

    #[test]
    fn order_and_white_space_do_not_count_and_values_do() {
        assert_eq!(
            canonical_text(r#"{"b": 1, "a": [ 2 ]}"#),
            canonical_text(r#"{"a":[2],"b":1}"#)
        );
        assert_ne!(canonical_text(r#"{"a":1}"#), canonical_text(r#"{"a":"1"}"#));
        assert_ne!(
            canonical_text("9007199254740992"),
            canonical_text("9007199254740993")
        );
        assert_eq!(canonical(&json!({})), "{}");
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            ".*".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 20, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map(".*", inner, 0..5)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// Canonical text is JSON of the same value, and its own canonical text.
        #[test]
        fn canonical_text_keeps_the_value(value in values()) {
            let text = canonical(&value);
            let again: Value = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(canonical(&again), text);
        }

        /// Every double survives formatting and parsing.
        #[test]
        fn floats_survive(bits in any::<u64>()) {
            let float = f64::from_bits(bits);
            prop_assume!(float.is_finite());
            let read: f64 = float_text(float).parse().unwrap();
            prop_assert!(read.to_bits() == bits || (read.abs().to_bits() == 0 && float.abs().to_bits() == 0));
        }
    }
}
