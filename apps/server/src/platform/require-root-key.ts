import { type Config, ConfigError } from "./config.ts";
import type { AppContext } from "./context.ts";
import { noteCheckValue } from "./root-key-check.repository.ts";

/**
 * Refuses a key other than the one this database was first used with. Under another, nobody could
 * sign in and no card number could be opened, and new secrets would be lost with it.
 *
 * @throws ConfigError naming the key's place
 */
export async function requireRootKey(
  config: Config,
  { db, keys }: Pick<AppContext, "db" | "keys">,
): Promise<void> {
  const checkValue = keys.hmac("root-key-check", "tessera").toString("hex");
  if ((await noteCheckValue(db, checkValue)) === checkValue) {
    return;
  }
  const given = config.key === undefined ? config.keyFile : "TESSERA_KEY";
  throw new ConfigError([
    {
      setting: config.key === undefined ? "TESSERA_KEY_FILE" : "TESSERA_KEY",
      problem:
        `${given} is not the key this database was made with. Bring the old key back, or move ` +
        "the database away to begin anew",
    },
  ]);
}
