//! Reading `Accept-Language` (RFC 9110 section 12.5.4): the language that a browser likes best among ours.

use super::language::Language;

/// More ranges than any browser sends.
const MOST: usize = 32;

/// The language that is liked best; of two that are liked alike, the one that is named first. `None` when none of ours
/// is named, or each with a weight of nothing.
pub(crate) fn preferred(header: &str) -> Option<Language> {
    let mut best: Option<(u16, Language)> = None;
    for range in header.split(',').take(MOST) {
        let (tag, parameters) = range.split_once(';').unwrap_or((range, ""));
        let found = match tag.trim() {
            "*" => Some(Language::default()),
            tag => Language::of_tag(tag),
        };
        let (Some(language), Some(weight)) = (found, weight(parameters)) else {
            continue;
        };
        if weight > best.map_or(0, |(best, _)| best) {
            best = Some((weight, language));
        }
    }
    best.map(|(_, language)| language)
}

/// The weight in thousandths; a thousand when there is none, `None` when it is no weight.
fn weight(parameters: &str) -> Option<u16> {
    let parameters = parameters.trim();
    if parameters.is_empty() {
        return Some(1000);
    }
    let (name, value) = parameters.split_once('=')?;
    if !name.trim().eq_ignore_ascii_case("q") {
        return None;
    }
    let (whole, part) = value.trim().split_once('.').unwrap_or((value.trim(), ""));
    if part.len() > 3 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths: u16 = format!("{part:0<3}").parse().ok()?;
    match (whole, thousandths) {
        ("0", thousandths) => Some(thousandths),
        ("1", 0) => Some(1000),
        _ => None,
    }
}
