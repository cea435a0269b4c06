import { STRIPE_KEYS } from "@tessera/server/testing/double-facts";
import { type StripeDouble, startStripeDouble } from "@tessera/server/testing/stripe-double";
import { type Delivered, StripeNetwork } from "@tessera/server/testing/stripe-network";
import type { FaultyServers } from "../../faults/faulty-servers.ts";

/** An issuer that issues the cards and reports their payments. */
export interface Issuer {
  readonly double: StripeDouble;
  /** Settings with which servers use this issuer. */
  readonly settings: Readonly<Record<string, string>>;
  /** Returns the networks that report to each of the servers. All report the same payments. */
  networksTo(servers: FaultyServers): readonly StripeNetwork[];
  close(): Promise<void>;
}

/** Starts the issuer on a free local port. */
export async function startIssuer(): Promise<Issuer> {
  const double = await startStripeDouble(STRIPE_KEYS.STRIPE_SECRET_KEY);
  return {
    double,
    settings: {
      ...STRIPE_KEYS,
      ISSUER_PROVIDER: "stripe",
      NETWORK_PROVIDER: "stripe",
      STRIPE_API_URL: double.url,
    },
    networksTo: ({ addresses }) =>
      addresses.map(
        (address) =>
          new StripeNetwork({
            world: double.world,
            webhookSecret: STRIPE_KEYS.STRIPE_WEBHOOK_SECRET,
            webhookUrl: `${address}/webhooks/stripe`,
          }),
      ),
    close: () => double.close(),
  };
}

/** Returns a server's answer, or undefined if there was none. */
export function answerTo(delivering: Promise<Delivered>): Promise<Delivered | undefined> {
  return delivering.catch(() => undefined);
}
