//! Pages of lists: a query reads one row more than a page has, to find out if there is a next page.

/// Returns the number of rows that a query reads for a page of this length; [`cut`] removes the additional one.
pub fn one_more(length: i64) -> i64 {
    length.saturating_add(1)
}

/// Returns the rows of the page, and true if there is a next page.
pub fn cut<T>(mut rows: Vec<T>, length: i64) -> (Vec<T>, bool) {
    let length = usize::try_from(length).unwrap_or_default();
    let is_more = rows.len() > length;
    rows.truncate(length);
    (rows, is_more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_has_the_requested_length_and_a_cursor() {
        for (rows, length, page, is_more) in [
            (vec![1, 2, 3], 2, vec![1, 2], true),
            (vec![1, 2], 2, vec![1, 2], false),
            (vec![1], 2, vec![1], false),
            (vec![], 2, vec![], false),
        ] {
            assert!(i64::try_from(rows.len()).unwrap() <= one_more(length));
            assert_eq!(cut(rows, length), (page, is_more));
        }
    }
}
