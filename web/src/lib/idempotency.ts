/** Idempotency keys, under which the server executes a command at most once. */

/** The same command keeps its key when it is repeated; another command gets another key. */
export function createKeeperOfKeys(fresh: () => string = () => crypto.randomUUID()) {
  let last = "";
  let key = "";
  return (command: unknown): string => {
    const now = JSON.stringify(command);
    if (now !== last || key === "") key = fresh();
    last = now;
    return key;
  };
}
