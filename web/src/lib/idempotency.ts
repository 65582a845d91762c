/** Keys under which the server does a command at most once. */

/** The same command keeps its key, however often it is sent; another one gets another. */
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
