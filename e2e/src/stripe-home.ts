import { type StripeDouble, startStripeDouble } from "@tessera/server/testing/stripe-double";
import { startSandboxServer } from "../../scripts/sandbox-server.ts";

const SECRET_KEY = "sk_test_double0123456789";

/** A server whose cards are issued by Stripe, and the simulated Stripe that the server talks to. */
export interface StripeHome {
  readonly origin: string;
  readonly stripe: StripeDouble;
  readonly stop: () => Promise<void>;
}

/** Starts a simulated Stripe, and a server with separate data that talks to it. */
export async function startStripeHome(): Promise<StripeHome> {
  const stripe = await startStripeDouble(SECRET_KEY);
  try {
    const settings = {
      ISSUER_PROVIDER: "stripe",
      NETWORK_PROVIDER: "stripe",
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: "whsec_double0123456789double",
      STRIPE_PUBLISHABLE_KEY: "pk_test_double0123456789",
      STRIPE_CARDHOLDER_TERMS_URL: "https://issuer.example/cardholder-terms",
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
