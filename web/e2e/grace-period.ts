/** Shortens the two weeks before an account is deleted, because no test can wait for them. */
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

/** Ends this user's grace period in the database; the next sweep, within a minute, deletes the account. */
export async function endGrace(product: Product, email: string): Promise<void> {
  await promisify(execFile)("python3", ["-c", script, join(product.data, "idp.db"), email]);
}
