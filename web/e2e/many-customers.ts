/** Inserts many customers of a website into the product's database, because sign-ins would take too long. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Product } from "./product";

/** Numbers start after this one, so that all have the same length. */
const from = 1_000_000;

/** Each customer has one number in all of their names. */
const customers = `
  INSERT INTO customers (id, website_id, mode, external_id, email, name, subscribed, listed_as, email_folded,
      external_folded, created_at, updated_at)
    WITH RECURSIVE n (i) AS (SELECT :first UNION ALL SELECT i + 1 FROM n WHERE i < :last)
    SELECT 'cus_' || t, :website, 'live', 'own' || t, 'mail' || t || '@example.com', 'Person ' || t, i % 10 = 0,
      CAST('person ' || t AS BLOB), CAST('mail' || t || '@example.com' AS BLOB), CAST('own' || t AS BLOB), :at + i, :at + i
    FROM (SELECT i, CAST(${from} + i AS TEXT) AS t FROM n)`;

/** The balance equals the number; every 25th customer has no credits left. */
const wallets = `
  INSERT INTO account (id, book_id, kind, owner_kind, owner_id, posted, created_at)
    WITH RECURSIVE n (i) AS (SELECT :first UNION ALL SELECT i + 1 FROM n WHERE i < :last)
    SELECT 900000000000000 + i, (SELECT id FROM book WHERE website_id = :website AND mode = 'live'), 'wallet',
      'customer', 'cus_' || (${from} + i), CASE WHEN i % 25 = 0 THEN 0 ELSE i END, :at
    FROM n`;

/** Inserts small groups, because the product writes to the database too. */
const script = `
import sqlite3, sys, time
path, website, count, *texts = sys.argv[1:]
database = sqlite3.connect(path, timeout=60)
at, step = int(time.time() - 86400) * 1000000, 10000
for first in range(1, int(count) + 1, step):
    last = min(first + step - 1, int(count))
    with database:
        for text in texts:
            database.execute(text, {"website": website, "first": first, "last": last, "at": at})
`;

/** Creates customers of a website that has at least one; they joined a day ago. */
export async function createCustomers(
  product: Product,
  website: string,
  count: number,
): Promise<void> {
  const file = join(product.data, "product-api.db");
  const words = ["-c", script, file, website, String(count), customers, wallets];
  await promisify(execFile)("python3", words);
}
