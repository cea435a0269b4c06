import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import type { Page, Route } from "@playwright/test";
import type { FrameMessage } from "./stripe-js-double.ts";

/** Values that Stripe displays and that nobody else may know. */
export const STRIPE_SECRETS = {
  number: "4000 0099 9000 8812",
  cvc: "908",
  expiry: "07/31",
} as const;

/** Controls Stripe's side of a page. */
export interface StripeJs {
  /** Requests to external addresses that are not handled here. */
  readonly strays: readonly string[];
  /** Returns the number of nonces created. */
  readonly nonces: () => number;
  /** Makes Stripe's addresses unreachable, or reachable again. */
  block(isBlocked: boolean): void;
  /** Makes keys invalid, or valid again. */
  endKeys(areEnded: boolean): void;
}

const SCRIPT = stripTypeScriptTypes(
  readFileSync(new URL("./stripe-js-double.ts", import.meta.url), "utf8"),
);
const HTML = { contentType: "text/html; charset=utf-8" };

/** Responds to a page in place of Stripe. Nothing outside this machine is contacted. */
export async function serveStripeJs(page: Page): Promise<StripeJs> {
  const strays: string[] = [];
  const nonces = new Map<string, string>();
  const faults = { isBlocked: false, areEnded: false };
  const answer = async (route: Route): Promise<void> => {
    const url = new URL(route.request().url());
    if (faults.isBlocked) {
      return route.abort();
    }
    switch (`${url.origin}${url.pathname}`) {
      case "https://js.stripe.com/endive/stripe.js":
        return route.fulfill({ contentType: "text/javascript", body: SCRIPT });
      case "https://api.stripe.com/double/nonce": {
        const nonce = `ephkn_${crypto.randomUUID()}`;
        nonces.set(nonce, url.searchParams.get("card") ?? "");
        const headers = { "access-control-allow-origin": "*" };
        return route.fulfill({ json: { nonce }, headers });
      }
      case "https://js.stripe.com/double/frame": {
        const opens = !faults.areEnded && mayShow(url.searchParams, nonces);
        return route.fulfill({ ...HTML, body: opens ? frameOf(url.searchParams) : "" });
      }
      default:
        strays.push(url.href);
        return route.abort();
    }
  };
  await page.route(({ hostname }) => hostname !== "127.0.0.1", answer);
  return {
    strays,
    nonces: () => nonces.size,
    block: (isBlocked) => {
      faults.isBlocked = isBlocked;
    },
    endKeys: (areEnded) => {
      faults.areEnded = areEnded;
    },
  };
}

/**
 * Returns whether a frame may show a card: the nonce must be for that card, and the key must have
 * been created from that nonce.
 */
function mayShow(query: URLSearchParams, nonces: ReadonlyMap<string, string>): boolean {
  const card = query.get("issuingCard") ?? "";
  return (
    query.get("kind") === "issuingCardCopyButton" ||
    (nonces.get(query.get("nonce") ?? "") === card &&
      query.get("ephemeralKeySecret") === `ek_test_${card}`)
  );
}

const SHOWN: Readonly<Record<string, string>> = {
  issuingCardNumberDisplay: STRIPE_SECRETS.number,
  issuingCardExpiryDisplay: STRIPE_SECRETS.expiry,
  issuingCardCvcDisplay: STRIPE_SECRETS.cvc,
};
const DISPLAYS: Readonly<Record<string, string>> = {
  number: "issuingCardNumberDisplay",
  expiry: "issuingCardExpiryDisplay",
  cvc: "issuingCardCvcDisplay",
};

function frameOf(query: URLSearchParams): string {
  const kind = query.get("kind") ?? "";
  const css = (query.get("css") ?? "").replaceAll('"', "'");
  const ready: FrameMessage = { ready: kind };
  const toCopy = query.get("toCopy");
  const content = toCopy === null ? showing(kind) : copying(toCopy);
  return `<!doctype html><html lang="en"><title>${kind}</title>
    <body style="margin:0;${css}">${content}<script>
      addEventListener("message", ({ data }) => {
        document.body.style.cssText = "margin:0;" + data.css;
      });
      parent.postMessage(${JSON.stringify(ready)}, "*");
    </script></body></html>`;
}

function showing(kind: string): string {
  return `<span id="${kind}">${SHOWN[kind] ?? ""}</span>`;
}

/**
 * Returns the markup and script of a copy button. Frames from the same origin can read each other,
 * but the surrounding page cannot read them.
 */
function copying(what: string): string {
  return `<button aria-label="Copy ${what}" style="all:unset;display:block;cursor:pointer">
      <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor"
        stroke-width="1.75" style="display:block"><rect x="8" y="8" width="13" height="13" rx="2"/>
        <path d="M16 8V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h3"/></svg>
    </button><script>
    document.querySelector("button").addEventListener("click", async () => {
      for (let i = 0; i < parent.frames.length; i++) {
        const shown = parent.frames[i].document.getElementById("${DISPLAYS[what]}");
        if (shown !== null) {
          await navigator.clipboard.writeText(shown.textContent);
        }
      }
    });
  </script>`;
}
