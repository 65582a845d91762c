//! Pages of several wallets: an arm of the statement for each, so that each wallet's page is read by its index.

/// The most arms of one statement: SQLite takes 500.
pub(super) const MOST_ARMS: usize = 256;

/// Cuts wallets into portions of at most `most`, one a statement, each filled up with none to a power of two: however
/// many wallets there are, a connection prepares nine texts of a kind at most.
pub(super) fn portions(wallets: &[i64], most: usize) -> impl Iterator<Item = Vec<Option<i64>>> {
    wallets.chunks(most.max(1)).map(|portion| {
        let mut filled: Vec<Option<i64>> = portion.iter().copied().map(Some).collect();
        filled.resize(portion.len().next_power_of_two(), None);
        filled
    })
}

/// The text with its arms, each with the place of its wallet: `{}` in it.
pub(super) fn union((head, arm, tail): (&str, &str, &str), first: usize, count: usize) -> String {
    let places = (first..).take(count);
    let arms: Vec<String> = places
        .map(|place| arm.replace("{}", &format!("${place}")))
        .collect();
    [head, &arms.join(" UNION ALL "), tail].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_many_wallets_there_are_the_texts_are_few() {
        let mut lengths = std::collections::BTreeSet::new();
        for count in 0..600 {
            let wallets: Vec<i64> = (0..count).collect();
            let portions: Vec<_> = portions(&wallets, MOST_ARMS).collect();
            let again: Vec<i64> = portions.iter().flatten().flatten().copied().collect();
            assert_eq!(again, wallets);
            lengths.extend(portions.iter().map(Vec::len));
        }
        assert_eq!(
            lengths.into_iter().collect::<Vec<_>>(),
            [1, 2, 4, 8, 16, 32, 64, 128, 256]
        );
        let text = union(("a ", "x = {} y = {}", " b"), 5, 2);
        assert_eq!(text, "a x = $5 y = $5 UNION ALL x = $6 y = $6 b");
    }
}
