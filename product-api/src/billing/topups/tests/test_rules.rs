//! Rules of buyers in a test, whose invoices at Stripe are facts: no call is made.

use std::sync::Arc;

use foundation::Timestamp;
use foundation::testing::execute;

use crate::app::App;
use crate::billing::connections::StripeConnection;
use crate::billing::currency::Currency;
use crate::billing::marks::Applied;
use crate::billing::topups::apply_facts::apply_facts;
use crate::billing::topups::attempt::Attempt;
use crate::billing::topups::attempt_state::AttemptState;
use crate::billing::topups::locked_topup::{LockedTopUp, lock_both, save_both, save_rule};
use crate::billing::topups::offered_rule::OfferedRule;
use crate::billing::topups::rule::TopUpRule;
use crate::billing::topups::rule_state::RuleState;
use crate::billing::topups::start_attempt::start_attempt;
use crate::billing::topups::store;
use crate::billing::topups::terms::TopUpTerms;
use crate::billing::topups::topup_facts::{ChargeResult, InvoiceStatus, TopUpFacts};
use crate::credits::{Owner, WalletKey};

/// Credits below which the rules buy: more than a buyer ever has, so that only the other conditions decide.
const THRESHOLD: i64 = 1_000_000_000;
/// The price of the pack without its tax, and with it, in minor units.
const PRICE: i64 = 1_000;
const TOTAL: i64 = 1_190;
/// The price in the catalogue.
const PRICE_ID: i64 = 90;

/// A pack of 100 credits with a bonus of 10, its price, and the settings of the book.
const CATALOG: [&str; 3] = [
    "INSERT INTO catalog_item (id, book_id, kind, code, name, status, latest, position, created_at, updated_at) \
     SELECT 'pck_rule', id, 'pack', 'rule', 'Rule', 'active', 1, 0, 0, 0 FROM book WHERE website_id = 'web_1' AND mode = 'live' \
        AND unit = 'credit'",
    "INSERT INTO catalog_price (id, item_id, version, currency, connection_id, tax_behavior, stripe_price_id, state, attempts, \
        request_number, created_at, updated_at) \
     VALUES (90, 'pck_rule', 1, 'eur', 'scn_1', 'inclusive', 'price_rule', 'synced', 0, 1, 0, 0)",
    "INSERT INTO book_billing (book_id, connection_id, currency, tax, tax_behavior, documents, promotion_codes, adaptive_pricing, \
        shortfall, inquiry_freezes, created_at, updated_at) \
     SELECT id, 'scn_1', 'eur', 'off', 'inclusive', 'receipt', FALSE, FALSE, 'debt', FALSE, 0, 0 \
     FROM book WHERE website_id = 'web_1' AND mode = 'live' AND unit = 'credit'",
];

/// An invoice as a look finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing) enum SeenInvoice {
    /// The card was not charged yet.
    Open,
    /// The buyer has to confirm the payment.
    NeedsAction,
    /// The card was declined, for this reason.
    Declined(&'static str),
    Paid,
    Closed,
}

/// The rules of the buyers of one book.
pub(in crate::billing) struct TestRules {
    app: Arc<App>,
    connection: StripeConnection,
    book_id: i64,
}

impl TestRules {
    /// Returns an offer of the pack: once below 50 credits, at most five times and 50.00 EUR a month.
    pub(in crate::billing) fn offered() -> OfferedRule {
        OfferedRule {
            quantity: 1,
            threshold: 50,
            month_max_minor: 5_000,
            month_max_count: 5,
            min_seconds: 300,
            amount_minor: 1_000,
            credits: 100,
            bonus: 10,
            consent: "I agree to be charged.".to_owned(),
        }
    }

    /// Puts the pack of the rules on sale.
    pub(in crate::billing) async fn open(
        app: &Arc<App>,
        connection: &StripeConnection,
        book_id: i64,
    ) -> Self {
        for statement in CATALOG {
            execute(&app.database, statement, &[]).await;
        }
        Self {
            app: Arc::clone(app),
            connection: connection.clone(),
            book_id,
        }
    }

    fn wallet_of(&self, customer: &str) -> WalletKey {
        WalletKey {
            book_id: self.book_id,
            owner: Owner::Customer(customer.to_owned()),
        }
    }

