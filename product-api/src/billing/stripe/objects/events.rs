//! Events: notices of changes, which are read when a webhook did not bring them.

use serde::Deserialize;
use serde_json::Value;

use super::members::instant;
use super::pages::{PageQuery, StripePage};
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;

/// An event, as a snapshot (`event`) or thin (`v2.core.event`).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct StripeEvent {
    /// The id.
    pub(crate) id: String,
    /// `event` or `v2.core.event`.
    pub(crate) object: Option<String>,
    /// The type such as `charge.refunded`, or `v1.charge.refunded` of a thin event.
    #[serde(rename = "type")]
    pub(crate) event_type: Option<String>,
    /// Creation.
    #[serde(default, deserialize_with = "instant")]
    pub(crate) created: Option<i64>,
    /// True in live mode.
    pub(crate) livemode: Option<bool>,
    /// The account of a connected platform.
    pub(crate) account: Option<String>,
    /// The account of a thin event, or the path to it from an organization.
    pub(crate) context: Option<String>,
    /// The changed object of a snapshot, in any version's shape.
    pub(crate) data: Option<EventData>,
    /// The changed object of a thin event.
    pub(crate) related_object: Option<RelatedObject>,
}

/// The object of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct EventData {
    /// The object as it was at the event.
    pub(crate) object: Option<Value>,
    /// The members that the event has changed, as they were before.
    pub(crate) previous_attributes: Option<Value>,
}

/// The object of a thin event.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct RelatedObject {
    /// The id.
    pub(crate) id: Option<String>,
    /// The kind such as `charge`.
    #[serde(rename = "type")]
    pub(crate) object_type: Option<String>,
}

impl StripeEvent {
    /// Returns the type without the prefix of thin events.
    pub(crate) fn plain_type(&self) -> &str {
        let event_type = self.event_type.as_deref().unwrap_or_default();
        event_type.strip_prefix("v1.").unwrap_or(event_type)
    }

    /// Returns the id of the changed object.
    pub(crate) fn object_id(&self) -> Option<&str> {
        let related = self.related_object.as_ref();
        let related = related.and_then(|related| related.id.as_deref());
        related.or_else(|| self.member("id"))
    }

    /// Returns the kind of the changed object such as `charge`.
    pub(crate) fn object_kind(&self) -> Option<&str> {
        let related = self.related_object.as_ref();
        let related = related.and_then(|related| related.object_type.as_deref());
        related.or_else(|| self.member("object"))
    }

    /// Returns the id in a member of a snapshot's object such as `payment_intent`; `None` for a thin event.
    pub(crate) fn member(&self, name: &str) -> Option<&str> {
        id_in(self.data.as_ref()?.object.as_ref()?, name)
    }

    /// Returns the id that a member of a snapshot's object had before; `None` if the event did not change it.
    pub(crate) fn previous_member(&self, name: &str) -> Option<&str> {
        id_in(self.data.as_ref()?.previous_attributes.as_ref()?, name)
    }
}

/// Returns the id in a member that names another object, or has it whole.
fn id_in<'a>(members: &'a Value, name: &str) -> Option<&'a str> {
    let member = members.get(name)?;
    member
        .as_str()
        .or_else(|| member.get("id").and_then(Value::as_str))
}

impl StripeAccount<'_> {
    /// Returns a page of the events of the last 30 days, newest first.
    pub(crate) async fn list_events(
        &self,
        query: &PageQuery<'_>,
    ) -> Result<StripePage<StripeEvent>, StripeError> {
        self.get(&["events"], &query.form()).await
    }

    /// Returns the events that follow an event, oldest first. The id of the last is the next cursor. Refused as missing if
    /// the cursor is older than 30 days.
    pub(crate) async fn list_events_after(
        &self,
        cursor: &str,
    ) -> Result<StripePage<StripeEvent>, StripeError> {
        let query = PageQuery {
            ending_before: Some(cursor),
            ..PageQuery::default()
        };
        let mut page = self.list_events(&query).await?;
        page.data.reverse();
        Ok(page)
    }
}

#[cfg(test)]
mod tests {
    use foundation::text::strict_json;

    use super::*;

    #[test]
    fn snapshot_and_thin_event_name_their_object() {
        let rows = [
            (
                r#"{"id": "evt_1", "object": "event", "type": "charge.refunded", "created": 1700000000,
                    "data": {"object": {"id": "ch_1", "object": "charge", "payment_intent": "pi_1"}}}"#,
                [Some("ch_1"), Some("charge"), Some("pi_1")],
            ),
            (
                r#"{"id": "evt_1", "object": "event", "type": "charge.refunded", "created": 1700000000,
                    "data": {"object": {"id": "ch_1", "object": "charge", "payment_intent": {"id": "pi_1"}}}}"#,
                [Some("ch_1"), Some("charge"), Some("pi_1")],
            ),
            (
                r#"{"id": "evt_1", "object": "v2.core.event", "type": "v1.charge.refunded",
                    "created": "2023-11-14T22:13:20.000Z", "related_object": {"id": "ch_1", "type": "charge", "url": "/v1"}}"#,
                [Some("ch_1"), Some("charge"), None],
            ),
            (
                r#"{"id": "evt_1", "type": "charge.refunded", "created": 1700000000, "data": null}"#,
                [None, None, None],
            ),
        ];
        for (text, [id, kind, intent]) in rows {
            let event: StripeEvent = strict_json::from_slice(text.as_bytes()).unwrap();
            assert_eq!(event.plain_type(), "charge.refunded", "{text}");
            assert_eq!(event.created, Some(1_700_000_000), "{text}");
            assert_eq!(event.object_id(), id, "{text}");
            assert_eq!(event.object_kind(), kind, "{text}");
            assert_eq!(event.member("payment_intent"), intent, "{text}");
        }
    }

    #[test]
    fn changed_member_has_its_previous_value() {
        let event = |previous: &str| -> StripeEvent {
            let text = format!(
                r#"{{"id": "evt_1", "data": {{"object": {{"id": "pm_1", "customer": null}}{previous}}}}}"#
            );
            strict_json::from_slice(text.as_bytes()).unwrap()
        };
        let detached = event(r#", "previous_attributes": {"customer": "cus_1"}"#);
        assert_eq!(detached.member("customer"), None);
        assert_eq!(detached.previous_member("customer"), Some("cus_1"));
        for previous in ["", r#", "previous_attributes": null"#] {
            let event = event(previous);
            assert_eq!(event.previous_member("customer"), None, "{previous}");
        }
    }
}
