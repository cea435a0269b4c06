import type { ReleaseTrain, Stripe, StripeConstructor } from "@stripe/stripe-js";
import { trustedScriptUrl } from "../../../../lib/trusted-script-url.ts";
import { StripeUnreachable } from "./stripe-unreachable.ts";

/** The Stripe.js release. The installed types compile only with this release. */
const RELEASE: ReleaseTrain = "endive";

/**
 * The only URL from which Stripe allows its script to be loaded. Fraud signals are turned off,
 * because we only show card numbers.
 */
const STRIPE_JS_URL = `https://js.stripe.com/${RELEASE}/stripe.js?advancedFraudSignals=false`;

let loading: Promise<StripeConstructor> | undefined;
const opened = new Map<string, Stripe>();

/**
 * Returns Stripe.js for one publishable key. Loads the script on first use, and again after a
 * failure. The package's loader is not used, because it assigns the script URL as a string, which
 * our Content-Security-Policy blocks.
 *
 * @throws StripeUnreachable
 */
export async function loadStripe(publishableKey: string): Promise<Stripe> {
  loading ??= loadScript();
  try {
    const open = await loading;
    const stripe = opened.get(publishableKey) ?? open(publishableKey);
    opened.set(publishableKey, stripe);
    return stripe;
  } catch (error) {
    loading = undefined;
    throw new StripeUnreachable("Stripe.js did not come", { cause: error });
  }
}

function loadScript(): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = trustedScriptUrl("tessera-stripe", STRIPE_JS_URL);
    const fail = () => {
      script.remove();
      reject(new Error("the script failed"));
    };
    script.addEventListener("error", fail);
    script.addEventListener("load", () => {
      if (window.Stripe === undefined) {
        fail();
      } else {
        resolve(window.Stripe);
      }
    });
    document.head.append(script);
  });
}
