import { Resolver } from "node:dns/promises";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { WebhookOutcome } from "@tessera/contract/developers/webhooks.schemas";
import { isLoopback, isPublicAddress } from "./public-address.ts";

/** How long an attempt may take, from the name's resolution to the response, in milliseconds. */
const ATTEMPT_TIMEOUT_MS = 10_000;
/** How much of a response is read; the connection of a longer one is closed. */
const MAX_RESPONSE_BYTES = 4_096;
const IDLE_TIMEOUT_MS = 4_000;
const DNS = { timeout: 2_000, tries: 2 } as const;
const MAX_SOCKETS = 64;

/** What to send, and where. */
export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What became of a message. */
export interface Answer {
  readonly outcome: WebhookOutcome;
  /** The response's status; null if there was none. */
  readonly status: number | null;
  readonly retryAfter: string | undefined;
  /** The beginning of the response's body, if it was wanted. */
  readonly text: string;
}

interface SenderOptions {
  /** Whether loopback addresses are sent to, and by plain HTTP. */
  readonly allowsLoopback: boolean;
  /** The DNS servers to ask, such as `127.0.0.1:5353`; the system's if empty. */
  readonly dnsServers: readonly string[];
  /** Decides about an address instead of the rules. For the lab, which plants a bug. */
  readonly isAllowed?: (address: string) => boolean;
}

/** Sends messages to public addresses. */
export interface Sender {
  /** Returns whether an endpoint may have this address, as far as its text tells. */
  accepts(url: string): boolean;
  /** Sends a message once. Never throws. */
  send(
    message: Message,
    options: { readonly signal: AbortSignal; wantsText?: boolean },
  ): Promise<Answer>;
  /** Closes idle connections. */
  close(): void;
}

class AddressError extends Error {
  readonly outcome: WebhookOutcome;

