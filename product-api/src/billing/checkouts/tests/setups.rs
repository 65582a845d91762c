//! Tests checkouts that save a card for an automatic top-up: each fact of a session, and the rule that follows.

use std::time::Duration;

use foundation::on_both_engines;

use super::test_shop::{TestShop, session};
use crate::billing::checkouts::checkout::{Checkout, CheckoutState};
use crate::billing::checkouts::mismatch::SessionOrigin;
use crate::billing::checkouts::review_reason::ReviewReason;
use crate::billing::checkouts::session_facts::{
    PaymentStatus, SessionAmounts, SessionFacts, SessionStatus, SetupFacts, SetupMethod,
};
use crate::billing::checkouts::transition::{Transition, transition};
use crate::billing::topups::{TestRules, TopUpCard};
use crate::caller::Mode;

const ACTIVE: &str = "SELECT COUNT(*) FROM topup_rule WHERE state = 'active' AND threshold = 50 AND month_max_minor = 5000 \
     AND price_id = 90 AND amount_minor = 1000 AND card_last4 = '4242' AND consent_text = 'I agree to be charged.'";
const RULES: &str = "SELECT COUNT(*) FROM topup_rule";
const COMPLETED: &str = "SELECT COUNT(*) FROM outbox WHERE type = 'checkout.completed'";

/// Returns a session that has saved a card, or waits for it.
fn saved(number: usize, payment: PaymentStatus) -> SessionFacts {
    SessionFacts {
        amounts: SessionAmounts {
            subtotal: 0,
            total: 0,
            tax: 0,
            discount: 0,
        },
        lines: Vec::new(),
        setup: Some(SetupFacts {
            method: Some(SetupMethod {
                id: "pm_1".to_owned(),
                card: Some(TopUpCard {
                    brand: "visa".to_owned(),
                    last4: "4242".to_owned(),
                }),
            }),
        }),
        ..session(number, SessionStatus::Complete, payment)
    }
}

/// Puts the pack of the rule on sale.
async fn put_pack(shop: &TestShop) -> TestRules {
    TestRules::open(&shop.app, &shop.connection, shop.book_id).await
}

on_both_engines! {
    async fn saved_card_completes_its_checkout_unless_a_fact_differs(shop: TestShop) {
        type Change = fn(&mut SessionFacts);
        #[rustfmt::skip]
        let rows: [(Change, Option<ReviewReason>); 9] = [
            (|_| {}, None),
            (|session| session.currency = String::new(), None),
            (|session| session.currency = "usd".to_owned(), Some(ReviewReason::Currency)),
            (|session| session.is_live = false, Some(ReviewReason::Mode)),
            (|session| session.reference = None, Some(ReviewReason::Reference)),
            (|session| session.customer = None, Some(ReviewReason::Customer)),
            (|session| session.customer = Some("cus_other".to_owned()), Some(ReviewReason::Customer)),
            (|session| session.setup = None, Some(ReviewReason::Purpose)),
            (|session| session.setup = Some(SetupFacts::default()), Some(ReviewReason::Purpose)),
        ];
        let origin = SessionOrigin {
            connection_id: "scn_1",
            mode: Mode::Live,
            book_mode: Mode::Live,
        };
        let open = shop.open_setup(1).await;
        let states = [CheckoutState::New, CheckoutState::Open, CheckoutState::Processing, CheckoutState::Failed, CheckoutState::Expired];
        for state in states {
            let own = Checkout { state, ..open.clone() };
            for (index, (change, reason)) in rows.iter().enumerate() {
                let mut session = saved(1, PaymentStatus::NotRequired);
                change(&mut session);
                let expected = reason.map_or(Transition::Complete, Transition::Review);
                assert_eq!(transition(&own, &session, origin), expected, "{state:?}, row {index}");
            }
        }
        assert_eq!(transition(&open, &saved(1, PaymentStatus::Pending), origin), Transition::Process);
        // A session that saves a card pays no pack.
        let pack = shop.open(2).await;
        let found = transition(&pack, &saved(2, PaymentStatus::NotRequired), origin);
        assert_eq!(found, Transition::Review(ReviewReason::Amount));
    }
}

on_both_engines! {
    async fn agreed_rule_is_set_once_with_its_sentence(shop: TestShop) {
        put_pack(&shop).await;
        shop.open_setup(1).await;
        shop.clock.advance(Duration::from_mins(5));
        let facts = saved(1, PaymentStatus::NotRequired);
        let all = (0..20).map(|_| shop.apply(&facts));
        futures_util::future::join_all(all).await;
        let checkout = shop.find("chk_1").await;
        assert_eq!((checkout.state, checkout.reason), (CheckoutState::Completed, None));
        assert_eq!(shop.count(ACTIVE).await, 1);
        let consent = "SELECT consent_at FROM topup_rule";
        assert_eq!(shop.count(consent).await, checkout.created_at.micros());
        assert_eq!(shop.count(COMPLETED).await, 1);
        assert_eq!(shop.count("SELECT COUNT(*) FROM audit WHERE action = 'top_up.set'").await, 1);
        for nothing in ["SELECT COUNT(*) FROM payment", "SELECT COUNT(*) FROM lot", "SELECT COUNT(*) FROM money_txn"] {
            assert_eq!(shop.count(nothing).await, 0, "{nothing}");
        }
        // A repeated event turns nothing on again that the buyer has turned off.
        shop.sql("UPDATE topup_rule SET state = 'off'").await;
        shop.apply(&facts).await;
        assert_eq!(shop.count("SELECT COUNT(*) FROM topup_rule WHERE state = 'off'").await, 1);
    }
}

