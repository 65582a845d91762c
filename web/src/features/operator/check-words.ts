/** What is checked, in words; one that this version does not know keeps its name. */

const words = new Map([
  ["database", "Database"],
  ["ledger", "Ledger accounts"],
  ["user_changes", "User changes"],
  ["identity_provider", "Identity provider"],
  ["identity_provider_database", "Identity provider’s database"],
  ["sessions", "Sessions"],
  ["mail", "Mail"],
]);

export function checkWords(name: string): string {
  return words.get(name) ?? name;
}
