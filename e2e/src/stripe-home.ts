import { STRIPE_KEYS } from "@tessera/server/testing/double-facts";
import { type StripeDouble, startStripeDouble } from "@tessera/server/testing/stripe-double";
import { startSandboxServer } from "../../scripts/sandbox-server.ts";

/** A server whose cards are issued by Stripe, and the simulated Stripe that the server talks to. */
export interface StripeHome {
  readonly origin: string;
  readonly stripe: StripeDouble;
  readonly stop: () => Promise<void>;
}

/** Starts a simulated Stripe, and a server with separate data that talks to it. */
export async function startStripeHome(): Promise<StripeHome> {
  const stripe = await startStripeDouble(STRIPE_KEYS.STRIPE_SECRET_KEY);
  try {
    const settings = {
      ISSUER_PROVIDER: "stripe",
      NETWORK_PROVIDER: "stripe",
      STRIPE_API_URL: stripe.url,
      ...STRIPE_KEYS,
    };
    // The demo data differs if the server's issuer is Stripe.
    const { origin, stop } = await startSandboxServer(settings, "nothing");
    const stopBoth = async () => {
      await stop();
      await stripe.close();
    };
    return { origin, stripe, stop: stopBoth };
  } catch (error) {
    await stripe.close();
    throw error;
  }
}
