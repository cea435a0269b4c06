import { hasTemplate } from "../../scripts/data-templates.ts";
import { type Home, makeHome, startAt } from "./tessera-process.ts";

/** Settings that turn off every provider that can be turned off. */
const NO_PROVIDERS = {
  BANK_ACCOUNTS: "none",
  CHAIN_PROVIDER: "none",
  PAYOUT_PROVIDER: "none",
  RATES_PROVIDER: "none",
  USDT_RATE_PROVIDER: "none",
  ISSUER_PROVIDER: "none",
  NETWORK_PROVIDER: "none",
} as const;

/** A server without any providers, whose customers already have cards and money. */
export interface UnconnectedHome {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** Starts a server without any providers, using demo data that was created with the simulators. */
export async function startUnconnectedHome(): Promise<UnconnectedHome> {
  const home = await makeHome("demo data");
  try {
    if (!hasTemplate("demo data")) {
      const before = await startAt(withSettings(home, { SEED: "on" }), "server");
      await before.end("SIGINT");
    }
    const server = await startAt(withSettings(home, NO_PROVIDERS), "server");
    const stop = async () => {
      await server.end("SIGINT");
      home.removeData();
    };
    return { origin: home.origin, stop };
  } catch (error) {
    home.removeData();
    throw error;
  }
}

function withSettings(home: Home, settings: Readonly<Record<string, string>>): Home {
  return { ...home, env: { ...home.env, ...settings } };
}
