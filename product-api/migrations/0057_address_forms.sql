-- Addresses have one form: the domain in ASCII (UTS 46). An older version kept the form that was sent, so that a grant to
-- "ann@bücher.example" was out of reach for the person who signs in as "ann@xn--bcher-kva.example". SQL cannot convert them:
-- these rows are marked as not folded, and the sweep, which folds such rows, writes the normal form where it is still free.
UPDATE customers SET listed_as = NULL WHERE octet_length(email) <> length(email);
