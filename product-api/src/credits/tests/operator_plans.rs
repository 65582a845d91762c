//! Tests of SQLite's plans for the operator's lists. Each reads one range of an index in the order of the list, so that its
//! cost does not depend on other rows.

use super::plans::Plans;
use crate::operators::{audit_text_of, deliveries_text_of};

/// The queries, with the range that each one reads.
pub(super) fn lists() -> [(&'static str, &'static str); 9] {
    let (any, of_state) = ("webhook_delivery_old (created_at<?)", deliveries_text_of);
    let of_audit = audit_text_of;
    [
        (of_state(""), any),
        // Most deliveries are in this state.
        (of_state("delivered"), any),
        (of_state("failed"), "webhook_delivery_failed (created_at<?)"),
        (
            of_state("waiting"),
            "webhook_delivery_waiting (created_at<?)",
        ),
        (of_audit(["", "", ""]), "audit_in_order (at>? AND at<?)"),
        (
            of_audit(["", "", "key.made"]),
            "audit_by_action (action=? AND at>? AND at<?)",
        ),
        (
            of_audit(["", "key_1", ""]),
            "audit_by_subject (subject=? AND at>? AND at<?)",
        ),
        (
            of_audit(["usr_1", "", ""]),
            "audit_by_actor (actor=? AND at>? AND at<?)",
        ),
        (
            of_audit(["usr_1", "", "key.made"]),
            "audit_by_actor (actor=? AND at>? AND at<?)",
        ),
    ]
}

#[tokio::test]
async fn lists_of_the_operator_are_ranges_of_an_index() {
    let plans = Plans::new().await;
    for (text, range) in lists() {
        let plan = plans.explain(text).await.unwrap();
        let first = plan.first().unwrap();
        assert!(first.ends_with(range), "{plan:?}: {text}");
        // Rows of one time may be sorted.
        let is_sorted = |line: &String| line.ends_with("TEMP B-TREE FOR ORDER BY");
        assert!(!plan.iter().any(is_sorted), "{plan:?}: {text}");
    }
}
