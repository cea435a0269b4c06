import { isLoopback } from "@tessera/database";
import type { ConfigProblem, Environment } from "./config-schema.ts";

type CustodianSetting = "CUSTODIAN_URL" | "CUSTODIAN_API_KEY" | "CUSTODIAN_WEBHOOK_SECRET";

const NEEDED: Readonly<Record<CustodianSetting, string>> = {
  CUSTODIAN_URL: "set the address of the custodian's API",
  CUSTODIAN_API_KEY: "set the custodian's API key",
  CUSTODIAN_WEBHOOK_SECRET: "set the secret that signs the custodian's messages",
};

/**
 * Lists the reasons why the custodian cannot be used with these settings. The list is empty if no
 * custodian is used.
 */
export function custodianProblems(env: Environment): ConfigProblem[] {
  if (env.CHAIN_PROVIDER !== "custodian" && env.PAYOUT_PROVIDER !== "custodian") {
    return [];
  }
  const missing = (Object.keys(NEEDED) as CustodianSetting[])
    .filter((setting) => env[setting] === undefined)
    .map((setting) => ({ setting, problem: NEEDED[setting] }));
  const url = env.CUSTODIAN_URL === undefined ? undefined : new URL(env.CUSTODIAN_URL);
  const isOpen =
    env.TESSERA_MODE === "live" && url?.protocol === "http:" && !isLoopback(url.hostname);
  const hasMore =
    url !== undefined && (url.search !== "" || url.hash !== "" || url.username !== "");
  return [
    ...missing,
    ...(isOpen ? [{ setting: "CUSTODIAN_URL", problem: "set an https:// address" }] : []),
    ...(hasMore
      ? [
          {
            setting: "CUSTODIAN_URL",
            problem: "set an address without a user name, query or fragment",
          },
        ]
      : []),
  ];
}
