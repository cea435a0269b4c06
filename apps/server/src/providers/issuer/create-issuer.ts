import type { AppContext } from "../../platform/context.ts";
import type { IssuerPort } from "./issuer.port.ts";
import { createSandboxIssuer } from "./sandbox-issuer.ts";
import { createStripeClient } from "./stripe-client.ts";
import { createStripeIssuer } from "./stripe-issuer.ts";

/** The issuer that the settings name. */
export function createIssuer(context: Pick<AppContext, "config" | "keys" | "db">): IssuerPort {
  const { config, keys } = context;
  return config.issuer.provider === "stripe"
    ? createStripeIssuer(context, createStripeClient(config.issuer), config.issuer)
    : createSandboxIssuer((data) => keys.hmac("sandbox-issuer", data));
}
