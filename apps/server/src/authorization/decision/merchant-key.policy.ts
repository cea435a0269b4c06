/** Invisible characters. If they were kept, names that look identical would have different keys. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** A cache of merchant keys by name. A few names account for nearly all payments. */
const known = new Map<string, string>();
const MAX_KNOWN = 5_000;

/**
 * Returns a merchant's key, independent of how its name is spelled: in upper case, without
 * punctuation, invisible characters, or trailing branch and order numbers. Vowel signs and accents
 * are kept as part of a word.
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

/**
 * Returns whether a payment's merchant is the one named by a rule, or starts with that name (`ADOBE
 * *CLOUD`).
 */
export function isMerchant(key: string, wantedKey: string): boolean {
  return key === wantedKey || key.startsWith(`${wantedKey} `);
}
