//! Tests the begin of attempts on both engines: races, limits of months, and rules that end.

use std::slice::from_ref;
use std::time::Duration;

use foundation::{Timestamp, on_both_engines};
use futures_util::future::join_all;

use super::test_topups::{TestTopUps, rule};
use crate::billing::topups::attempt_state::AttemptState;
use crate::billing::topups::locked_topup::save_rule;
use crate::billing::topups::rule_state::RuleState;
use crate::billing::topups::start_attempt::start_attempt;
use crate::billing::topups::store;
use crate::billing::topups::sweep_topups::start_all;
use crate::credits::{Owner, WalletKey};

const ATTEMPTS: &str = "SELECT COUNT(*) FROM topup_attempt";
const DUE: &str = "SELECT COUNT(*) FROM topup_due";

on_both_engines! {
    async fn many_servers_begin_one_attempt(shop: TestTopUps) {
        let wallet = shop.wallet();
        let all = (0..20).map(|_| start_attempt(&shop.app, &wallet));
        let started: Vec<_> = join_all(all).await.into_iter().filter_map(Result::unwrap).collect();
        assert_eq!(started.len(), 1, "{started:?}");
        assert_eq!(shop.count(ATTEMPTS).await, 1);
        let attempt = shop.attempt(&started[0]).await;
        assert_eq!((attempt.state, attempt.n, attempt.total_minor), (AttemptState::Claimed, 1, 1_000));
        assert_eq!(attempt.stripe_price_id, "price_1");
        assert_eq!(shop.rule().await.attempt_count, 1);
        assert_eq!(shop.start().await, None, "one is open");
    }
}

on_both_engines! {
    async fn attempt_begins_below_the_threshold_only(shop: TestTopUps) {
        shop.grant("one", 50).await;
        shop.sql("INSERT INTO topup_due (account_id, created_at) SELECT id, 0 FROM account WHERE owner_id = 'cus_1' AND kind = 'wallet'").await;
        assert_eq!(shop.start().await, None);
        assert_eq!(shop.count(DUE).await, 0, "the note is removed");
        shop.put_rule(|rule| rule.threshold = 51).await;
        let watched = "SELECT topup_at FROM account WHERE owner_id = 'cus_1' AND kind = 'wallet'";
        assert_eq!(shop.count(watched).await, 51);
        assert!(shop.start().await.is_some());
    }
}

on_both_engines! {
    async fn limits_of_a_month_are_exact_and_end_with_it(shop: TestTopUps) {
        shop.clock.set(Timestamp::from_iso8601("2027-01-31T20:00:00Z").unwrap());
        shop.put_rule(|rule| rule.month_max_minor = 2_500).await;
        for number in 0..2 {
            let id = shop.start().await.unwrap();
            assert_eq!(shop.attempt(&id).await.month, 684, "{number}");
            shop.sql("UPDATE topup_attempt SET state = 'paid', settled_at = 1, next_at = NULL").await;
            shop.clock.advance(Duration::from_mins(5));
        }
        for _ in 0..2 {
            assert_eq!(shop.start().await, None, "2,000 of 2,500 are spent");
        }
        let rule = shop.rule().await;
        let next_month = Timestamp::from_iso8601("2027-02-01T00:00:00Z");
        assert_eq!((rule.state, rule.reason.as_deref(), rule.next_at), (RuleState::Active, Some("cap-reached"), next_month));
        assert_eq!(shop.events("topup.failed").await, 1, "once in a month");
        shop.clock.set(next_month.unwrap());
        let id = shop.start().await.unwrap();
        assert_eq!(shop.attempt(&id).await.month, 685);
        assert_eq!(shop.rule().await.reason, None);
    }
}

on_both_engines! {
    async fn failed_attempts_do_not_count(shop: TestTopUps) {
        shop.put_rule(|rule| rule.month_max_count = 1).await;
        shop.start().await.unwrap();
        shop.sql("UPDATE topup_attempt SET state = 'failed', settled_at = 1, next_at = NULL").await;
        assert_eq!(shop.start().await, None, "too early");
        shop.clock.advance(Duration::from_mins(5));
        assert!(shop.start().await.is_some());
    }
}

on_both_engines! {
    async fn rule_of_a_merged_owner_ends(shop: TestTopUps) {
        shop.grant("one", 1).await;
        shop.sql("UPDATE account SET status = 1 WHERE owner_id = 'cus_1' AND kind = 'wallet'").await;
        assert_eq!(shop.start().await, None);
        let rule = shop.rule().await;
        assert_eq!((rule.state, rule.reason.as_deref()), (RuleState::Off, Some("merged")));
    }
}

