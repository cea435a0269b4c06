import { type Config, ConfigError } from "../config/config.ts";
import type { AppContext } from "../context.ts";
import type { Keys } from "./keys.ts";
import { noteCheckValue } from "./root-key-check.repository.ts";

/**
 * Returns the check value that a database stores for its root key. Only the same key produces the
 * same value, which reveals nothing about the key.
 */
export function checkValueOf(keys: Pick<Keys, "hmac">): string {
  return keys.hmac("root-key-check", "tessera").toString("hex");
}

/**
 * Rejects any root key other than the one that this database was first used with. With another key,
 * nobody could sign in, no card number could be opened, and new secrets would be lost along with
 * that key.
 *
 * @throws ConfigError naming where the key is configured
 */
export async function requireRootKey(
  config: Config,
  { db, keys }: Pick<AppContext, "db" | "keys">,
): Promise<void> {
  const checkValue = checkValueOf(keys);
  if ((await noteCheckValue(db, checkValue)) === checkValue) {
    return;
  }
  const given = config.key === undefined ? config.keyFile : "TESSERA_KEY";
  throw new ConfigError([
    {
      setting: config.key === undefined ? "TESSERA_KEY_FILE" : "TESSERA_KEY",
      problem:
        `${given} is not the key this database was made with. Bring the old key back, or move ` +
        "the database elsewhere to start with an empty one",
    },
  ]);
}
