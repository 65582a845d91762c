//! Tests of claw-backs as tables: each row is a step, its result, and the wallet afterwards.

use std::collections::HashMap;
use std::time::Duration;

use super::purchase::Purchase;
use super::test_ledger::{TestLedger, hold_of, on_both_engines, status};
use crate::credits::Shortfall;
use crate::credits::ledger::hold::OnExpiry;

/// A hold that no story outlives.
const LONG: (Duration, OnExpiry) = (Duration::from_hours(24), OnExpiry::Release);

/// Stories: a name, then lines of step | result | posted held debt available. The result of `take` is: taken, part of it that
/// was a shortfall, and credits that holds have pinned. A `give` fails if more is given back than was taken.
const STORIES: &[(&str, &str)] = &[
    (
        "unspent credits are taken and given back",
        "buy 100            | ok         | 100 0 0 100
         take 100 debt      | 100 0 0    | 0 0 0 0
         give 60            | ok         | 60 0 0 60
         give 40            | ok         | 100 0 0 100
         give 1             | too much   | 100 0 0 100",
    ),
    (
        "other credits of the wallet are left",
        "promo 50           | 200        | 50 0 0 50
         buy 100            | ok         | 150 0 0 150
         spend 30           | 200        | 120 0 0 120
         take 100 debt      | 100 0 0    | 20 0 0 20",
    ),
    (
        "a bonus is a part of the purchase",
        "buy 100            | ok         | 100 0 0 100
         buy 10             | ok         | 110 0 0 110
         take 55 debt       | 55 0 0     | 55 0 0 55
         take 55 debt       | 55 0 0     | 0 0 0 0
         give 110           | ok         | 110 0 0 110",
    ),
    (
        "spent credits become a debt that is repaid first",
        "buy 100            | ok         | 100 0 0 100
         spend 30           | 200        | 70 0 0 70
         take 50 debt       | 50 0 0     | 20 0 0 20
         take 50 debt       | 50 30 0    | 0 0 30 0
         spend 1            | 402        | 0 0 30 0
         give 50            | ok         | 20 0 0 20
         give 50            | ok         | 70 0 0 70",
    ),
    (
        "a debt raises no limit",
        "buy 100            | ok         | 100 0 0 100
         spend 100          | 200        | 0 0 0 0
         take 100 debt      | 100 100 0  | 0 0 100 0
         promo 100          | 200        | 0 0 0 0
         spend 1            | 402        | 0 0 0 0",
    ),
    (
        "spent credits are written off",
        "buy 100            | ok         | 100 0 0 100
         spend 30           | 200        | 70 0 0 70
         take 100 write_off | 100 30 0   | 0 0 0 0
         give 40            | ok         | 10 0 0 10
         give 60            | ok         | 70 0 0 70",
    ),
    (
        "nothing but spent credits is written off",
        "buy 100            | ok         | 100 0 0 100
         spend 100          | 200        | 0 0 0 0
         take 60 write_off  | 60 60 0    | 0 0 0 0
         take 40 debt       | 40 40 0    | 0 0 40 0
         give 50            | ok         | 0 0 0 0
         give 50            | ok         | 0 0 0 0",
    ),
    (
        "pinned credits wait for their hold, which releases them",
        "buy 100            | ok         | 100 0 0 100
         hold 40            | 200        | 100 40 0 60
         take 100 debt      | 60 0 40    | 40 40 0 0
         void               | 200        | 40 0 0 40
         take 40 debt       | 40 0 0     | 0 0 0 0",
    ),
    (
        "pinned credits wait for their hold, which spends them",
        "buy 100            | ok         | 100 0 0 100
         spend 10           | 200        | 90 0 0 90
         hold 40            | 200        | 90 40 0 50
         take 100 debt      | 60 10 40   | 40 40 10 0
         capture            | 200        | 0 0 10 0
         take 40 debt       | 40 40 0    | 0 0 50 0",
    ),
    (
        "frozen credits are taken after free ones",
        "buy 100            | ok         | 100 0 0 100
         freeze 60          | 60         | 100 60 0 40
         spend 50           | 402        | 100 60 0 40
         take 30 debt       | 30 0 0     | 70 60 0 10
         take 30 debt       | 30 0 0     | 40 40 0 0
         take 40 debt       | 40 0 0     | 0 0 0 0
         freeze 0           | 0          | 0 0 0 0",
    ),
    (
        "a freeze is resized, and holds at most what is free",
        "buy 100            | ok         | 100 0 0 100
         spend 30           | 200        | 70 0 0 70
         hold 20            | 200        | 70 20 0 50
         freeze 100         | 50         | 70 70 0 0
         freeze 30          | 30         | 70 50 0 20
         freeze 40          | 40         | 70 60 0 10
         freeze 40          | 40         | 70 60 0 10
         freeze 0           | 0          | 70 20 0 50
         freeze 5           | 5          | 70 25 0 45",
    ),
    (
        "expired credits are not owed",
        "buy 100 until 60   | ok         | 100 0 0 100
         spend 80           | 200        | 20 0 0 20
         wait 61            | ok         | 0 0 0 0
         take 100 debt      | 100 100 0  | 0 0 80 0
         give 100           | ok         | 0 0 0 0",
    ),
    (
        "an expiry between two refunds is written off",
        "buy 100 until 60   | ok         | 100 0 0 100
         spend 20           | 200        | 80 0 0 80
         take 30 debt       | 30 0 0     | 50 0 0 50
         wait 61            | ok         | 0 0 0 0
         take 30 debt       | 30 30 0    | 0 0 0 0
         take 40 debt       | 40 40 0    | 0 0 20 0",
    ),
    (
        "credits of an expired lot come back into a new one, which a refund finds",
        "buy 100 until 60   | ok         | 100 0 0 100
         take 100 debt      | 100 0 0    | 0 0 0 0
         wait 61            | ok         | 0 0 0 0
         give 100           | ok         | 100 0 0 100
         freeze 10          | 10         | 100 10 0 90
         take 100 debt      | 100 0 0    | 0 0 0 0
         give 100           | ok         | 100 0 0 100",
    ),
    (
        "a debt that was repaid comes back as credits",
        "buy 100            | ok         | 100 0 0 100
         spend 100          | 200        | 0 0 0 0
         take 100 debt      | 100 100 0  | 0 0 100 0
         promo 150          | 200        | 50 0 0 50
         give 100           | ok         | 150 0 0 150
         take 100 debt      | 100 0 0    | 50 0 0 50",
    ),
    (
        "frozen credits outlive their lot until they are released",
        "buy 100 until 60   | ok         | 100 0 0 100
         freeze 70          | 70         | 100 70 0 30
         wait 61            | ok         | 70 70 0 0
         take 20 debt       | 20 0 0     | 50 50 0 0
         take 30 debt       | 30 0 0     | 20 20 0 0
         freeze 0           | 0          | 0 0 0 0",
    ),
];

