import type { AppContext } from "../../platform/context.ts";
import type { IssuerPort } from "./issuer.port.ts";
import { createSandboxIssuer } from "./sandbox-issuer.ts";
import { createStripeClient } from "./stripe-client.ts";
import { createStripeIssuer } from "./stripe-issuer.ts";

/** Creates the issuer that the settings name; the simulated one in sandbox mode only. */
export function createIssuer(
  context: Pick<AppContext, "config" | "keys" | "db">,
): IssuerPort | undefined {
  const { config, keys } = context;
  if (config.issuer.provider === "stripe") {
    return createStripeIssuer(context, createStripeClient(config.issuer), config.issuer);
  }
  return config.mode === "sandbox" && config.issuer.provider === "sandbox"
    ? createSandboxIssuer((data) => keys.hmac("sandbox-issuer", data))
    : undefined;
}
