-- Finding customers by the beginning of a name, and listing them by name. What they are called is kept folded (lower case,
-- by the same rule on both engines) as bytes, whose order no collation changes: a prefix is a range of an index.
-- listed_as: the name, or what stands in its place: the address, the website's own id, ours. Null until the sweep has
-- folded a row that an older version wrote.
ALTER TABLE customers ADD COLUMN listed_as BYTEA;
ALTER TABLE customers ADD COLUMN email_folded BYTEA;
ALTER TABLE customers ADD COLUMN external_folded BYTEA;
-- Without those who turned out to be others: counting customers reads this index alone.
CREATE INDEX customers_by_name ON customers (website_id, mode, listed_as, id) WHERE merged_into IS NULL;
CREATE INDEX customers_by_folded_email ON customers (website_id, mode, email_folded) WHERE email_folded IS NOT NULL;
CREATE INDEX customers_by_folded_id ON customers (website_id, mode, external_folded) WHERE external_folded IS NOT NULL;
CREATE INDEX customers_unfolded ON customers (id) WHERE listed_as IS NULL;
