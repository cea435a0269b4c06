/**
 * A test double for the part of Stripe.js that the console may use. It runs in a page in place of
 * Stripe's script. It supports the calls, elements and options that the installed package declares
 * for showing a card, and rejects all others. Card numbers appear only in frames from Stripe's
 * address.
 */
import type {
  Stripe,
  StripeElementStyle,
  StripeElementType,
  StripeIssuingCardCopyButtonElementOptions,
  StripeIssuingCardNumberDisplayElement,
  StripeIssuingCardNumberDisplayElementOptions,
} from "@stripe/stripe-js";

/** A message from a frame to the surrounding page. */
export interface FrameMessage {
  readonly ready: string;
}

type Options = StripeIssuingCardNumberDisplayElementOptions &
  StripeIssuingCardCopyButtonElementOptions;

const DISPLAY_OPTIONS = Object.keys({
  issuingCard: true,
  ephemeralKeySecret: true,
  nonce: true,
  style: true,
} satisfies Record<keyof StripeIssuingCardNumberDisplayElementOptions, true>);

const COPY_OPTIONS = Object.keys({
  toCopy: true,
  style: true,
} satisfies Record<keyof StripeIssuingCardCopyButtonElementOptions, true>);

const KINDS: Partial<Record<StripeElementType, readonly string[]>> = {
  issuingCardNumberDisplay: DISPLAY_OPTIONS,
  issuingCardExpiryDisplay: DISPLAY_OPTIONS,
  issuingCardCvcDisplay: DISPLAY_OPTIONS,
  issuingCardCopyButton: COPY_OPTIONS,
};

function refuse(what: string): never {
  console.error(`Stripe.js has no ${what}`);
  throw new Error(`Stripe.js has no ${what}`);
}

function requireOnly(options: object, allowed: readonly string[], of: string): void {
  for (const name of Object.keys(options)) {
    if (!allowed.includes(name)) {
      refuse(`option ${name} of ${of}`);
    }
  }
}

/**
 * Wraps an object so that reading a property it does not have throws. `then` is allowed, because
 * promises read it on every object.
 */
function closed<T extends object>(object: T, of: string): T {
  return new Proxy(object, {
    get: (target, name) =>
      name in target || name === "then"
        ? Reflect.get(target, name)
        : refuse(`${of}.${String(name)}`),
  });
}

function cssOf({ base = {} }: StripeElementStyle): string {
  return Object.entries(base)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}:${value}`)
    .join(";");
}

function makeFrame(kind: string, { style = {}, ...options }: Partial<Options>): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = `Secure ${kind} frame`;
  frame.allow = "clipboard-write";
  const isButton = kind === "issuingCardCopyButton";
  const height = isButton ? "44px" : style.base?.lineHeight;
  const width = isButton ? "44px" : "100%";
  frame.style.cssText = `display:block;border:0;width:${width};height:${height}`;
  const query = new URLSearchParams({ kind, css: cssOf(style), ...options });
  frame.src = `https://js.stripe.com/double/frame?${query}`;
  return frame;
}

function makeElement(kind: StripeElementType, options: Partial<Options>) {
  requireOnly(options, KINDS[kind] ?? refuse(`element ${kind}`), kind);
  const frame = makeFrame(kind, options);
  const waiting: (() => void)[] = [];
  const hear = ({ source, origin, data }: MessageEvent<FrameMessage>) => {
    if (
      source === frame.contentWindow &&
      origin === "https://js.stripe.com" &&
      data.ready === kind
    ) {
      for (const handler of waiting) {
        handler();
      }
    }
  };
  const methods = {
    mount: (place: string | HTMLElement) => {
      if (typeof place === "string") {
        return refuse("place by a selector here");
      }
      window.addEventListener("message", hear);
      place.append(frame);
    },
    update: (changes: Partial<Options>) => {
      requireOnly(changes, ["style"], `${kind}.update`);
      frame.contentWindow?.postMessage(
        { css: cssOf(changes.style ?? {}) },
        "https://js.stripe.com",
      );
    },
    destroy: () => {
      window.removeEventListener("message", hear);
      frame.remove();
    },
    on: (event: string, handler: () => void) => {
      if (event !== "ready" || kind !== "issuingCardNumberDisplay") {
        refuse(`event ${event} of ${kind}`);
      }
      waiting.push(handler);
      return element;
    },
  } satisfies Partial<Record<keyof StripeIssuingCardNumberDisplayElement, unknown>>;
  const element = closed(methods, kind);
  return element;
}

const calls = {
  createEphemeralKeyNonce: async ({ issuingCard, ...rest }: { issuingCard: string }) => {
    requireOnly(rest, [], "createEphemeralKeyNonce");
    const answer = await fetch(`https://api.stripe.com/double/nonce?card=${issuingCard}`);
    return answer.json();
  },
  elements: (options: object = {}) => {
    requireOnly(options, ["locale"], "elements");
    return closed({ create: makeElement }, "elements");
  },
} satisfies Partial<Record<keyof Stripe, unknown>>;

Object.assign(window, {
  Stripe: (key: string) =>
    /^pk_test_\w+$/.test(key) ? closed(calls, "stripe") : refuse(`key such as ${key}`),
});
