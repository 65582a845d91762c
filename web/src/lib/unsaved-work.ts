/** Tracks unsaved text: pages register, and the session asks before it ends. */

const askers = new Set<() => boolean>();

/** Registers a page or a dialog until the returned function is called. */
export function registerWork(hasWork: () => boolean): () => void {
  askers.add(hasWork);
  return () => askers.delete(hasWork);
}

export function hasUnsavedWork(): boolean {
  return [...askers].some((hasWork) => hasWork());
}