on_both_engines! {
    async fn rule_that_cannot_be_set_as_agreed_leaves_a_reason(shop: TestShop) {
        put_pack(&shop).await;
        let rows = [
            ("UPDATE book_billing SET topup_month_max = 4999", "limit-lowered"),
            ("UPDATE catalog_item SET status = 'archived' WHERE id = 'pck_rule'", "price-unavailable"),
            ("UPDATE book_billing SET connection_id = NULL", "account-changed"),
            ("UPDATE websites SET status = 'suspended' WHERE id = 'web_1'", "website-suspended"),
            // The customer has no wallet that the merge could have closed.
            ("UPDATE customers SET merged_into = 'cus_2' WHERE id = 'cus_1'", "merged"),
        ];
        for (number, (statement, reason)) in (1..).zip(rows) {
            shop.open_setup(number).await;
            shop.sql(statement).await;
            shop.apply(&saved(number, PaymentStatus::NotRequired)).await;
            let checkout = shop.find(&format!("chk_{number}")).await;
            assert_eq!((checkout.state, checkout.reason.as_deref()), (CheckoutState::Completed, Some(reason)));
        }
        assert_eq!(shop.count(RULES).await, 0);
        assert_eq!(shop.count(COMPLETED).await, 5);
    }
}

on_both_engines! {
    async fn newer_rule_of_the_buyer_stays(shop: TestShop) {
        let rules = put_pack(&shop).await;
        shop.open_setup(1).await;
        shop.clock.advance(Duration::from_mins(1));
        rules.turn_on("cus_1", 3).await;
        shop.apply(&saved(1, PaymentStatus::NotRequired)).await;
        assert_eq!(shop.find("chk_1").await.reason.as_deref(), Some("newer-rule"));
        assert_eq!(shop.count(ACTIVE).await, 0);
        assert_eq!(shop.count("SELECT COUNT(*) FROM topup_rule WHERE month_max_count = 3").await, 1);
    }
}

on_both_engines! {
    async fn page_that_was_opened_later_wins(shop: TestShop) {
        put_pack(&shop).await;
        shop.open_setup(1).await;
        shop.apply(&saved(1, PaymentStatus::Pending)).await;
        shop.clock.advance(Duration::from_mins(1));
        shop.open_setup(2).await;
        for number in [1, 2, 1] {
            shop.clock.advance(Duration::from_mins(1));
            shop.apply(&saved(number, PaymentStatus::NotRequired)).await;
            assert_eq!(shop.find(&format!("chk_{number}")).await.reason, None, "{number}");
        }
        shop.open_setup(3).await;
        shop.apply(&saved(3, PaymentStatus::Pending)).await;
        shop.clock.advance(Duration::from_mins(1));
        shop.open_setup(4).await;
        shop.apply(&saved(4, PaymentStatus::NotRequired)).await;
        shop.apply(&saved(3, PaymentStatus::NotRequired)).await;
        assert_eq!(shop.find("chk_3").await.reason.as_deref(), Some("newer-rule"));
        assert_eq!(shop.find("chk_4").await.reason, None);
    }
}

on_both_engines! {
    async fn other_ends_of_a_session_set_no_rule(shop: TestShop) {
        put_pack(&shop).await;
        let mut forged = saved(1, PaymentStatus::NotRequired);
        forged.customer = Some("cus_other".to_owned());
        let expired = SessionFacts {
            status: SessionStatus::Expired,
            ..saved(2, PaymentStatus::Unknown)
        };
        let rows = [
            (1, forged, CheckoutState::Review, Some("customer-mismatch")),
            (2, expired, CheckoutState::Expired, None),
            (3, saved(3, PaymentStatus::Pending), CheckoutState::Processing, None),
            (4, saved(4, PaymentStatus::Failed), CheckoutState::Failed, Some("bank-refused")),
        ];
        for (number, facts, state, reason) in rows {
            shop.open_setup(number).await;
            shop.apply(&facts).await;
            let checkout = shop.find(&format!("chk_{number}")).await;
            assert_eq!((checkout.state, checkout.reason.as_deref()), (state, reason), "{number}");
        }
        assert_eq!(shop.count(RULES).await, 0);
        assert_eq!(shop.count("SELECT COUNT(*) FROM payment").await, 0);
        // The bank has confirmed the payment method.
        shop.apply(&saved(3, PaymentStatus::NotRequired)).await;
        assert_eq!(shop.find("chk_3").await.state, CheckoutState::Completed);
        assert_eq!(shop.count(ACTIVE).await, 1);
    }
}
