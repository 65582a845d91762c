/** Plants faults of billing in the product's database, because no test can wait until they happen. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Product } from "./product";

/** The recorded amount of each payment is wrong, so that it differs from Stripe's and from the money journal. */
export const wrongAmounts =
  "UPDATE payment SET amount_minor = amount_minor + 100 WHERE state = 'paid'";

/** Each applied checkout seems to have failed for three days. */
export const deadCheckouts = `UPDATE stripe_object SET state = 'dead', attempts = 18, next_at = NULL, claimed_until = NULL,
  waiting_since = NULL, error = 'Stripe is not available' WHERE kind = 'session'`;

/** Each automatic top-up began ten minutes earlier, so that the pause before the next one is over. */
export const earlierTopUps = "UPDATE topup_attempt SET created_at = created_at - 600000000";

const script = `
import sqlite3, sys
path, text = sys.argv[1:]
with sqlite3.connect(path, timeout=60) as database:
    if database.execute(text).rowcount < 1:
        raise LookupError("there is nothing to change")
`;

export async function plant(product: Product, fault: string): Promise<void> {
  await promisify(execFile)("python3", ["-c", script, join(product.data, "product-api.db"), fault]);
}
