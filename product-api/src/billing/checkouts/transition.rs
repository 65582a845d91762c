//! Transitions of a checkout: the one that follows from its row and its session as that is at Stripe now.

use super::checkout::{Checkout, CheckoutState};
use super::mismatch::{SessionOrigin, find_mismatch};
use super::review_reason::ReviewReason;
use super::session_facts::{PaymentStatus, SessionFacts, SessionStatus};

/// A change of a checkout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Transition {
    /// Nothing changes.
    Stay,
    /// The buyer can pay.
    Open,
    /// The payment is not confirmed.
    Process,
    /// The buyer has paid: credits are granted. A buyer who has agreed to an automatic top-up has saved a card.
    Complete,
    /// The payment failed; the word is Stripe's reason.
    Fail(Option<String>),
    /// The buyer did not pay in time.
    Expire,
    /// The buyer has paid, and a fact differs from the terms.
    Review(ReviewReason),
}

/// Returns the transition that follows.
///
/// A session can be fetched before another one that was applied first. So an outcome that Stripe cannot take back is never
/// replaced by an earlier state, and money that arrives after all is always taken.
pub(super) fn transition(
    checkout: &Checkout,
    session: &SessionFacts,
    origin: SessionOrigin<'_>,
) -> Transition {
    match checkout.state {
        CheckoutState::Completed | CheckoutState::Review => Transition::Stay,
        CheckoutState::New | CheckoutState::Open => match session.status {
            SessionStatus::Open if checkout.state == CheckoutState::New => Transition::Open,
            SessionStatus::Open | SessionStatus::Unknown => Transition::Stay,
            SessionStatus::Expired => Transition::Expire,
            SessionStatus::Complete => completed(checkout, session, origin),
        },
        CheckoutState::Processing => {
            let next = completed(checkout, session, origin);
            if next == Transition::Process {
                Transition::Stay
            } else {
                next
            }
        }
        CheckoutState::Failed | CheckoutState::Expired => {
            let next = completed(checkout, session, origin);
            // A failure is final; an expiry is not, if the buyer had finished before it.
            let is_final = checkout.state == CheckoutState::Failed && next == Transition::Process;
            if is_final || matches!(next, Transition::Fail(_)) {
                Transition::Stay
            } else {
                next
            }
        }
    }
}