  constructor(outcome: WebhookOutcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

const TLS_FAILURE =
  /^(?:ERR_(?:TLS|SSL)|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_|INVALID_CA)/;

function outcomeOfError(error: unknown): WebhookOutcome {
  if (error instanceof AddressError) {
    return error.outcome;
  }
  const { name, code = "" } = error as { name?: string; code?: unknown };
  if (name === "TimeoutError" || name === "AbortError") {
    return "timed_out";
  }
  return typeof code === "string" && TLS_FAILURE.test(code) ? "tls_failed" : "connection_failed";
}

function outcomeOfStatus(status: number): WebhookOutcome {
  if (status >= 200 && status < 300) {
    return "delivered";
  }
  return status >= 300 && status < 400 ? "redirected" : "refused";
}

/** Rejects when the signal is aborted, even if the work goes on. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal.reason);
  signal.addEventListener("abort", end, { once: true });
  return Promise.race([work, ended.promise]).finally(() =>
    signal.removeEventListener("abort", end),
  );
}

/** Reads at most a few kilobytes of a response, and closes the connection of a longer one. */
async function readStart(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    bytes += part.length;
    parts.push(part);
    if (bytes > MAX_RESPONSE_BYTES) {
      response.destroy();
      break;
    }
  }
  return Buffer.concat(parts).toString("utf8").slice(0, MAX_RESPONSE_BYTES);
}

/** Returns a URL's host without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

interface Connecting {
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly address: string;
  readonly signal: AbortSignal;
}

/** Posts a message to an address. The promise resolves with the beginning of the response. */
function post(
  url: URL,
  message: Message,
  { agents, address, signal }: Connecting,
): Promise<IncomingMessage> {
  const isPlain = url.protocol === "http:";
  const name = hostOf(url);
  const body = Buffer.from(message.body);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sending = (isPlain ? httpRequest : httpsRequest)({
    method: "POST",
    host: address,
    port: url.port === "" ? undefined : Number(url.port),
    path: `${url.pathname}${url.search}`,
    // The certificate has to be valid for the name, although the connection is to the address.
    ...(isIP(name) === 0 && { servername: name }),
    headers: {
      ...message.headers,
      host: url.host,
      "content-type": "application/json",
      "content-length": body.length,
      "user-agent": "Tessera-Webhooks/1",
    },
    agent: isPlain ? agents.http : agents.https,
    signal,
  });
  sending.on("response", resolve);
  sending.on("error", (error: NodeJS.ErrnoException) => {
    // The receiver closed the idle connection while the message was on its way.
    if (sending.reusedSocket && error.code === "ECONNRESET" && !signal.aborted) {
      resolve(post(url, message, { agents, address, signal }));
    } else {
      reject(error);
    }
  });
  sending.end(body);
  return promise;
}

/** Decides to which addresses messages are sent. */
interface AddressRules {
  /** Whether an address may be sent to over TLS. */
  isAllowed(address: string): boolean;
  /** Whether an address may be sent to, with or without TLS. */
  mayConnect(address: string, isPlain: boolean): boolean;
}

function rulesOf({ allowsLoopback, isAllowed: planted }: SenderOptions): AddressRules {
  const isAllowed =
    planted ??
    ((address: string) => isPublicAddress(address) || (allowsLoopback && isLoopback(address)));
  return {
    isAllowed,
    mayConnect: (address, isPlain) =>
      isAllowed(address) && (!isPlain || planted !== undefined || isLoopback(address)),
  };
}

/**
 * Returns a function that resolves a URL's name to an address to connect to. It throws an
 * {@link AddressError} if there is none, or if any of the name's addresses is not allowed.
 */
function resolverOf(options: SenderOptions, { mayConnect }: AddressRules) {
  const resolver = new Resolver(DNS);
  if (options.dnsServers.length > 0) {
    resolver.setServers([...options.dnsServers]);
  }
  async function resolve(name: string): Promise<string[]> {
    if (options.allowsLoopback && name === "localhost") {
      return ["127.0.0.1"];
    }
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  }
  return async (url: URL): Promise<string> => {
    const host = hostOf(url);
    const addresses = isIP(host) === 0 ? await resolve(host) : [host];
    const [first] = addresses;
    if (first === undefined) {
      throw new AddressError("name_not_found");
    }
    if (!addresses.every((one) => mayConnect(one, url.protocol === "http:"))) {
      throw new AddressError("address_not_public");
    }
    return first;
  };
}

/**
 * Creates a sender. It resolves the name for each message, refuses it if any of its addresses is
 * not public, and connects to an address that it has checked: the name is not resolved again, so it
 * cannot lead elsewhere by then. Redirects are not followed.
 */
export function createSender(options: SenderOptions): Sender {
  const rules = rulesOf(options);
  const addressOf = resolverOf(options, rules);
  const settings = { keepAlive: true, timeout: IDLE_TIMEOUT_MS, maxSockets: MAX_SOCKETS };
  const agents = { http: new HttpAgent(settings), https: new HttpsAgent(settings) };
  return {
    accepts(text) {
      const url = new URL(text);
      const host = hostOf(url);
      const isPlain = url.protocol === "http:";
      if (isIP(host) !== 0) {
        return rules.mayConnect(host, isPlain);
      }
      // Where a name leads is checked whenever something is sent.
      return options.allowsLoopback || (!isPlain && host.includes("."));
    },
    async send(message, { signal, wantsText = false }) {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]);
      try {
        const url = new URL(message.url);
        const address = await within(deadline, addressOf(url));
        const response = await post(url, message, { agents, address, signal: deadline });
        const { statusCode: status = 0, headers } = response;
        const body = readStart(response);
        // What follows the status decides nothing, except for a challenge.
        const text = wantsText ? await body : await body.catch(() => "");
        const outcome = outcomeOfStatus(status);
        return { outcome, status, retryAfter: headers["retry-after"], text };
      } catch (error) {
        return { status: null, retryAfter: undefined, text: "", outcome: outcomeOfError(error) };
      }
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
