import type { AppContext } from "../../platform/context.ts";
import type { IssuerPort } from "./issuer.port.ts";
import { createSandboxIssuer } from "./sandbox-issuer.ts";

/**
 * The issuer that the settings name.
 *
 * @throws Error where no such issuer is built in
 */
export function createIssuer({ config, keys }: Pick<AppContext, "config" | "keys">): IssuerPort {
  const { provider } = config.issuer;
  if (provider !== "sandbox") {
    throw new Error(`ISSUER_PROVIDER names ${provider}, and there is no such issuer`);
  }
  return createSandboxIssuer((data) => keys.hmac("sandbox-issuer", data));
}