/// A customer's story while it is tested.
struct Story {
    world: TestLedger,
    customer: &'static str,
    purchase: Purchase,
    hold: String,
    steps: usize,
}

impl Story {
    async fn step(&mut self, text: &str) -> String {
        self.steps += 1;
        let key = format!("{}.{}", self.customer, self.steps);
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |index: usize| words.get(index).map_or(0, |word| word.parse().unwrap());
        let world = self.world.clone();
        match words[0] {
            "promo" => {
                let granted = world.grant(&key, self.customer, number(1), None).await;
                status(&granted).to_string()
            }
            "buy" => {
                let until = words.get(3).map(|word| world.after(word.parse().unwrap()));
                self.purchase.buy(number(1), until).await;
                "ok".to_owned()
            }
            "spend" => status(&world.spend(&key, self.customer, number(1)).await).to_string(),
            "hold" => {
                let opened = world.hold(&key, self.customer, number(1), LONG).await;
                self.hold = hold_of(&opened);
                status(&opened).to_string()
            }
            "void" => status(&world.void(&key, &self.hold).await).to_string(),
            "capture" => status(&world.capture(&key, &self.hold, None, true).await).to_string(),
            "wait" => {
                world
                    .clock
                    .advance(Duration::from_secs(number(1).unsigned_abs()));
                "ok".to_owned()
            }
            "take" => self.take(number(1), words[2]).await,
            "give" => match self.purchase.give(number(1)).await {
                Ok(()) => "ok".to_owned(),
                Err(_more_than_was_taken) => "too much".to_owned(),
            },
            "freeze" => self.purchase.freeze(number(1)).await.unwrap().to_string(),
            _ => panic!("unknown step: {text}"),
        }
    }

    async fn take(&self, amount: i64, rule: &str) -> String {
        let rules: HashMap<_, _> = Shortfall::ALL.map(|rule| (rule.word(), rule)).into();
        let taken = self.purchase.take(amount, rules[rule]).await.unwrap();
        let from_lots: i64 = taken.from_lots.iter().map(|(_, credits)| credits).sum();
        assert_eq!(from_lots + taken.shortfall, taken.taken);
        assert_eq!(taken.taken + taken.pinned, amount);
        let lots = &self.purchase.lots;
        assert!(taken.from_lots.iter().all(|(lot, _)| lots.contains(lot)));
        format!("{} {} {}", taken.taken, taken.shortfall, taken.pinned)
    }

    async fn balances(&self) -> String {
        let balance = self.world.balance(self.customer).await;
        format!(
            "{} {} {} {}",
            balance.posted, balance.held, balance.debt, balance.available
        )
    }
}

on_both_engines! {
    async fn claw_backs_follow_the_stories(world: TestLedger) {
        for (index, (name, rows)) in STORIES.iter().enumerate() {
            let customer: &'static str = Box::leak(format!("c{index}").into_boxed_str());
            // The website meets the customer, who then has nothing.
            world.grant(&format!("meet.{customer}"), customer, 1, None).await.unwrap();
            world.spend(&format!("leave.{customer}"), customer, 1).await.unwrap();
            let purchase = Purchase::new(&world, customer, &format!("pmt_{index}")).await;
            let mut story = Story { world: world.clone(), customer, purchase, hold: String::new(), steps: 0 };
            for row in rows.lines() {
                let cells: Vec<&str> = row.split('|').map(str::trim).collect();
                let result = story.step(cells[0]).await;
                let seen = (result.as_str(), story.balances().await);
                assert_eq!(seen, (cells[1], cells[2].to_owned()), "{name}: {}", cells[0]);
            }
            world.assert_sound(&world.findings().await);
        }
    }
}
