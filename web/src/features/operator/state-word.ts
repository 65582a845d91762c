/** A state's word as people read it. */

/** "not_yet" is shown as "Not yet". */
export function stateWord(state: string): string {
  const words = state.replaceAll(/[_-]/g, " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
