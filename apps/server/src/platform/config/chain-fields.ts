import { parseAmount } from "@tessera/money";
import * as z from "zod";

/** An amount above zero, in hundredths of the asset. */
export const amountSetting = z.string().transform((text, context) => {
  const minor = parseAmount(text, "USD");
  if (minor === undefined || minor <= 0n) {
    context.addIssue({ code: "custom", message: "set an amount such as 1000.00" });
    return z.NEVER;
  }
  return minor;
});

/** The address of a server that chains are read from. */
export function serverUrl(example: string) {
  return z.url({ protocol: /^https?$/, error: `set an address such as ${example}` });
}
