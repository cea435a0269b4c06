import path from "node:path";
import type { Environment } from "./environment.ts";

/**
 * Returns the environment of the measured server: sandbox mode, without demo data or log lines.
 * Rate limits apply as in production, and each caller has its own address behind a proxy.
 */
export function serverEnvironment(environment: Environment): Readonly<Record<string, string>> {
  return {
    TESSERA_MODE: "sandbox",
    DATABASE_URL: environment.server.appUrl,
    DATABASE_OWNER_URL: environment.server.ownerUrl,
    DATA_DIR: path.join(environment.folder, "server"),
    SEED: "off",
    TRUSTED_PROXIES: "127.0.0.1/32",
    LOG_LEVEL: "warn",
    NODE_ENV: "production",
  };
}
