//! Lists: newest first, by pages.

use serde_json::{Value, json};

use super::Call;
use crate::error::StripeError;
use crate::form::Parameters;
use crate::state::{Members, ObjectKind};

/// Number of items of a page without `limit`, and the maximum.
const DEFAULT_LIMIT: usize = 10;
const MAX_LIMIT: i64 = 100;

/// Returns the page of a kind that a request asks for.
pub(crate) fn list(
    call: &Call<'_>,
    kind: ObjectKind,
    is_listed: impl Fn(&Value) -> bool,
) -> Result<Value, StripeError> {
    list_objects(call, kind, &format!("/v1/{}", kind.path()), is_listed)
}

/// Returns such a page with another URL.
pub(crate) fn list_objects(
    call: &Call<'_>,
    kind: ObjectKind,
    url: &str,
    is_listed: impl Fn(&Value) -> bool,
) -> Result<Value, StripeError> {
    let created = CreatedFilter::read(call.parameters)?;
    let limit = read_limit(call.parameters)?;
    let cursor = |name: &str| match call.parameters.text(name) {
        None => Ok(None),
        Some(id) => {
            let table = call.scope.data.table(kind);
            let position = table.and_then(|table| table.position(id));
            let missing = || StripeError::missing(kind.object(), id).for_parameter(name);
            position.ok_or_else(missing).map(Some)
        }
    };
    let (after, before) = (cursor("starting_after")?, cursor("ending_before")?);
    if after.is_some() && before.is_some() {
        let message = "You cannot parameterize with both starting_after and ending_before.";
        return Err(StripeError::early(400, message));
    }
    let Some(table) = call.scope.data.table(kind) else {
        return Ok(page(Vec::new(), limit, url));
    };
    let is_listed =
        |object: &&Value| created.contains(object.number("created")) && is_listed(object);
    let needed = limit + 1;
    let found: Vec<&Value> = if let Some(position) = before {
        let newer = table.newer_than(position);
        newer.filter(is_listed).take(needed).collect()
    } else {
        let older = table.older_than(after.unwrap_or(u64::MAX));
        older.filter(is_listed).take(needed).collect()
    };
    let mut page = page(found, limit, url);
    if before.is_some()
        && let Some(Value::Array(data)) = page.get_mut("data")
    {
        data.reverse();
    }
    Ok(page)
}

/// Returns the page of items that belong to one object, in their own order.
pub(crate) fn list_items(
    call: &Call<'_>,
    items: &[Value],
    url: &str,
) -> Result<Value, StripeError> {
    let limit = read_limit(call.parameters)?;
    let after = call.parameters.text("starting_after");
    let start = match after {
        None => 0,
        Some(id) => {
            let position = items.iter().position(|item| item.text("id") == id);
            let missing = || StripeError::missing("item", id).for_parameter("starting_after");
            position.ok_or_else(missing)? + 1
        }
    };
    let rest = items.iter().skip(start).take(limit + 1).collect();
    Ok(page(rest, limit, url))
}

fn page(mut found: Vec<&Value>, limit: usize, url: &str) -> Value {
    let has_more = found.len() > limit;
    found.truncate(limit);
    json!({"object": "list", "data": found, "has_more": has_more, "url": url})
}

fn read_limit(parameters: &Parameters) -> Result<usize, StripeError> {
    match parameters.integer("limit")? {
        None => Ok(DEFAULT_LIMIT),
        Some(limit) if (1..=MAX_LIMIT).contains(&limit) => {
            Ok(usize::try_from(limit).unwrap_or(DEFAULT_LIMIT))
        }
        Some(limit) => {
            let message = format!("Invalid integer: limit must be between 1 and 100, not {limit}");
            Err(StripeError::parameter(
                "limit",
                "parameter_invalid_integer",
                message,
            ))
        }
    }
}

/// Limits of `created`, in seconds since the epoch, both included.
#[derive(Clone, Copy, Debug)]
struct CreatedFilter {
    from: i64,
    to: i64,
}

impl CreatedFilter {
    fn read(parameters: &Parameters) -> Result<Self, StripeError> {
        if parameters.text("created").is_some() {
            let at = parameters.integer("created")?.unwrap_or_default();
            return Ok(Self { from: at, to: at });
        }
        let above = parameters
            .integer("created.gt")?
            .map(|at| at.saturating_add(1));
        let below = parameters
            .integer("created.lt")?
            .map(|at| at.saturating_sub(1));
        let from = parameters.integer("created.gte")?.or(above);
        let to = parameters.integer("created.lte")?.or(below);
        Ok(Self {
            from: from.unwrap_or(i64::MIN),
            to: to.unwrap_or(i64::MAX),
        })
    }

    fn contains(self, at: i64) -> bool {
        (self.from..=self.to).contains(&at)
    }
}

/// Returns the patterns of a list's parameters: those of every list, and its own.
macro_rules! list_parameters {
    ($($own:literal),* $(,)?) => {
        &["limit", "starting_after", "ending_before", "created", "created.*", $($own),*]
    };
}
pub(crate) use list_parameters;
