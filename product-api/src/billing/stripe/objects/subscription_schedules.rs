//! Schedules of subscriptions: another price or quantity from the next period on.

use serde::Deserialize;

use super::expandable::Expandable;
use super::members::or_default;
use super::prices::StripePrice;
use crate::billing::stripe::account::StripeAccount;
use crate::billing::stripe::error::StripeError;
use crate::billing::stripe::form::Form;

/// A schedule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct StripeSchedule {
    /// The id.
    pub(crate) id: String,
    /// `active`, `released`, `completed` or `canceled`.
    pub(crate) status: Option<String>,
    /// The subscription that it manages.
    pub(crate) subscription: Option<Expandable<serde_json::Value>>,
    /// The subscription that it managed, once it is released.
    pub(crate) released_subscription: Option<Expandable<serde_json::Value>>,
    /// The phase that runs.
    pub(crate) current_phase: Option<PhaseTimes>,
    /// All phases.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) phases: Vec<SchedulePhase>,
}

/// The times of a phase in seconds since the epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct PhaseTimes {
    /// Begin.
    pub(crate) start_date: Option<i64>,
    /// End.
    pub(crate) end_date: Option<i64>,
}

/// A phase of a schedule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct SchedulePhase {
    /// Begin in seconds since the epoch.
    pub(crate) start_date: Option<i64>,
    /// End in seconds since the epoch.
    pub(crate) end_date: Option<i64>,
    /// The items; ours have one.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) items: Vec<PhaseItem>,
}

/// An item of a phase.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct PhaseItem {
    /// The price.
    pub(crate) price: Option<Expandable<StripePrice>>,
    /// The number of pieces.
    pub(crate) quantity: Option<i64>,
}

/// A price and a number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PricedQuantity<'a> {
    /// The price's id.
    pub(crate) price: &'a str,
    /// The number of pieces.
    pub(crate) quantity: i64,
}

/// The phases of a schedule that changes a subscription once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NextPhase<'a> {
    /// The running phase.
    pub(crate) running: PricedQuantity<'a>,
    /// Begin of the running phase, in seconds since the epoch.
    pub(crate) starts_at: i64,
    /// End of the running phase, at which the next one begins.
    pub(crate) ends_at: i64,
    /// The next phase, which lasts one period.
    pub(crate) next: PricedQuantity<'a>,
    /// The unit of that period, as in prices.
    pub(crate) interval: &'a str,
    /// The number of these units.
    pub(crate) interval_count: i64,
}

impl StripeSchedule {
    /// Returns the phase that follows the running one.
    pub(crate) fn next_phase(&self) -> Option<&SchedulePhase> {
        let end = self.current_phase.as_ref()?.end_date?;
        let mut phases = self.phases.iter();
        phases.find(|phase| phase.start_date == Some(end))
    }

    /// Returns the id of the subscription that it manages, or managed.
    pub(crate) fn subscription(self) -> Option<String> {
        let subscription = self.subscription.or(self.released_subscription);
        subscription.map(|subscription| subscription.id)
    }

    /// Returns true if it still manages its subscription.
    pub(crate) fn is_active(&self) -> bool {
        matches!(self.status.as_deref(), Some("active" | "not_started"))
    }
}

impl NextPhase<'_> {
    fn form(&self) -> Form {
        let running = self.running;
        Form::default()
            .with("end_behavior", "release")
            .with("phases[0][start_date]", self.starts_at)
            .with("phases[0][end_date]", self.ends_at)
            .with("phases[0][items][0][price]", running.price)
            .with("phases[0][items][0][quantity]", running.quantity)
            .with("phases[1][items][0][price]", self.next.price)
            .with("phases[1][items][0][quantity]", self.next.quantity)
            .with("phases[1][proration_behavior]", "none")
            .with("phases[1][duration][interval]", self.interval)
            .with("phases[1][duration][interval_count]", self.interval_count)
    }
}

impl StripeAccount<'_> {
    /// Creates the schedule of a subscription; its only phase is the running period.
    pub(crate) async fn create_schedule(
        &self,
        idempotency_key: &str,
        subscription: &str,
    ) -> Result<StripeSchedule, StripeError> {
        let form = Form::default().with("from_subscription", subscription);
        let path = ["subscription_schedules"];
        self.create(&path, idempotency_key, &form).await
    }

    /// Returns a schedule.
    pub(crate) async fn get_schedule(&self, id: &str) -> Result<StripeSchedule, StripeError> {
        let path = ["subscription_schedules", id];
        self.get(&path, &Form::default()).await
    }

    /// Sets what a schedule changes when the running period ends.
    pub(crate) async fn set_next_phase(
        &self,
        idempotency_key: &str,
        id: &str,
        phase: &NextPhase<'_>,
    ) -> Result<StripeSchedule, StripeError> {
        let path = ["subscription_schedules", id];
        self.create(&path, idempotency_key, &phase.form()).await
    }

    /// Releases a subscription from its schedule, whose later phases never begin.
    pub(crate) async fn release_schedule(&self, id: &str) -> Result<StripeSchedule, StripeError> {
        let path = ["subscription_schedules", id, "release"];
        self.change(&path, &Form::default()).await
    }
}

#[cfg(test)]
mod tests {
    use foundation::text::strict_json;

    use super::*;

    #[test]
    fn next_phase_begins_with_the_end_of_the_running_one() {
        let text = r#"{"id": "sub_sched_1", "status": "active", "current_phase": {"start_date": 1, "end_date": 2},
            "phases": [{"start_date": 1, "end_date": 2, "items": [{"price": "price_1", "quantity": 1}]},
                {"start_date": 2, "end_date": 3, "items": [{"price": {"id": "price_2"}, "quantity": 4}]}]}"#;
        let schedule: StripeSchedule = strict_json::from_slice(text.as_bytes()).unwrap();
        let next = schedule.next_phase().unwrap();
        let [item] = next.items.as_slice() else {
            panic!("one item: {next:?}");
        };
        assert_eq!(item.price.as_ref().unwrap().id, "price_2");
        assert_eq!(item.quantity, Some(4));
        assert!(schedule.is_active());
        let ended =
            r#"{"id": "sub_sched_1", "status": "released", "current_phase": null, "phases": null}"#;
        let ended: StripeSchedule = strict_json::from_slice(ended.as_bytes()).unwrap();
        assert!(ended.next_phase().is_none() && !ended.is_active());
    }
}