on_both_engines! {
    async fn dispute_or_warning_of_fraud_turns_the_rule_off(shop: TestTopUps) {
        let payment = "INSERT INTO payment (id, book_id, owner_kind, owner_id, connection_id, source, source_id, stripe_payment_intent, \
                currency, amount_minor, tax_minor, discount_minor, granted, state, paid_at, created_at, updated_at) \
             SELECT 'pmt_1', id, 'customer', 'cus_2', 'scn_1', 'checkout', 'chk_1', 'pi_1', 'eur', 10, 0, 0, 5, 'paid', 0, 0, 0 \
             FROM book WHERE website_id = 'web_1'";
        shop.sql(payment).await;
        // The payment of an owner who was merged into this one counts.
        shop.sql("UPDATE customers SET merged_into = 'cus_1' WHERE id = 'cus_2'").await;
        shop.sql("UPDATE payment SET early_fraud_warning = 'actionable'").await;
        assert_eq!(shop.start().await, None);
        assert_eq!(shop.rule().await.reason.as_deref(), Some("fraud-warning"));
        shop.put_rule(|rule| rule.state = RuleState::Active).await;
        shop.sql("UPDATE payment SET early_fraud_warning = 'closed'").await;
        shop.sql("INSERT INTO dispute (id, payment_id, book_id, connection_id, stripe_id, amount_minor, withdrawn_minor, status, state, opened_at, \
                created_at, updated_at) SELECT 'dsp_1', 'pmt_1', book_id, 'scn_1', 'du_1', 10, 10, 'needs_response', 'open', 0, 0, 0 FROM payment").await;
        assert_eq!(shop.start().await, None);
        let rule = shop.rule().await;
        assert_eq!((rule.state, rule.reason.as_deref()), (RuleState::Off, Some("dispute")));
        assert_eq!(shop.count(ATTEMPTS).await, 0);
    }
}

on_both_engines! {
    async fn other_account_needs_another_consent(shop: TestTopUps) {
        shop.put_rule(|rule| rule.connection_id = "scn_0".to_owned()).await;
        assert_eq!(shop.start().await, None);
        let rule = shop.rule().await;
        assert_eq!((rule.state, rule.reason.as_deref()), (RuleState::NeedsConsent, Some("account-changed")));
    }
}

on_both_engines! {
    async fn pack_that_is_archived_is_not_bought(shop: TestTopUps) {
        shop.sql("UPDATE catalog_item SET status = 'archived'").await;
        assert_eq!(shop.start().await, None);
        assert!(shop.rule().await.next_at.is_some(), "it is looked at again");
        shop.sql("UPDATE catalog_item SET status = 'active'").await;
        shop.put_rule(|rule| rule.next_at = None).await;
        assert!(shop.start().await.is_some());
    }
}

on_both_engines! {
    async fn money_of_another_currency_is_not_added(shop: TestTopUps) {
        for _ in 0..2 {
            assert!(shop.start().await.is_some());
            shop.sql("UPDATE topup_attempt SET state = 'paid', settled_at = 1, next_at = NULL, currency = 'usd', total_minor = 5000").await;
            shop.clock.advance(Duration::from_mins(5));
        }
        shop.put_rule(|rule| rule.month_max_count = 2).await;
        assert_eq!(shop.start().await, None, "all purchases count");
    }
}

/// Turns the rule of the second customer on.
async fn put_second_rule(shop: &TestTopUps) -> WalletKey {
    let mut second = rule(shop.book_id, shop.clock.now());
    second.wallet.owner = Owner::Customer("cus_2".to_owned());
    let mut transaction = shop.app.database.begin().await.unwrap();
    save_rule(&shop.app, &mut transaction.connection(), &second)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    second.wallet
}

/// Returns the owners for whom a sweep begins attempts.
async fn below(shop: &TestTopUps) -> Vec<WalletKey> {
    let mut reader = shop.app.database.reader().await.unwrap();
    let mut db = reader.connection();
    store::list_below(&mut db, shop.clock.now(), 10)
        .await
        .unwrap()
}

on_both_engines! {
    async fn rule_whose_attempt_cannot_begin_waits_and_prevents_no_other(shop: TestTopUps) {
        shop.grant("one", 1).await;
        shop.sql("INSERT INTO topup_due (account_id, created_at) SELECT id, 0 FROM account WHERE owner_id = 'cus_1' AND kind = 'wallet'").await;
        let (first, second) = (shop.wallet(), put_second_rule(&shop).await);
        shop.sql("UPDATE topup_rule SET terms = '{}' WHERE owner_id = 'cus_1'").await;
        start_all(&shop.app, &[first.clone(), second]).await;
        assert_eq!(shop.count(ATTEMPTS).await, 1, "that of the second customer");
        assert_eq!(shop.count(DUE).await, 0);
        assert!(below(&shop).await.is_empty(), "the first one waits");
        shop.clock.advance(Duration::from_secs(59));
        assert!(below(&shop).await.is_empty());
        shop.clock.advance(Duration::from_secs(1));
        assert_eq!(below(&shop).await, from_ref(&first), "one try in a minute");
        start_all(&shop.app, from_ref(&first)).await;
        assert!(below(&shop).await.is_empty());
        shop.sql("UPDATE topup_rule SET terms = (SELECT b.terms FROM topup_rule b WHERE b.owner_id = 'cus_2') WHERE owner_id = 'cus_1'").await;
        shop.clock.advance(Duration::from_mins(1));
        start_all(&shop.app, from_ref(&first)).await;
        assert_eq!(shop.count(ATTEMPTS).await, 2, "it begins once it can");
    }
}
