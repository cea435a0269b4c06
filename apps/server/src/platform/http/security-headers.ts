import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";
import type { Config } from "../config/config.ts";

/** Fixed sets of headers, one set for each type of response. */
export interface SecurityHeaders {
  /**
   * Headers for data responses, which cannot be executed, framed or cached. Omits headers that
   * matter only for rendering, since browsers do not render these responses and each header costs
   * time on every call.
   */
  readonly api: Readonly<Record<string, string>>;
  /** Headers for the console. */
  readonly web: Readonly<Record<string, string>>;
  /** Headers for the API reference page, whose viewer uses inline styles. */
  readonly reference: Readonly<Record<string, string>>;
  /** Headers for the sandbox mailbox, which shows emails in frames that cannot run scripts. */
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
 * The sources that Stripe's documentation requires on pages where its elements show a card number:
 * its script, the frames that contain the number, and its API. The script is loaded under a Trusted
 * Types policy that allows only one URL.
 */
const STRIPE_SOURCES: Readonly<Record<string, string>> = {
  "connect-src": "https://api.stripe.com",
  "script-src": "https://js.stripe.com",
  "frame-src": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  "trusted-types": "tessera-stripe",
};

/**
 * Returns the console's content security policy. If Stripe stores the card numbers, adds Stripe's
 * sources to our own.
 */
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
 * Returns the headers that every response has, as set by helmet. HSTS is included only if the
 * console is reached over HTTPS. The headers never change, so helmet is called once instead of for
 * every request.
 */
function commonHeaders({ publicUrl }: Pick<Config, "publicUrl">): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet({
    frameguard: { action: "deny" },
    hsts: publicUrl.startsWith("https://") && { maxAge: 31_536_000, includeSubDomains: true },
    // These headers depend on the type of response.
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

/** The headers from {@link commonHeaders} that also protect data responses. */
const FOR_DATA = ["x-content-type-options", "strict-transport-security"];

/**
 * Returns all security headers by type of response.
 *
 * @param inlineScripts hashes of the scripts in the console's page, which are allowed to run
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
