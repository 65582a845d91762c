//! A key long after its first use: the stored answer is gone, what became of the attempt is still told.

use std::time::Duration;

use serde_json::{Value, json};

use crate::credits::{Shop, grant, spend};
use crate::harness::on_both;

on_both! {
    async fn a_pruned_key_tells_whether_it_was_executed_or_refused(world) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let done = spend(&world, &shop, "done", 5).await;
        assert_eq!(done.status, 200);
        spend(&world, &shop, "short", 500).await.is_problem(402, "insufficient-credits");
        world.clock.advance(Duration::from_hours(8 * 24));
        product_api::sweep::once(&world.app).await.unwrap();

        let late = spend(&world, &shop, "done", 5).await;
        let executed = late.is_problem(409, "operation-already-executed");
        assert_eq!(executed["outcome"], "executed");
        assert_eq!(executed["transaction"], done.json()["transaction"]["id"]);
        assert!(executed["detail"].as_str().unwrap().contains("not done again"), "{executed}");

        // There is enough by now: the refused key stays refused all the same, and is told as refused.
        grant(&world, &shop, "g2", "ada", 1000).await;
        let late = spend(&world, &shop, "short", 500).await;
        let refused = late.is_problem(409, "operation-already-executed");
        assert_eq!((&refused["outcome"], &refused["transaction"]), (&json!("refused"), &Value::Null));
        let detail = refused["detail"].as_str().unwrap();
        assert!(detail.contains("nothing was done") && detail.contains("new Idempotency-Key"), "{refused}");

        assert_eq!(executed["title"], refused["title"]);
        let title = executed["title"].as_str().unwrap();
        assert!(!title.contains("executed") && !title.contains("refused"), "{title}");
        assert_eq!(world.count("SELECT count(*) FROM txn WHERE kind = 'spend'").await, 1);
    }
}
