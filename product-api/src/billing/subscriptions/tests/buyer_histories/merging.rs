//! Merges of a buyer's customer into another one, and their undo.

use super::buyer::{Buyer, BuyerWorld};
use crate::billing::subscriptions::store;
use crate::credits::{Owner, WalletMerge, merge_wallets, undo_merge};

/// Maximum number of merges of a buyer.
const MAX_MERGES: usize = 2;

impl Buyer {
    /// Merges the customer into another one, or undoes the last merge. The subscription counts for the remaining customer.
    pub(super) async fn merge_or_undo(&mut self, world: &BuyerWorld, now: i64) {
        if self.expected.row.is_none() || (!self.is_merged && self.merges == MAX_MERGES) {
            return;
        }
        let is_undo = self.is_merged;
        if !is_undo {
            self.merges += 1;
        }
        self.is_merged = !is_undo;
        self.write(now, if is_undo { "is divided" } else { "is merged" });
        self.move_wallet(world, is_undo).await;
        self.look_at_subscription(world, now).await;
    }

    async fn move_wallet(&self, world: &BuyerWorld, is_undo: bool) {
        let (from, into) = (self.customer(), self.merge_target());
        let app = &world.plans.app;
        let in_flight = app.ledger.mark_in_flight(&app.clock);
        let mut transaction = app.database.begin().await.unwrap();
        let mut db = transaction.connection();
        let target = (!is_undo).then_some(into.as_str());
        foundation::on_engine!(&mut db, |c| {
            sqlx::query("UPDATE customers SET merged_into = $2 WHERE id = $1")
                .bind(&from)
                .bind(target)
                .execute(c)
                .await
                .map(drop)
                .unwrap();
        });
        let merge_id = format!("mrg_{}_{}", self.number, self.merges);
        let merge = WalletMerge {
            merge_id: &merge_id,
            book_id: world.plans.book_id,
            from: &Owner::Customer(from.clone()),
            into: &Owner::Customer(into.clone()),
        };
        if is_undo {
            undo_merge(app, &mut db, &merge).await.unwrap();
        } else {
            merge_wallets(app, &mut db, &merge).await.unwrap();
        }
        // The use case of a merge shows the subscription on both customers, too.
        for customer in [&from, &into] {
            let now = app.clock.now();
            store::set_subscribed(&mut db, customer, now).await.unwrap();
        }
        in_flight.finish_with(transaction.commit().await).unwrap();
    }
}
