//! Tests whose rules a changed customer at Stripe concerns, on both engines.

use foundation::on_both_engines;

use super::test_topups::TestTopUps;
use crate::billing::topups::store;
use crate::credits::{Owner, WalletKey};

const OTHER: &str = "\
    INSERT INTO stripe_customer (connection_id, owner_kind, owner_id, generation, stripe_id, is_default, created_at, updated_at) \
    VALUES ('scn_1', 'customer', 'cus_2', 1, 'cus_other', TRUE, 0, 0)";
const MERGED: &str = "\
    INSERT INTO user_merges (id, from_user_id, into_user_id, state, sequence) VALUES ('mrg_1', 'usr_b', 'usr_a', 'merged', 1)";

/// Returns the owners of the rules that a customer at Stripe concerns.
async fn owners(shop: &TestTopUps, stripe_customer_id: &str) -> Vec<WalletKey> {
    let mut reader = shop.app.database.reader().await.unwrap();
    let mut db = reader.connection();
    store::list_of_stripe_customer(&mut db, "scn_1", stripe_customer_id)
        .await
        .unwrap()
}

on_both_engines! {
    async fn stripe_customer_of_a_merged_customer_reaches_the_merge_target_until_the_undo(shop: TestTopUps) {
        shop.sql(OTHER).await;
        assert_eq!(owners(&shop, "cus_stripe").await, [shop.wallet()]);
        assert!(owners(&shop, "cus_other").await.is_empty());
        shop.sql("UPDATE customers SET merged_into = 'cus_1' WHERE id = 'cus_2'").await;
        assert_eq!(owners(&shop, "cus_other").await, [shop.wallet()]);
        assert_eq!(owners(&shop, "cus_stripe").await, [shop.wallet()]);
        shop.sql("UPDATE customers SET merged_into = NULL WHERE id = 'cus_2'").await;
        assert!(owners(&shop, "cus_other").await.is_empty());
    }
}

on_both_engines! {
    async fn stripe_customer_of_a_merged_user_reaches_the_merge_target_until_the_undo(shop: TestTopUps) {
        shop.sql(OTHER).await;
        shop.sql("UPDATE stripe_customer SET owner_kind = 'user', owner_id = 'usr_b' WHERE stripe_id = 'cus_other'").await;
        shop.sql("UPDATE topup_rule SET owner_kind = 'user', owner_id = 'usr_a'").await;
        assert!(owners(&shop, "cus_other").await.is_empty());
        shop.sql(MERGED).await;
        let target = WalletKey { book_id: shop.book_id, owner: Owner::User("usr_a".to_owned()) };
        assert_eq!(owners(&shop, "cus_other").await, [target]);
        shop.sql("UPDATE user_merges SET state = 'undone'").await;
        assert!(owners(&shop, "cus_other").await.is_empty());
    }
}
