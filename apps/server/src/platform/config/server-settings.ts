import { type Config, ConfigError } from "./config.ts";
import { sharedWalletProblems } from "./treasury-problems.ts";

/**
 * Rejects wallets that several cells would share, and credentials that a live server must not have,
 * so that a compromised server cannot change the schema. Commands can have both.
 *
 * @throws ConfigError
 */
export function requireServerSettings(config: Config): void {
  const { mode, databaseOwnerUrl, databaseAdminUrl } = config;
  const shared = sharedWalletProblems(config);
  if (shared.length > 0) {
    throw new ConfigError(shared);
  }
  const held = [
    ...(databaseOwnerUrl === undefined ? [] : ["DATABASE_OWNER_URL"]),
    ...(databaseAdminUrl === undefined ? [] : ["DATABASE_ADMIN_URL"]),
  ];
  if (mode === "live" && held.length > 0) {
    const problem = "a live server must not have it; unset it here, and set it only for commands";
    throw new ConfigError(held.map((setting) => ({ setting, problem })));
  }
}
