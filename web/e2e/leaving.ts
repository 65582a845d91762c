/** The end of the two weeks that the product leaves whoever asked to be deleted, as no test waits for it. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Product } from "./product";

const script = `
import sqlite3, sys
path, email = sys.argv[1:]
with sqlite3.connect(path, timeout=60) as database:
    text = "UPDATE users SET leaves_at = 1 WHERE email = ? AND leaves_at IS NOT NULL"
    if database.execute(text, [email]).rowcount != 1:
        raise LookupError("nobody of this address leaves")
`;

/** Ends the time in which this person may come back, where it is kept; the sweep of the next minute deletes them. */
export async function endGrace(product: Product, email: string): Promise<void> {
  await promisify(execFile)("python3", ["-c", script, join(product.data, "idp.db"), email]);
}
