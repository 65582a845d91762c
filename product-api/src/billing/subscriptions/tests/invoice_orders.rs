//! Tests that the paid period of a subscription does not depend on the order in which its invoices are applied.

use foundation::on_both_engines;
use foundation::testing::select;

use super::test_plans::{TestPlans, invoice, subscription};
use super::{day, days};
use crate::billing::subscriptions::invoice_facts::{InvoiceFacts, InvoiceLineFacts};
use crate::billing::subscriptions::subscription_facts::SubscriptionFacts;
use crate::credits::verify;

/// Invoices of one subscription, the newest last, and what follows from them.
struct InvoiceSeries {
    /// The price, the begin and the end of each invoice's period.
    periods: &'static [(&'static str, &'static str, &'static str)],
    /// The end of the paid period.
    paid_through: &'static str,
    /// The time of the next monthly allowance; empty if none follows.
    next_allowance: &'static str,
}

const SERIES: [InvoiceSeries; 5] = [
    InvoiceSeries {
        periods: &[
            ("plain", "2028-01-10", "2028-02-10"),
            ("plain", "2028-02-10", "2028-03-10"),
            ("plain", "2028-03-10", "2028-04-10"),
        ],
        paid_through: "2028-04-10",
        next_allowance: "",
    },
    InvoiceSeries {
        periods: &[
            ("plain", "2028-01-10", "2028-02-10"),
            ("yearly", "2028-02-10", "2029-02-10"),
        ],
        paid_through: "2029-02-10",
        next_allowance: "2028-03-10",
    },
    // A change to a month ends the paid year early.
    InvoiceSeries {
        periods: &[
            ("yearly", "2028-01-10", "2029-01-10"),
            ("team", "2028-03-15", "2028-04-15"),
        ],
        paid_through: "2028-04-15",
        next_allowance: "",
    },
    InvoiceSeries {
        periods: &[
            ("yearly", "2028-01-10", "2029-01-10"),
            ("team", "2028-02-15", "2028-03-15"),
            ("yearly", "2028-03-01", "2029-03-01"),
        ],
        paid_through: "2029-03-01",
        next_allowance: "2028-04-01",
    },
    // The last period begins two days after the one before, with another plan.
    InvoiceSeries {
        periods: &[
            ("plain", "2028-01-31", "2028-02-29"),
            ("capped", "2028-02-29", "2028-03-31"),
            ("team", "2028-03-02", "2028-04-02"),
        ],
        paid_through: "2028-04-02",
        next_allowance: "",
    },
];

impl InvoiceSeries {
    /// Returns the invoices of the periods, and one of a change within the newest period.
    fn invoices(&self, id: &str) -> Vec<InvoiceFacts> {
        let numbered = self.periods.iter().enumerate();
        let periods = numbered.map(|(number, (price, start, end))| InvoiceFacts {
            id: format!("in_{id}_{number}"),
            subscription: Some(id.to_owned()),
            payment_intent: Some(format!("pi_{id}_{number}")),
            ..invoice(number, price, 12_000, days(start, end))
        });
        let mut invoices: Vec<InvoiceFacts> = periods.collect();
        let newest = invoices.last().unwrap();
        let lines = newest.lines.iter().map(|line| InvoiceLineFacts {
            is_proration: true,
            ..line.clone()
        });
        let change = InvoiceFacts {
            id: format!("in_{id}_change"),
            payment_intent: Some(format!("pi_{id}_change")),
            lines: lines.collect(),
            ..newest.clone()
        };
        invoices.push(change);
        invoices
    }

    fn subscription(&self, id: &str) -> SubscriptionFacts {
        let (price, start, end) = self.periods.last().unwrap();
        SubscriptionFacts {
            id: id.to_owned(),
            latest_invoice: None,
            ..subscription(price, days(start, end))
        }
    }
}

/// Returns all orders of the numbers below a count.
fn orders(count: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![Vec::new()], |orders, next| {
        let longer = orders.into_iter().flat_map(|order: Vec<usize>| {
            (0..=order.len()).map(move |index| {
                let mut longer = order.clone();
                longer.insert(index, next);
                longer
            })
        });
        longer.collect()
    })
}

/// Reads the end of a subscription's paid period, and the time of its next allowance; 0 if there is none.
async fn paid_period(plans: &TestPlans, id: &str) -> (i64, i64) {
    let paid_through = "SELECT COALESCE(paid_through, 0) FROM subscription WHERE stripe_id = $1";
    let next = "SELECT COALESCE(next_allowance_at, 0) FROM subscription WHERE stripe_id = $1";
    let database = &plans.app.database;
    (
        select(database, paid_through, &[id]).await,
        select(database, next, &[id]).await,
    )
}

on_both_engines! {
    async fn paid_period_does_not_depend_on_the_order_of_invoices(plans: TestPlans) {
        plans.at("2028-03-31");
        for (row, series) in SERIES.iter().enumerate() {
            for (number, order) in orders(series.periods.len() + 1).into_iter().enumerate() {
                let id = format!("sub_{row}_{number}");
                plans.follow(&series.subscription(&id)).await;
                let invoices = series.invoices(&id);
                for index in &order {
                    plans.bill(&invoices[*index]).await;
                }
                let next = Some(series.next_allowance).filter(|date| !date.is_empty());
                let next = next.map_or(0, |date| day(date).micros());
                let found = paid_period(&plans, &id).await;
                assert_eq!(found, (day(series.paid_through).micros(), next), "series {row}, order {order:?}");
            }
        }
        let owed = "SELECT COUNT(*) FROM payment p WHERE p.undivided_minor > 0 \
            AND NOT EXISTS (SELECT 1 FROM subscription s WHERE s.payment_id = p.id AND s.next_allowance_at IS NOT NULL)";
        assert_eq!(plans.count(owed).await, 0, "months of a period that another one has replaced");
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}