/// Returns the transition of a session that the buyer has finished.
fn completed(checkout: &Checkout, session: &SessionFacts, origin: SessionOrigin<'_>) -> Transition {
    if session.status != SessionStatus::Complete {
        return Transition::Stay;
    }
    match session.payment {
        PaymentStatus::Paid | PaymentStatus::NotRequired => {
            match find_mismatch(checkout, session, origin) {
                Some(reason) => Transition::Review(reason),
                None => Transition::Complete,
            }
        }
        PaymentStatus::Pending => Transition::Process,
        PaymentStatus::Failed => Transition::Fail(session.failure.clone()),
        PaymentStatus::Unknown => Transition::Stay,
    }
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::CheckoutState::{Completed, Expired, Failed, New, Open, Processing, Review};
    use super::*;
    use crate::billing::checkouts::checkout_kind::CheckoutKind;
    use crate::billing::checkouts::checkout_terms::CheckoutTerms;
    use crate::billing::checkouts::session_facts::{SessionAmounts, SessionLine};
    use crate::billing::currency::Currency;
    use crate::billing::payments::ChargeFacts;
    use crate::caller::Mode;
    use crate::credits::Owner;

    fn checkout(state: CheckoutState) -> Checkout {
        Checkout {
            id: "chk_1".to_owned(),
            book_id: 16,
            owner: Owner::Customer("cus_1".to_owned()),
            kind: CheckoutKind::Pack,
            item_id: "pck_1".to_owned(),
            version: 1,
            price_id: 7,
            quantity: 3,
            currency: Currency::parse("eur").unwrap(),
            amount_minor: 1_000,
            credits: 100,
            bonus: 10,
            terms: CheckoutTerms {
                code: "small".to_owned(),
                name: "Small".to_owned(),
                expires_days: None,
                bonus_expires_days: None,
                feature_id: None,
                stripe_price_id: "price_1".to_owned(),
                has_promotion_codes: false,
                has_tax: false,
                has_invoice: false,
                has_adaptive_pricing: false,
                locale: None,
                saves_card: false,
                trial: None,
                top_up: None,
            },
            metadata: "{}".to_owned(),
            connection_id: "scn_1".to_owned(),
            stripe_customer_id: Some("cus_stripe".to_owned()),
            stripe_session_id: Some("cs_1".to_owned()),
            attempt: 1,
            state,
            reason: None,
            url: None,
            success_url: "https://shop.example/done".to_owned(),
            cancel_url: "https://shop.example/cart".to_owned(),
            actor: "key_1".to_owned(),
            expires_at: Timestamp::from_seconds(3_600),
            closed_at: None,
            created_at: Timestamp::default(),
        }
    }

    fn session(status: SessionStatus, payment: PaymentStatus) -> SessionFacts {
        SessionFacts {
            id: "cs_1".to_owned(),
            is_live: true,
            status,
            payment,
            failure: Some("bank-refused".to_owned()),
            reference: Some("chk_1".to_owned()),
            named_checkout: Some("chk_1".to_owned()),
            customer: Some("cus_stripe".to_owned()),
            currency: "eur".to_owned(),
            amounts: SessionAmounts {
                subtotal: 3_000,
                total: 3_570,
                tax: 570,
                discount: 0,
            },
            lines: vec![SessionLine {
                price_id: Some("price_1".to_owned()),
                quantity: Some(3),
            }],
            url: None,
            charge: ChargeFacts::default(),
            invoice: None,
            subscription: None,
            setup: None,
        }
    }

    const ORIGIN: SessionOrigin<'_> = SessionOrigin {
        connection_id: "scn_1",
        mode: Mode::Live,
        book_mode: Mode::Live,
    };

    /// Statuses of sessions: open, complete and paid or free or pending or failed or unknown, expired, unknown.
    const SESSIONS: [(SessionStatus, PaymentStatus); 8] = [
        (SessionStatus::Open, PaymentStatus::Pending),
        (SessionStatus::Complete, PaymentStatus::Paid),
        (SessionStatus::Complete, PaymentStatus::NotRequired),
        (SessionStatus::Complete, PaymentStatus::Pending),
        (SessionStatus::Complete, PaymentStatus::Failed),
        (SessionStatus::Complete, PaymentStatus::Unknown),
        (SessionStatus::Expired, PaymentStatus::Pending),
        (SessionStatus::Unknown, PaymentStatus::Paid),
    ];

    #[test]
    fn each_state_and_each_session_have_one_transition() {
        use Transition::{Complete, Expire, Process, Stay};
        let fail = || Transition::Fail(Some("bank-refused".to_owned()));
        // open, paid, free, pending, failed, odd payment, expired, odd status
        #[rustfmt::skip]
        let rows = [
            (New, [Transition::Open, Complete, Complete, Process, fail(), Stay, Expire, Stay]),
            (Open, [Stay, Complete, Complete, Process, fail(), Stay, Expire, Stay]),
            (Processing, [Stay, Complete, Complete, Stay, fail(), Stay, Stay, Stay]),
            (Failed, [Stay, Complete, Complete, Stay, Stay, Stay, Stay, Stay]),
            (Expired, [Stay, Complete, Complete, Process, Stay, Stay, Stay, Stay]),
            (Completed, [Stay, Stay, Stay, Stay, Stay, Stay, Stay, Stay]),
            (Review, [Stay, Stay, Stay, Stay, Stay, Stay, Stay, Stay]),
        ];
        assert_eq!(rows.len(), CheckoutState::ALL.len());
        for (state, expected) in rows {
            for ((status, payment), expected) in SESSIONS.into_iter().zip(expected) {
                let found = transition(&checkout(state), &session(status, payment), ORIGIN);
                assert_eq!(found, expected, "{state:?} {status:?} {payment:?}");
            }
        }
    }

    fn line(price_id: &str, quantity: i64) -> SessionLine {
        SessionLine {
            price_id: Some(price_id.to_owned()),
            quantity: Some(quantity),
        }
    }

    #[test]
    fn each_fact_of_a_paid_session_that_differs_has_its_own_reason() {
        type Change = fn(&mut SessionFacts);
        #[rustfmt::skip]
        let rows: [(Change, Option<ReviewReason>); 18] = [
            (|_| {}, None),
            (|session| session.amounts.tax = 0, None),
            (|session| session.amounts.total = 0, None),
            (|session| session.id = "cs_2".to_owned(), None),
            (|session| session.is_live = false, Some(ReviewReason::Mode)),
            (|session| session.reference = None, Some(ReviewReason::Reference)),
            (|session| session.reference = Some("chk_2".to_owned()), Some(ReviewReason::Reference)),
            (|session| session.named_checkout = None, Some(ReviewReason::Reference)),
            (|session| session.named_checkout = Some("chk_2".to_owned()), Some(ReviewReason::Reference)),
            (|session| session.customer = None, Some(ReviewReason::Customer)),
            (|session| session.customer = Some("cus_other".to_owned()), Some(ReviewReason::Customer)),
            (|session| session.currency = "usd".to_owned(), Some(ReviewReason::Currency)),
            (|session| session.amounts.subtotal = 2_999, Some(ReviewReason::Amount)),
            (|session| session.amounts.discount = 1, Some(ReviewReason::Discount)),
            (|session| session.lines.clear(), Some(ReviewReason::Lines)),
            (|session| session.lines.push(line("price_1", 3)), Some(ReviewReason::Lines)),
            (|session| session.lines = vec![line("price_2", 3)], Some(ReviewReason::Lines)),
            (|session| session.lines = vec![line("price_1", 2)], Some(ReviewReason::Lines)),
        ];
        for state in [New, Open, Processing, Failed, Expired] {
            for (index, (change, reason)) in rows.iter().enumerate() {
                let mut session = session(SessionStatus::Complete, PaymentStatus::Paid);
                change(&mut session);
                let expected = reason.map_or(Transition::Complete, Transition::Review);
                let found = transition(&checkout(state), &session, ORIGIN);
                assert_eq!(found, expected, "{state:?}, row {index}");
            }
        }
    }

    #[test]
    fn account_and_mode_of_a_paid_session_are_those_of_the_book() {
        let (live, test) = (Mode::Live, Mode::Test);
        #[rustfmt::skip]
        let rows = [
            // connection, its mode, the book's mode, livemode
            ("scn_1", live, live, true, None),
            ("scn_1", test, test, false, None),
            ("scn_2", live, live, true, Some(ReviewReason::Connection)),
            ("scn_1", live, live, false, Some(ReviewReason::Mode)),
            ("scn_1", test, test, true, Some(ReviewReason::Mode)),
            ("scn_1", test, live, true, Some(ReviewReason::Mode)),
            ("scn_1", live, test, true, Some(ReviewReason::Mode)),
            ("scn_1", test, live, false, Some(ReviewReason::Mode)),
        ];
        for (connection_id, mode, book_mode, is_live, reason) in rows {
            let origin = SessionOrigin {
                connection_id,
                mode,
                book_mode,
            };
            let mut session = session(SessionStatus::Complete, PaymentStatus::Paid);
            session.is_live = is_live;
            let expected = reason.map_or(Transition::Complete, Transition::Review);
            assert_eq!(transition(&checkout(Open), &session, origin), expected);
        }
    }

    #[test]
    fn discount_is_right_while_promotion_codes_are_on() {
        let mut own = checkout(Open);
        own.terms.has_promotion_codes = true;
        let mut session = session(SessionStatus::Complete, PaymentStatus::NotRequired);
        session.amounts.discount = 3_000;
        session.amounts.total = 0;
        assert_eq!(transition(&own, &session, ORIGIN), Transition::Complete);
    }

    #[test]
    fn money_on_its_way_is_checked_when_it_is_there() {
        let mut session = session(SessionStatus::Complete, PaymentStatus::Pending);
        session.amounts.subtotal = 1;
        assert_eq!(
            transition(&checkout(Open), &session, ORIGIN),
            Transition::Process
        );
    }
}
