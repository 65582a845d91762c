//! A purchase in tests of claw-backs: its lots, and the operations of refunds and disputes on them.

use foundation::{Connection, Failure, Timestamp};

use super::test_ledger::TestLedger;
use crate::app::App;
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::credits::{
    LotKind, LotsLeft, PurchaseCredits, PurchaseGrant, Shortfall, TakenBack, freeze_within,
    give_back_within, grant_within, left_in_lots, take_back_within,
};

/// A purchase of a customer.
#[derive(Clone)]
pub(super) struct Purchase {
    world: TestLedger,
    pub(super) wallet: WalletKey,
    pub(super) lots: Vec<i64>,
    reference: String,
}

/// An operation of a refund or a dispute.
#[derive(Clone, Copy, Debug)]
enum PurchaseStep {
    Take(i64, Shortfall),
    Give(i64),
    Freeze(i64),
}

impl Purchase {
    /// Begins a purchase of a customer, whom the website must know.
    pub(super) async fn new(world: &TestLedger, customer: &'static str, reference: &str) -> Self {
        Self {
            world: world.clone(),
            wallet: WalletKey {
                book_id: world.count("SELECT MIN(id) FROM book").await,
                owner: Owner::Customer(world.customer_id(customer).await),
            },
            lots: Vec::new(),
            reference: reference.to_owned(),
        }
    }

    /// Adds a lot of purchased credits.
    pub(super) async fn buy(&mut self, credits: i64, expires_at: Option<Timestamp>) {
        let app = &self.world.app;
        let in_flight = app.ledger.mark_in_flight(&app.clock);
        let mut transaction = app.database.begin().await.unwrap();
        let grant = PurchaseGrant {
            op_key: format!("buy:{}:{}", self.reference, self.lots.len()),
            kind: LotKind::Purchase,
            credits,
            expires_at,
            feature_id: None,
            // A lot of a checkout would need its payment (invariant 101).
            source_kind: "test",
            description: None,
            actor: "system".to_owned(),
        };
        let mut db = transaction.connection();
        let granted = grant_within(app, &mut db, &self.wallet, &[grant]).await;
        self.lots
            .extend(granted.unwrap().iter().map(|lot| lot.lot_id));
        in_flight.finish_with(transaction.commit().await).unwrap();
    }

    /// Takes credits back.
    pub(super) async fn take(&self, amount: i64, rule: Shortfall) -> Result<TakenBack, Failure> {
        self.book(PurchaseStep::Take(amount, rule)).await
    }

    /// Gives credits back.
    pub(super) async fn give(&self, amount: i64) -> Result<(), Failure> {
        self.book(PurchaseStep::Give(amount)).await.map(drop)
    }

    /// Sets the number of credits that the system reserves, and returns it.
    pub(super) async fn freeze(&self, amount: i64) -> Result<i64, Failure> {
        let done = self.book(PurchaseStep::Freeze(amount)).await?;
        Ok(done.taken)
    }

    /// Counts the credits that are left.
    pub(super) async fn left(&self) -> LotsLeft {
        let mut reader = self.world.app.database.reader().await.unwrap();
        left_in_lots(&mut reader.connection(), &self.lots)
            .await
            .unwrap()
    }

    async fn book(&self, step: PurchaseStep) -> Result<TakenBack, Failure> {
        let app = &self.world.app;
        let in_flight = app.ledger.mark_in_flight(&app.clock);
        let mut transaction = app.database.begin().await?;
        let done = self.step(app, &mut transaction.connection(), step).await;
        let done = match done {
            Ok(done) => transaction.commit().await.map(|()| done),
            Err(failure) => Err(failure),
        };
        in_flight.finish_with(done)
    }

    async fn step(
        &self,
        app: &App,
        db: &mut Connection<'_>,
        step: PurchaseStep,
    ) -> Result<TakenBack, Failure> {
        let credits = PurchaseCredits {
            wallet: &self.wallet,
            lots: &self.lots,
            reference: &self.reference,
        };
        let of_number = |taken| TakenBack {
            taken,
            ..TakenBack::default()
        };
        match step {
            PurchaseStep::Take(amount, rule) => {
                take_back_within(app, db, &credits, amount, rule).await
            }
            PurchaseStep::Give(amount) => {
                give_back_within(app, db, &self.wallet, &self.reference, amount).await?;
                Ok(of_number(amount))
            }
            PurchaseStep::Freeze(amount) => {
                Ok(of_number(freeze_within(app, db, &credits, amount).await?))
            }
        }
    }
}

impl TestLedger {
    /// Makes two customers known who have nothing.
    pub(super) async fn meet(&self) {
        for customer in ["ada", "bob"] {
            self.grant(&format!("meet.{customer}"), customer, 1, None)
                .await
                .unwrap();
            self.spend(&format!("leave.{customer}"), customer, 1)
                .await
                .unwrap();
        }
    }

    /// Returns posted, held and debt of a customer's own wallet.
    pub(super) async fn wallet(&self, customer: &'static str) -> (i64, i64, i64) {
        let balance = self.balance(customer).await;
        (balance.posted, balance.held, balance.debt)
    }
}
