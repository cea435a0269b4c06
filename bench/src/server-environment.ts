import path from "node:path";
import type { Environment } from "./environment.ts";

/** Settings of the measured server: sandbox mode, without demo data, rate limits or log lines. */
export function serverEnvironment(environment: Environment): Readonly<Record<string, string>> {
  return {
    TESSERA_MODE: "sandbox",
    DATABASE_URL: environment.server.appUrl,
    DATABASE_OWNER_URL: environment.server.ownerUrl,
    DATA_DIR: path.join(environment.folder, "server"),
    SEED: "off",
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
    NODE_ENV: "production",
  };
}
