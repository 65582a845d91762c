/** Idempotency keys, under which the server executes a command at most once. */

/** A repeated command keeps its key; another command gets another key. */
export function createIdempotencyKeys(fresh: () => string = () => crypto.randomUUID()) {
  let last = "";
  let key = "";
  return (command: unknown): string => {
    const now = JSON.stringify(command);
    if (now !== last || key === "") key = fresh();
    last = now;
    return key;
  };
}
