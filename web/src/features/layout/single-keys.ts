/** Stores the setting of single-key shortcuts: a spoken word of a voice control user must not trigger them. */

const key = "tollgate.single-keys";

export function areSingleKeysOn(): boolean {
  return localStorage.getItem(key) !== "off";
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, "off");
}
