//! Lists of secrets: the current one and previous ones.

use foundation::env::Reader;
use foundation::secret::{
    GENERATION_ADVICE, MIN_MASTER_SECRET_LENGTH, SecretString, find_weakness,
};

/// Reads up to `most` secrets separated by commas; empty if the variable is not set.
pub(super) fn list(reader: &mut Reader<'_>, name: &'static str, most: usize) -> Vec<SecretString> {
    let text = reader.text(name).unwrap_or_default();
    let secrets: Vec<_> = text.split(',').map(str::trim).collect();
    if text.is_empty() {
        return Vec::new();
    }
    let are_long = secrets
        .iter()
        .all(|secret| secret.len() >= MIN_MASTER_SECRET_LENGTH);
    if !are_long || secrets.len() > most {
        let form = format!("one to {most} secrets of {MIN_MASTER_SECRET_LENGTH} bytes or more");
        reader.problem(
            name,
            format!("is not {form} each, with commas between them; {GENERATION_ADVICE}"),
        );
        return Vec::new();
    }
    if let Some(why) = secrets.iter().find_map(|secret| find_weakness(secret)) {
        reader.problem(name, format!("one {why}; {GENERATION_ADVICE}"));
    }
    secrets.into_iter().map(SecretString::from).collect()
}
