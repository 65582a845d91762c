//! Tests what invoices do to their attempts on both engines: grants, declines, confirmations and reviews.

use std::time::Duration;

use foundation::on_both_engines;
use futures_util::future::join_all;

use super::test_topups::{PACK_PRICE, TestTopUps, facts};
use crate::billing::marks::Applied;
use crate::billing::topups::attempt_state::AttemptState;
use crate::billing::topups::rule_state::RuleState;
use crate::billing::topups::topup_facts::{ChargeResult, InvoiceStatus};
use crate::credits::verify;

const PAYMENTS: &str = "\
    SELECT COUNT(*) FROM payment WHERE source = 'topup' AND state = 'paid' AND granted = 110 AND amount_minor = 1190 AND tax_minor = 190";
const LOTS: &str = "SELECT COUNT(*) FROM lot l JOIN payment_lot p ON p.lot_id = l.id WHERE l.source_kind = 'topup'";

on_both_engines! {
    async fn paid_invoice_is_granted_once(shop: TestTopUps) {
        let id = shop.pay().await;
        let all = (0..10).map(|_| shop.apply_paid(&id));
        for applied in join_all(all).await {
            assert_eq!(applied, Applied::Done);
        }
        let attempt = shop.attempt(&id).await;
        assert_eq!((attempt.state, attempt.total_minor, attempt.settled_at), (AttemptState::Paid, PACK_PRICE, Some(shop.clock.now())));
        assert_eq!((shop.count(PAYMENTS).await, shop.count(LOTS).await), (1, 2));
        let keys = "SELECT COUNT(*) FROM txn WHERE op_key LIKE 'topup:%'";
        assert_eq!(shop.count(keys).await, 2);
        assert_eq!(shop.count("SELECT posted FROM account WHERE owner_id = 'cus_1' AND kind = 'wallet'").await, 110);
        for kind in ["payment.succeeded", "topup.succeeded"] {
            assert_eq!(shop.events(kind).await, 1, "{kind}");
        }
        let marked = "SELECT COUNT(*) FROM stripe_object WHERE kind = 'payment' AND state = 'waiting'";
        assert_eq!(shop.count(marked).await, 1, "its fee is fetched");
        let costs = "SELECT CAST(SUM(cost_minor) AS BIGINT) FROM recognition";
        assert_eq!(shop.count(costs).await, 1_000);
        let watched = "SELECT topup_at FROM account WHERE owner_id = 'cus_1' AND kind = 'wallet'";
        assert_eq!(shop.count(watched).await, 50, "the wallet was created by the grant");
        assert!(verify(&shop.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn declined_card_is_tried_later_and_the_invoice_is_given_up(shop: TestTopUps) {
        let id = shop.pay().await;
        shop.apply_charge(&id, ChargeResult::Failed("insufficient_funds".to_owned())).await;
        let word = Some("insufficient_funds".to_owned());
        assert_eq!(shop.outcome(&id).await, (AttemptState::Voiding, word.clone()));
        assert_eq!(shop.rule().await.failures, 0, "nothing is noted before the invoice is void");
        shop.apply_void(&id).await;
        shop.apply_void(&id).await;
        assert_eq!(shop.outcome(&id).await, (AttemptState::Failed, word));
        let rule = shop.rule().await;
        let next_at = Some(shop.clock.now().plus(Duration::from_hours(1)));
        assert_eq!((rule.state, rule.failures, rule.next_at), (RuleState::Active, 1, next_at));
        assert_eq!(shop.events("topup.failed").await, 1);
        assert_eq!(shop.count(PAYMENTS).await, 0);
        shop.clock.advance(Duration::from_mins(59));
        assert_eq!(shop.start().await, None);
        shop.clock.advance(Duration::from_mins(1));
        assert!(shop.start().await.is_some());
    }
}

on_both_engines! {
    async fn lost_card_is_not_tried_again(shop: TestTopUps) {
        let id = shop.pay().await;
        shop.apply_charge(&id, ChargeResult::Failed("lost_card".to_owned())).await;
        shop.apply_void(&id).await;
        let rule = shop.rule().await;
        assert_eq!((rule.state, rule.reason.as_deref()), (RuleState::NeedsCard, Some("lost_card")));
        shop.clock.advance(Duration::from_hours(100));
        assert_eq!(shop.start().await, None);
        shop.put_rule(|rule| rule.note_card(None)).await;
        assert!(shop.start().await.is_some());
    }
}

on_both_engines! {
    async fn confirmation_is_asked_for_once_and_paid_later(shop: TestTopUps) {
        let id = shop.pay().await;
        for _ in 0..2 {
            shop.apply_charge(&id, ChargeResult::NeedsAction).await;
        }
        let attempt = shop.attempt(&id).await;
        let until = shop.clock.now().plus(Duration::from_hours(23));
        assert_eq!((attempt.state, attempt.action_until), (AttemptState::Action, Some(until)));
        assert_eq!(attempt.action_url.as_deref(), Some("https://invoice.example/1"));
        assert_eq!(shop.rule().await.state, RuleState::NeedsAction);
        assert_eq!(shop.events("topup.action_required").await, 1);
        assert_eq!(shop.apply_paid(&id).await, Applied::Done);
        let attempt = shop.attempt(&id).await;
        assert_eq!((attempt.state, attempt.action_url, attempt.code), (AttemptState::Paid, None, None));
        let rule = shop.rule().await;
        assert_eq!((rule.state, rule.reason), (RuleState::Active, None));
    }
}

on_both_engines! {
    async fn confirmation_that_did_not_come_waits_for_an_hour(shop: TestTopUps) {
        let id = shop.pay().await;
        shop.apply_charge(&id, ChargeResult::NeedsAction).await;
        shop.sql("UPDATE topup_attempt SET state = 'voiding'").await;
        shop.apply_void(&id).await;
        assert_eq!(shop.outcome(&id).await, (AttemptState::Failed, Some("authentication_required".to_owned())));
        let rule = shop.rule().await;
        assert_eq!((rule.state, rule.failures), (RuleState::Active, 1));
    }
}

on_both_engines! {
    async fn money_that_arrives_after_all_is_granted(shop: TestTopUps) {
        let id = shop.pay().await;
        shop.apply_charge(&id, ChargeResult::Failed("lost_card".to_owned())).await;
        shop.apply_void(&id).await;
        shop.put_rule(|rule| rule.turn_off(None)).await;
        assert_eq!(shop.apply_paid(&id).await, Applied::Done);
        assert_eq!(shop.outcome(&id).await, (AttemptState::Paid, None));
        assert_eq!(shop.count(PAYMENTS).await, 1);
        assert_eq!(shop.rule().await.state, RuleState::Off, "the buyer has turned it off");
    }
}

on_both_engines! {
    async fn invoice_that_differs_is_reviewed_and_turns_the_rule_off(shop: TestTopUps) {
        let id = shop.pay().await;
        let mut odd = facts(&id, InvoiceStatus::Paid, ChargeResult::Untried);
        odd.subtotal = 1;
        for _ in 0..2 {
            shop.apply(&odd).await;
        }
        shop.apply_paid(&id).await;
        assert_eq!(shop.outcome(&id).await, (AttemptState::Failed, Some("amount-mismatch".to_owned())));
        let review = "SELECT COUNT(*) FROM payment WHERE state = 'review' AND reason = 'amount-mismatch' AND granted = 0";
        assert_eq!((shop.count(review).await, shop.count(LOTS).await), (1, 0));
        assert_eq!(shop.rule().await.reason.as_deref(), Some("review"));
        assert_eq!(shop.events("payment.review").await, 1);
    }
}

on_both_engines! {
    async fn credits_of_a_merged_owner_go_to_the_merge_target(shop: TestTopUps) {
        let id = shop.pay().await;
        shop.sql("UPDATE customers SET merged_into = 'cus_2' WHERE id = 'cus_1'").await;
        shop.apply_paid(&id).await;
        assert_eq!(shop.count("SELECT posted FROM account WHERE owner_id = 'cus_2' AND kind = 'wallet'").await, 110);
        assert_eq!(shop.count("SELECT COUNT(*) FROM payment WHERE owner_id = 'cus_1' AND granted = 110").await, 1);
    }
}

on_both_engines! {
    async fn invoice_without_an_attempt_of_its_own_changes_nothing(shop: TestTopUps) {
        let id = shop.pay().await;
        let mut foreign = facts(&id, InvoiceStatus::Paid, ChargeResult::Untried);
        foreign.named = None;
        assert_eq!(shop.apply(&foreign).await, Applied::Foreign);
        foreign.named = Some("top_0".to_owned());
        assert!(matches!(shop.apply(&foreign).await, Applied::Dead(_)), "its row is missing");
        foreign.named = Some(id.clone());
        foreign.id = "in_0".to_owned();
        assert!(matches!(shop.apply(&foreign).await, Applied::Dead(_)), "the row has another invoice");
        assert_eq!(shop.outcome(&id).await, (AttemptState::Paying, None));
        assert_eq!(shop.count("SELECT COUNT(*) FROM payment").await, 0);
    }
}

on_both_engines! {
    async fn frozen_wallet_gets_the_credits_once_it_is_unfrozen(shop: TestTopUps) {
        shop.grant("one", 1).await;
        let id = shop.pay().await;
        shop.sql("UPDATE account SET frozen_at = 1 WHERE kind = 'wallet'").await;
        let paid = facts(&id, InvoiceStatus::Paid, ChargeResult::Untried);
        let applied = crate::billing::topups::apply_facts::apply_facts(&shop.app, &shop.connection, &paid).await;
        assert!(applied.is_err());
        assert_eq!(shop.outcome(&id).await, (AttemptState::Paying, None), "nothing of it was kept");
        shop.sql("UPDATE account SET frozen_at = NULL").await;
        shop.apply_paid(&id).await;
        assert_eq!(shop.count(PAYMENTS).await, 1);
    }
}
