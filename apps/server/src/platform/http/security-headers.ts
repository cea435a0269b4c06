import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";
import type { Config } from "../config/config.ts";

/** Fixed header sets, one for each kind of response. */
export interface SecurityHeaders {
  /**
   * Headers of data, which cannot be run, framed or cached. Headers for a browser's rendering are
   * left out: no browser renders these responses, and setting headers costs time in each call.
   */
  readonly api: Readonly<Record<string, string>>;
  /** The console. */
  readonly web: Readonly<Record<string, string>>;
  /** The reference page, whose viewer styles itself inline. */
  readonly reference: Readonly<Record<string, string>>;
  /** The sandbox's mailbox, which shows mails in frames that can run nothing. */
  readonly mailbox: Readonly<Record<string, string>>;
}

function policy(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join("; ");
}

const CLOSED = {
  "default-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

const WEB_POLICY = {
  ...CLOSED,
  "style-src": "'self'",
  // Libraries position drawers and charts with style attributes, which cannot load or run anything.
  "style-src-attr": "'unsafe-inline'",
  "img-src": "'self' blob: data:",
  "font-src": "'self'",
  "connect-src": "'self'",
  "manifest-src": "'self'",
  "worker-src": "'self'",
  "object-src": "'none'",
  "require-trusted-types-for": "'script'",
  "trusted-types": "dompurify tessera-worker",
};

/**
 * What Stripe's documentation requires where its elements show a card number: its script, the
 * frames that contain the number, and its API. A Trusted Types policy that allows a single address
 * loads the script.
 */
const STRIPE_SOURCES: Readonly<Record<string, string>> = {
  "connect-src": "https://api.stripe.com",
  "script-src": "https://js.stripe.com",
  "frame-src": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  "trusted-types": "tessera-stripe",
};

/** Returns the console's policy. If Stripe stores the card numbers, its sources follow our own. */
function webPolicy({ provider }: Config["issuer"], scripts: string): string {
  const own: Readonly<Record<string, string>> = { ...WEB_POLICY, "script-src": scripts };
  const added = provider === "stripe" ? STRIPE_SOURCES : {};
  const joined = Object.entries(added).map(([name, sources]) => [
    name,
    name in own ? `${own[name]} ${sources}` : sources,
  ]);
  return policy({ ...own, ...Object.fromEntries(joined) });
}

const REFERENCE_POLICY = policy({
  ...CLOSED,
  "script-src": "'self'",
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data: blob:",
  "font-src": "'self' data:",
  "connect-src": "'self'",
  "worker-src": "'self' blob:",
});

const MAILBOX_POLICY = policy({
  ...CLOSED,
  "style-src": "'unsafe-inline'",
  "img-src": "data:",
  "frame-src": "'self'",
});

/**
 * Returns the headers of every response, as helmet sets them; HSTS only if the console is reached
 * by https. They never change, so helmet is called once rather than per request.
 */
function commonHeaders({ publicUrl }: Pick<Config, "publicUrl">): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet({
    frameguard: { action: "deny" },
    hsts: publicUrl.startsWith("https://") && { maxAge: 31_536_000, includeSubDomains: true },
    // These differ by kind of response.
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: false,
  })(request, response, (error) => {
    if (error !== undefined) {
      throw error;
    }
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

/** The headers of {@link commonHeaders} that protect data as well. */
const FOR_DATA = ["x-content-type-options", "strict-transport-security"];

/**
 * Returns every security header by kind of response.
 *
 * @param inlineScripts hashes of the scripts in the console's page, which may run
 */
export function securityHeaders(
  config: Pick<Config, "publicUrl" | "issuer">,
  inlineScripts: readonly string[] = [],
): SecurityHeaders {
  const scripts = ["'self'", ...inlineScripts].join(" ");
  const common = commonHeaders(config);
  const base = {
    ...common,
    "permissions-policy":
      "camera=(), geolocation=(), microphone=(), payment=(), publickey-credentials-get=(self)",
  };
  const page = { ...base, "cross-origin-resource-policy": "same-origin" };
  return {
    api: {
      ...Object.fromEntries(
        FOR_DATA.flatMap((name) => (name in common ? [[name, common[name]]] : [])),
      ),
      "content-security-policy": `${policy(CLOSED)}; sandbox`,
      "cache-control": "no-store",
    },
    web: { ...page, "content-security-policy": webPolicy(config.issuer, scripts) },
    reference: { ...page, "content-security-policy": REFERENCE_POLICY },
    mailbox: { ...page, "content-security-policy": MAILBOX_POLICY, "cache-control": "no-store" },
  };
}
