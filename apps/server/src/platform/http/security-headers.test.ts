import { describe, expect, it } from "vitest";
import type { Config } from "../config/config.ts";
import { securityHeaders } from "./security-headers.ts";

const SANDBOX = { publicUrl: "http://localhost:4300", issuer: { provider: "sandbox" } } as const;
const STRIPE = {
  publicUrl: "https://cards.example",
  issuer: { provider: "stripe" } as Config["issuer"],
};
const SCRIPTS = ["'sha256-abc'"];

function consolePolicy(config: Pick<Config, "publicUrl" | "issuer">): string {
  return securityHeaders(config, SCRIPTS).web["content-security-policy"] ?? "";
}

function directives(config: Pick<Config, "publicUrl" | "issuer">): Record<string, string> {
  return Object.fromEntries(
    consolePolicy(config)
      .split("; ")
      .map((one) => [one.slice(0, one.indexOf(" ")), one.slice(one.indexOf(" ") + 1)]),
  );
}

describe("the console's content security policy", () => {
  it("has exactly this text, and no other site, if Tessera stores the card numbers", () => {
    expect(consolePolicy(SANDBOX)).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' blob: data:; " +
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; " +
        "object-src 'none'; require-trusted-types-for 'script'; " +
        "trusted-types dompurify tessera-worker; script-src 'self' 'sha256-abc'",
    );
  });

  it("adds only Stripe's script, frames and API if Stripe stores the card numbers", () => {
    const { "script-src": script, ...rest } = directives(STRIPE);
    expect(script).toBe("'self' 'sha256-abc' https://js.stripe.com");
    const own = directives(SANDBOX);
    expect(rest).toEqual({
      ...Object.fromEntries(Object.entries(own).filter(([name]) => name !== "script-src")),
      "connect-src": "'self' https://api.stripe.com",
      "frame-src": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
      "trusted-types": "dompurify tessera-worker tessera-stripe",
    });
  });

  it("changes only for the console's own pages", () => {
    const { web: _sandbox, ...own } = securityHeaders(SANDBOX, SCRIPTS);
    const at = { publicUrl: SANDBOX.publicUrl, issuer: STRIPE.issuer };
    const { web: _stripe, ...others } = securityHeaders(at, SCRIPTS);
    expect(others).toEqual(own);
  });
});
