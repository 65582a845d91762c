/** Whether something typed on this page would be lost with it: pages register, the session asks. */

const askers = new Set<() => boolean>();

/** Registers a page or a dialog until the returned function is called. */
export function registerWork(hasWork: () => boolean): () => void {
  askers.add(hasWork);
  return () => askers.delete(hasWork);
}

export function hasUnsavedWork(): boolean {
  return [...askers].some((hasWork) => hasWork());
}
