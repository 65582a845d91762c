//! Test of SQLite's plan for the holds of a wallet at a past time.

use super::plans::Plans;
use crate::credits::store::past;

/// The query for past holds reads one range of the holds of a wallet and of those merged into it, and moves and events only of
/// holds that were open then.
#[tokio::test]
async fn what_was_set_aside_in_the_past_is_read_from_seven_days_of_one_wallet() {
    let plans = Plans::new().await;
    let mut plan = plans.explain(past::held_text()).await.unwrap();
    plan.retain(|line| line.starts_with("SEARCH "));
    let expected = [
        "SEARCH w USING INDEX wallet_transfer_into (into_id=?)",
        "SEARCH h USING INDEX hold_in_order (account_id=? AND opened_at>? AND opened_at<?)",
        "SEARCH h USING INDEX sqlite_autoindex_hold_3 (account_id=? AND op_key>? AND op_key<?)",
        "SEARCH p USING COVERING INDEX sqlite_autoindex_hold_lot_1 (hold_id=?)",
        "SEARCH l USING INDEX lot_transfer_of_lot (from_lot_id=?)",
        "SEARCH q USING COVERING INDEX sqlite_autoindex_hold_lot_1 (hold_id=? AND lot_id=?)",
        "SEARCH w USING INDEX sqlite_autoindex_wallet_transfer_1 (out_txn_id=?)",
        "SEARCH t USING INDEX sqlite_autoindex_txn_1 (id=?)",
        "SEARCH p USING INDEX sqlite_autoindex_hold_lot_1 (hold_id=?)",
        "SEARCH o USING INDEX sqlite_autoindex_lot_1 (id=?)",
        "SEARCH e USING INDEX sqlite_autoindex_hold_event_1 (hold_id=?)",
    ];
    assert_eq!(plan, expected);
    let unbounded = past::held_text().replace("AND h.opened_at >= $3", "");
    let plan = plans.explain(&unbounded).await.unwrap();
    let is_open_ended = |line: &String| line.contains("(account_id=? AND opened_at<?)");
    assert!(plan.iter().any(is_open_ended), "the control: {plan:?}");
}
