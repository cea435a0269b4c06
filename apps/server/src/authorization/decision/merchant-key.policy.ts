/** What no reader sees: it would make two names of one. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Names that payments came with, and what they are known by; few make up nearly all. */
const known = new Map<string, string>();
const MAX_KNOWN = 5_000;

/**
 * What a merchant is known by, however its name is written this time: upper case, no marks between
 * words, nothing that can't be seen, and without the numbers of branches and orders that some put
 * behind it. Vowel signs and accents are part of a word.
 */
export function merchantKey(name: string): string {
  let key = known.get(name);
  if (key === undefined) {
    key = keyOfName(name);
    if (known.size === MAX_KNOWN) {
      known.clear();
    }
    known.set(name, key);
  }
  return key;
}

function keyOfName(name: string): string {
  const seen = name.normalize("NFKC").replace(UNSEEN, "").toUpperCase().normalize("NFKC");
  const words = seen.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
  const spoken = words.filter((word, place) => place === 0 || !/\p{N}{3,}/u.test(word));
  return spoken.join(" ") || seen.trim() || name;
}

/** Whether a payment's merchant is the one that a rule names, or a part of it (`ADOBE *CLOUD`). */
export function isMerchant(key: string, wantedKey: string): boolean {
  return key === wantedKey || key.startsWith(`${wantedKey} `);
}
