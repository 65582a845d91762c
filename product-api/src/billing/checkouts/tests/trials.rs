//! Tests who begins a plan with a trial: a buyer who has subscribed before, or had a trial under any name, does not.

use foundation::on_both_engines;

use super::test_shop::TestShop;
use crate::billing::checkouts::prepare_checkout::can_try;
use crate::billing::trials::record_trial;
use crate::credits::{Owner, WalletKey};

/// A subscription of the second customer that has ended.
const ENDED: &str = "\
    INSERT INTO subscription (id, book_id, owner_kind, owner_id, connection_id, stripe_id, family, quantity, status, collection, \
        anchor, period_start, period_end, is_subscribed, created_at, updated_at) \
    SELECT 'sbs_1', b.id, 'customer', 'cus_2', 'scn_1', 'sub_1', 'default', 1, 'canceled', 'on', 0, 0, 0, FALSE, 0, 0 \
    FROM book b WHERE b.website_id = 'web_1' AND b.mode = 'live'";

fn wallet(shop: &TestShop, customer: &str) -> WalletKey {
    WalletKey {
        book_id: shop.book_id,
        owner: Owner::Customer(customer.to_owned()),
    }
}

async fn can_begin(shop: &TestShop, customer: &str) -> bool {
    let mut reader = shop.app.database.reader().await.unwrap();
    let wallet = wallet(shop, customer);
    can_try(&shop.app, &mut reader.connection(), &wallet)
        .await
        .unwrap()
}

on_both_engines! {
    async fn buyer_with_a_known_name_has_no_trial(shop: TestShop) {
        shop.sql("UPDATE customers SET user_id = 'usr_9', email = 'ada@example.com' WHERE id = 'cus_1'").await;
        assert!(can_begin(&shop, "cus_1").await, "a first trial");
        let mut transaction = shop.app.database.begin().await.unwrap();
        let ada = wallet(&shop, "cus_1");
        record_trial(&shop.app, &mut transaction.connection(), &ada, None).await.unwrap();
        transaction.commit().await.unwrap();
        // The row of the first customer loses its names: each of them stays in `trial_use`.
        shop.sql("UPDATE customers SET user_id = NULL, email = NULL WHERE id = 'cus_1'").await;
        assert!(!can_begin(&shop, "cus_1").await, "the customer, whose trial is only in trial_use");
        let rows = [
            ("UPDATE customers SET email = 'bob@example.com' WHERE id = 'cus_2'", true),
            ("UPDATE customers SET email = 'ada@example.com' WHERE id = 'cus_2'", false),
            ("UPDATE customers SET email = 'Ada+second@example.com' WHERE id = 'cus_2'", false),
            ("UPDATE customers SET email = 'ada@example.org' WHERE id = 'cus_2'", true),
            ("UPDATE customers SET user_id = 'usr_9' WHERE id = 'cus_2'", false),
            ("UPDATE customers SET user_id = 'usr_8' WHERE id = 'cus_2'", true),
            (ENDED, false),
        ];
        for (change, expected) in rows {
            shop.sql(change).await;
            assert_eq!(can_begin(&shop, "cus_2").await, expected, "{change}");
        }
    }
}
