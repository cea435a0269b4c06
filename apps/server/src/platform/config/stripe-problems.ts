import type { ConfigProblem, Environment } from "./config-schema.ts";

type StripeSetting =
  | "STRIPE_SECRET_KEY"
  | "STRIPE_WEBHOOK_SECRET"
  | "STRIPE_PUBLISHABLE_KEY"
  | "STRIPE_CARDHOLDER_TERMS_URL";

const NEEDED: Readonly<Record<StripeSetting, string>> = {
  STRIPE_SECRET_KEY: "Stripe issues the cards; set its secret key, or a restricted one",
  STRIPE_WEBHOOK_SECRET: "set the signing secret of Stripe's webhook endpoint",
  STRIPE_PUBLISHABLE_KEY: "set Stripe's publishable key; browsers show card numbers with it",
  STRIPE_CARDHOLDER_TERMS_URL: "set the address of the issuer's terms, which cardholders accept",
};

/**
 * Checks that the keys match the mode. Test keys move no real money but live keys do, so a key for
 * the other mode is always a mistake.
 */
function keyProblems(env: Environment): ConfigProblem[] {
  const wrong = env.TESSERA_MODE === "live" ? "_test_" : "_live_";
  const problem =
    env.TESSERA_MODE === "live"
      ? "this is a test key, whose cards nobody takes; set the live one"
      : "this is a live key, which moves real money; the sandbox takes a test one";
  return (["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"] as const)
    .filter((setting) => env[setting]?.includes(wrong) === true)
    .map((setting) => ({ setting, problem }));
}

function missing(env: Environment): ConfigProblem[] {
  return (Object.keys(NEEDED) as StripeSetting[])
    .filter((setting) => env[setting] === undefined)
    .map((setting) => ({ setting, problem: NEEDED[setting] }));
}

/**
 * Lists the reasons why Stripe cannot be the issuer with these settings. The list is empty if
 * another issuer is used.
 */
export function stripeProblems(env: Environment): ConfigProblem[] {
  const isIssuer = env.ISSUER_PROVIDER === "stripe";
  const isNetwork = env.NETWORK_PROVIDER === "stripe";
  if (!isIssuer) {
    const problem = "Stripe carries payments of its own cards alone; set ISSUER_PROVIDER=stripe";
    return isNetwork ? [{ setting: "NETWORK_PROVIDER", problem }] : [];
  }
  const network: ConfigProblem = {
    setting: "NETWORK_PROVIDER",
    problem: "payments with Stripe's cards come through Stripe; set NETWORK_PROVIDER=stripe",
  };
  const address: ConfigProblem = {
    setting: "STRIPE_API_URL",
    problem: "another address than Stripe's own is for tests; unset it",
  };
  const isElsewhere = env.TESSERA_MODE === "live" && env.STRIPE_API_URL !== undefined;
  // In live mode, the rules for all providers already report other invalid combinations.
  const isUnnamed = env.TESSERA_MODE === "sandbox" || env.NETWORK_PROVIDER === "none";
  return [
    ...(!isNetwork && isUnnamed ? [network] : []),
    ...missing(env),
    ...keyProblems(env),
    ...(isElsewhere ? [address] : []),
  ];
}
