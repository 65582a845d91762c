//! Cost of the lots of a payment: each lot has the part of the net amount that its credits have of all credits.

/// Splits a net amount in minor units by the credits of lots. The last lot gets the remainder, so that the costs sum to the
/// net amount exactly. Bonus credits have their part, too.
pub(crate) fn split_cost(net_minor: i64, credits: &[i64]) -> Vec<i64> {
    let all: i128 = credits.iter().copied().map(i128::from).sum();
    let part = |one: i64| -> i64 {
        let scaled = i128::from(net_minor) * i128::from(one);
        let part = scaled.checked_div_euclid(all).unwrap_or_default();
        i64::try_from(part).unwrap_or_default()
    };
    let mut costs: Vec<i64> = credits.iter().copied().map(part).collect();
    let split: i64 = costs.iter().sum();
    if let Some(last) = costs.last_mut() {
        *last += net_minor - split;
    }
    costs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_sum_to_the_net_amount() {
        let rows: [(i64, &[i64], &[i64]); 6] = [
            (1_000, &[100], &[1_000]),
            (1_000, &[100, 10], &[909, 91]),
            (1_000, &[1, 1, 1], &[333, 333, 334]),
            (0, &[5, 5], &[0, 0]),
            (7, &[9_007_199_254_740_991, 9_007_199_254_740_991], &[3, 4]),
            (7, &[], &[]),
        ];
        for (net, credits, expected) in rows {
            assert_eq!(split_cost(net, credits), expected, "{net} {credits:?}");
        }
    }
}
