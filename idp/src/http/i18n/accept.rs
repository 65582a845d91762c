//! Parsing of `Accept-Language` (RFC 9110 section 12.5.4): the supported language that the browser prefers.

use super::language::Language;

/// Maximum number of language ranges; no browser sends more.
const MAX_RANGES: usize = 32;

/// Returns the preferred language, the first of two with equal weight. `None` if no supported language has a positive
/// weight.
pub(crate) fn preferred(header: &str) -> Option<Language> {
    let mut best: Option<(u16, Language)> = None;
    for range in header.split(',').take(MAX_RANGES) {
        let (tag, parameters) = range.split_once(';').unwrap_or((range, ""));
        let found = match tag.trim() {
            "*" => Some(Language::default()),
            tag => Language::from_tag(tag),
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

/// Returns the weight in thousandths; 1,000 if there is none, `None` if it is invalid.
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
