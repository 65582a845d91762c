//! Test of SQLite's plan for pages of a large wallet's lots.

use super::plans::Plans;
use crate::credits::store::pages;

/// A page is one range of an index in burn order: SQLite sorts nothing, and reads no lot behind the page.
#[tokio::test]
async fn page_of_lots_is_one_range_of_an_index_in_its_order() {
    let plans = Plans::new().await;
    for text in pages::texts() {
        let plan = plans.explain(&text).await.unwrap();
        let is_range = |line: &String| line.contains("INDEX lot_open (account_id=? AND <expr>=?)");
        assert!(plan.iter().any(is_range), "{plan:?}");
        let is_sorted = |line: &String| line.contains("TEMP B-TREE");
        assert!(!plan.iter().any(is_sorted), "{plan:?}");
    }
    let other = pages::texts().remove(1).replace("kind = 'purchase', ", "");
    let plan = plans.explain(&other).await.unwrap();
    assert!(
        plan.iter().any(|line| line.contains("TEMP B-TREE")),
        "the control: {plan:?}"
    );
}
