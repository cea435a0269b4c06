import type { ReleaseTrain, Stripe, StripeConstructor } from "@stripe/stripe-js";
import { trustedScriptUrl } from "../../../../lib/trusted-script-url.ts";
import { StripeUnreachable } from "./stripe-unreachable.ts";

/** The types that are installed are those of this release; another does not compile. */
const RELEASE: ReleaseTrain = "endive";

/** Stripe allows its script from here alone. It shows a number and need not watch the reader. */
const STRIPE_JS_URL = `https://js.stripe.com/${RELEASE}/stripe.js?advancedFraudSignals=false`;

let loading: Promise<StripeConstructor> | undefined;
const opened = new Map<string, Stripe>();

/**
 * Stripe.js for one publishable key. It is fetched when it is first asked for, and again after a
 * failure. The package's own loader sets a script's address by a string, which the page's rules
 * refuse.
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
