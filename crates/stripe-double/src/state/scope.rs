//! Scope of a change: one account in one mode, with the time, the random generator and the request that caused it.

use foundation::Random;
use serde_json::Value;

use super::{Members, ModeData, ObjectKind, ScheduledTask, TaskKind, Tools};
use crate::error::StripeError;

/// The request that caused a change, as its events name it.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestOrigin {
    pub(crate) id: Option<String>,
    pub(crate) idempotency_key: Option<String>,
}

/// An account in one mode during one change.
#[derive(Debug)]
pub(crate) struct AccountScope<'s> {
    pub(crate) data: &'s mut ModeData,
    /// Seconds since the epoch on the double's clock.
    pub(crate) now: i64,
    pub(crate) base_url: &'s str,
    pub(crate) origin: RequestOrigin,
    random: &'s Random,
}

/// Alphabet of random ids.
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl<'s> AccountScope<'s> {
    /// Creates the scope of a change at a time, in seconds since the epoch.
    pub(crate) fn new(
        data: &'s mut ModeData,
        tools: &'s Tools,
        now: i64,
        origin: RequestOrigin,
    ) -> Self {
        Self {
            data,
            now,
            base_url: &tools.base_url,
            origin,
            random: &tools.random,
        }
    }

    /// Returns a new id of a kind, as long as Stripe's.
    pub(crate) fn new_id(&self, kind: ObjectKind) -> Result<String, StripeError> {
        let is_short = [ObjectKind::Customer, ObjectKind::Product].contains(&kind);
        let is_payment = [
            ObjectKind::PaymentIntent,
            ObjectKind::Charge,
            ObjectKind::Refund,
        ]
        .contains(&kind);
        let (middle, length) = if is_short {
            ("", 14)
        } else if kind == ObjectKind::CheckoutSession {
            (
                if self.data.is_live {
                    "live_a1"
                } else {
                    "test_a1"
                },
                58,
            )
        } else {
            (if is_payment { "3" } else { "1" }, 23)
        };
        let drawn = random_text(self.random, length)?;
        Ok(format!("{}{middle}{drawn}", kind.prefix()))
    }

    /// Returns random letters and digits.
    pub(crate) fn random_text(&self, length: usize) -> Result<String, StripeError> {
        random_text(self.random, length)
    }

    /// Returns a random number below a limit.
    pub(crate) fn draw_below(&self, limit: u32) -> Result<u32, StripeError> {
        let drawn = u32::from_be_bytes(self.random.bytes::<4>()?);
        Ok(drawn.checked_rem(limit).unwrap_or_default())
    }

    /// Returns an object; 404 `resource_missing` if there is none.
    pub(crate) fn get(&self, kind: ObjectKind, id: &str) -> Result<&Value, StripeError> {
        let found = self.data.find(kind, id);
        found.ok_or_else(|| StripeError::missing(kind.object(), id))
    }

    /// Returns an object that a parameter names; 400 `resource_missing` with the parameter if there is none.
    pub(crate) fn referenced(
        &self,
        kind: ObjectKind,
        id: &str,
        parameter: &str,
    ) -> Result<&Value, StripeError> {
        let found = self.data.find(kind, id);
        let found = found.filter(|object| !object.is_true("deleted"));
        found.ok_or_else(|| StripeError::missing(kind.object(), id).for_parameter(parameter))
    }

    /// Adds an object.
    pub(crate) fn insert(&mut self, kind: ObjectKind, object: Value) {
        self.data.table_mut(kind).insert(object);
    }

    /// Changes an object and returns it as it is then; 404 if there is none.
    pub(crate) fn change(
        &mut self,
        kind: ObjectKind,
        id: &str,
        change: impl FnOnce(&mut Value),
    ) -> Result<Value, StripeError> {
        let found = self.data.table_mut(kind).get_mut(id);
        let object = found.ok_or_else(|| StripeError::missing(kind.object(), id))?;
        change(object);
        Ok(object.clone())
    }

    /// Schedules a task for a time, in seconds since the epoch.
    pub(crate) fn schedule(&mut self, at: i64, kind: TaskKind, id: &str) {
        self.data.tasks.push(ScheduledTask {
            at,
            kind,
            id: id.to_owned(),
        });
    }
}

/// Returns random letters and digits.
pub(crate) fn random_text(random: &Random, length: usize) -> Result<String, StripeError> {
    let mut bytes = vec![0; length];
    random.fill(&mut bytes)?;
    let characters = bytes.into_iter().map(|byte| {
        let position = usize::from(byte) % ALPHABET.len();
        ALPHABET.get(position).copied().map_or('0', char::from)
    });
    Ok(characters.collect())
}