    /// Turns the rule of a customer on, for a number of purchases in a month.
    pub(in crate::billing) async fn turn_on(&self, customer: &str, month_cap: i64) {
        let now = self.app.clock.now();
        let rule = TopUpRule {
            wallet: self.wallet_of(customer),
            connection_id: self.connection.id.clone(),
            state: RuleState::Active,
            reason: None,
            threshold: THRESHOLD,
            pack_id: "pck_rule".to_owned(),
            pack_version: 1,
            price_id: PRICE_ID,
            quantity: 1,
            currency: Currency::parse("eur").unwrap(),
            amount_minor: PRICE,
            credits: 100,
            bonus: 10,
            terms: TopUpTerms {
                code: "rule".to_owned(),
                name: "Rule".to_owned(),
                expires_days: Some(90),
                bonus_expires_days: Some(30),
                feature_id: None,
            },
            month_max_minor: 100 * TOTAL,
            month_max_count: month_cap,
            min_seconds: 60,
            failures: 0,
            next_at: None,
            attempt_count: 0,
            capped_month: None,
            card: None,
            actor: "usr_1".to_owned(),
            consent_at: now,
            consent_text: "Buy 100 credits when few are left.".to_owned(),
            created_at: now,
            updated_at: now,
        };
        self.save(rule).await;
    }

    /// Turns the rule of a customer off.
    pub(in crate::billing) async fn turn_off(&self, customer: &str) {
        let found = {
            let mut reader = self.app.database.reader().await.unwrap();
            let wallet = self.wallet_of(customer);
            store::find_rule(&mut reader.connection(), &wallet).await
        };
        let mut rule = found.unwrap().unwrap();
        rule.turn_off(None);
        self.save(rule).await;
    }

    /// Writes a rule, with the number of its last attempt as it is.
    async fn save(&self, mut rule: TopUpRule) {
        let mut transaction = self.app.database.begin().await.unwrap();
        let mut db = transaction.connection();
        let found = store::lock_rule(&mut db, &rule.wallet).await.unwrap();
        if let Some(found) = found {
            rule.attempt_count = found.attempt_count;
            rule.capped_month = found.capped_month;
        }
        save_rule(&self.app, &mut db, &rule).await.unwrap();
        transaction.commit().await.unwrap();
    }

    /// Lets the product decide if the rule of a customer buys now. Returns the attempt, whose card is being charged then.
    pub(in crate::billing) async fn begin(
        &self,
        customer: &str,
        stripe_customer: &str,
    ) -> Option<String> {
        let wallet = self.wallet_of(customer);
        let id = start_attempt(&self.app, &wallet).await.unwrap()?;
        let attempt = self.find(&id).await;
        let mut transaction = self.app.database.begin().await.unwrap();
        let mut db = transaction.connection();
        let locked = lock_both(&mut db, &attempt).await.unwrap();
        let LockedTopUp { rule, attempt } = locked.unwrap();
        let charged = LockedTopUp {
            rule,
            attempt: Attempt {
                state: AttemptState::Paying,
                stripe_customer_id: Some(stripe_customer.to_owned()),
                stripe_invoice: Some(format!("in_{}", attempt.id)),
                ..attempt
            },
        };
        let next_at = Some(Timestamp::from_micros(i64::MAX));
        save_both(&self.app, &mut db, &charged, next_at)
            .await
            .unwrap();
        transaction.commit().await.unwrap();
        Some(charged.attempt.id)
    }

    async fn find(&self, id: &str) -> Attempt {
        let mut reader = self.app.database.reader().await.unwrap();
        let found = store::find(&mut reader.connection(), id).await.unwrap();
        found.unwrap()
    }

    /// Applies the invoice of an attempt as it was seen.
    pub(in crate::billing) async fn look(&self, id: &str, seen: SeenInvoice) {
        let attempt = self.find(id).await;
        let (status, charge) = match seen {
            SeenInvoice::Open => (InvoiceStatus::Open, ChargeResult::Untried),
            SeenInvoice::NeedsAction => (InvoiceStatus::Open, ChargeResult::NeedsAction),
            SeenInvoice::Declined(word) => {
                (InvoiceStatus::Open, ChargeResult::Failed(word.to_owned()))
            }
            SeenInvoice::Paid => (InvoiceStatus::Paid, ChargeResult::Untried),
            SeenInvoice::Closed => (InvoiceStatus::Closed, ChargeResult::Untried),
        };
        let facts = TopUpFacts {
            id: format!("in_{id}"),
            status,
            named: Some(id.to_owned()),
            is_live: true,
            customer: attempt.stripe_customer_id,
            currency: "eur".to_owned(),
            subtotal: PRICE,
            total: TOTAL,
            paid: TOTAL,
            tax: TOTAL - PRICE,
            discount: 0,
            payment_intent: Some(format!("pi_in_{id}")),
            charge,
            hosted_url: Some("https://invoice.example/1".to_owned()),
        };
        let applied = apply_facts(&self.app, &self.connection, &facts).await;
        assert_eq!(applied.unwrap(), Applied::Done, "{seen:?}");
    }

    /// Returns the state of an attempt.
    pub(in crate::billing) async fn state(&self, id: &str) -> &'static str {
        self.find(id).await.state.word()
    }
}
