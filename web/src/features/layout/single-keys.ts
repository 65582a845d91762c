/** Whether a single key may act: some speak to their computer, and a word must not press keys for them. */

const key = "tollgate.single-keys";

export function areSingleKeysOn(): boolean {
  return localStorage.getItem(key) !== "off";
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, "off");
}
