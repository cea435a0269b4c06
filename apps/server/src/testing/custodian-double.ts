import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { evmAddress, tronAddress } from "../adapters/chain/deposit-address.ts";
import { signMessage } from "../adapters/payout/payout-signature.ts";

/** How the double handles a call. */
export type Fate =
  | "answer"
  /** The connection breaks before the request is received. */
  | "drop_request"
  /** The double executes the request, but the connection breaks before the response arrives. */
  | "drop_answer"
  /** The double executes the request but never responds. */
  | "hang"
  | "server_error"
  /** The double sends an invalid response. */
  | "lie"
  | "flood";

interface DoublePayout {
  readonly id: string;
  readonly network: string;
  readonly address: string;
  readonly amount: string;
  status: string;
  confirmations: number;
  transactionHash: string | null;
  /** Number of times the payout was ordered. */
  orders: number;
}

interface DoubleTransfer {
  readonly network: string;
  readonly asset: string;
  readonly transactionHash: string;
  readonly logIndex: number;
  readonly address: string;
  amount: string;
  confirmations: number;
}

const REQUIRED: Readonly<Record<string, number>> = { TRC20: 3, ERC20: 2, BEP20: 2 };

/** Settings for running against a test double (a fake custodian). */
export interface CustodianSecrets {
  readonly apiKey: string;
  readonly webhookSecret: string;
}

/**
 * A test double for a custodian: an HTTP server that can drop, delay, repeat and falsify responses.
 */
export class CustodianDouble {
  readonly secrets: CustodianSecrets = {
    apiKey: `key_${randomBytes(16).toString("hex")}`,
    webhookSecret: randomBytes(24).toString("hex"),
  };
  readonly payouts = new Map<string, DoublePayout>();
  /** Ids of payouts that were sent. No id may appear twice. */
  readonly paid: string[] = [];
  readonly #addresses = new Map<string, { network: string; address: string }>();
  /** Every state of every transfer, in the order of the feed. */
  readonly #feed: DoubleTransfer[] = [];
  readonly #transfers: DoubleTransfer[] = [];
  readonly #fates: { readonly path: RegExp; readonly fate: Fate }[] = [];
  readonly #server = createServer((request, reply) => void this.#serve(request, reply));
  url = "";
  calls = 0;

  /** Starts the double on a free local port. */
  static async start(): Promise<CustodianDouble> {
    const double = new CustodianDouble();
    await new Promise<void>((resolve) => double.#server.listen(0, "127.0.0.1", resolve));
    const { port } = double.#server.address() as AddressInfo;
    double.url = `http://127.0.0.1:${port}/custody`;
    return double;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Settings that make Tessera use the double for deposits and withdrawals. */
  get settings(): Record<string, string> {
    return {
      CHAIN_PROVIDER: "custodian",
      PAYOUT_PROVIDER: "custodian",
      CUSTODIAN_URL: this.url,
      CUSTODIAN_API_KEY: this.secrets.apiKey,
      CUSTODIAN_WEBHOOK_SECRET: this.secrets.webhookSecret,
    };
  }

  /** Settings that also make Tessera read the USDT price from the double. */
  get priceSettings(): Record<string, string> {
    return { USDT_RATE_PROVIDER: "coinbase", USDT_RATE_URL: this.url.replace("custody", "ticker") };
  }

  /** Sets how the double handles the next call whose path matches. */
  next(path: RegExp, fate: Fate): void {
    this.#fates.push({ path, fate });
  }

  /** Handles all further calls correctly. */
  forgetFates(): void {
    this.#fates.length = 0;
  }

  /**
   * Adds a transfer to the chain.
   *
   * @returns its transaction hash
   */
  pay(address: string, network: string, amount: string, asset = "USDT"): string {
    const transactionHash = randomBytes(32).toString("hex");
    const transfer: DoubleTransfer = {
      network,
      asset,
      transactionHash,
      logIndex: 0,
      address,
      amount,
      confirmations: 0,
    };
    this.#transfers.push(transfer);
    this.#feed.push({ ...transfer });
    return transactionHash;
  }

  /** Adds a row to the feed as it is. */
  addRow(row: unknown): void {
    this.#feed.push(row as DoubleTransfer);
  }

  /** Returns the newest state of a transfer, as the feed has it. */
  newest(transactionHash: string): object {
    return { ...this.#feed.findLast((entry) => entry.transactionHash === transactionHash) };
  }

  /** Adds a feed entry that contradicts an earlier entry for the same transfer. */
  changeHistory(transactionHash: string, amount: string): void {
    for (const transfer of this.#transfers) {
      if (transfer.transactionHash === transactionHash) {
        transfer.amount = amount;
        this.#feed.push({ ...transfer });
      }
    }
  }

  /**
   * Removes a transfer from the chain, as a reorganization does, so that the transfer gets no more
   * confirmations.
   */
  reorganize(transactionHash: string): void {
    const index = this.#transfers.findIndex((one) => one.transactionHash === transactionHash);
    this.#transfers.splice(index, 1);
  }

  /**
   * Repeats the newest entries of the feed, or all of them, as a custodian would after restoring a
   * backup.
   */
  repeatFeed(entries = this.#feed.length): void {
    const newest = this.#feed.slice(Math.max(0, this.#feed.length - entries));
    this.#feed.push(...newest.map((entry) => ({ ...entry })));
  }

  /** Mines one more block on every chain. */
  mine(): void {
    for (const transfer of this.#transfers) {
      transfer.confirmations += 1;
      this.#feed.push({ ...transfer });
    }
    for (const payout of this.payouts.values()) {
      if (payout.status === "pending" || payout.status === "processing") {
        payout.confirmations += 1;
        payout.transactionHash ??= createHash("sha256").update(payout.id).digest("hex");
        const isFinal = payout.confirmations >= (REQUIRED[payout.network] ?? 3);
        payout.status = isFinal ? "completed" : "processing";
      }
    }
  }

  /** Sends a signed webhook message about a payout, one or more times. */
  async tell(webhookUrl: string, payout: string, times = 1): Promise<number[]> {
    const id = `msg_${randomBytes(8).toString("hex")}`;
    const body = Buffer.from(JSON.stringify({ id, payout }));
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const secret = Buffer.from(this.secrets.webhookSecret, "utf8");
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const answer = await fetch(webhookUrl, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": timestamp,
          "webhook-signature": signMessage(secret, { id, timestamp, body }),
        },
        body,
      });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    return statuses;
  }

  #fateOf(path: string): Fate {
    const place = this.#fates.findIndex((one) => one.path.test(path));
    return place < 0 ? "answer" : (this.#fates.splice(place, 1)[0]?.fate ?? "answer");
  }

  async #serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    this.calls += 1;
    const url = new URL(request.url ?? "/", "http://double");
    if (url.pathname === "/ticker") {
      reply.writeHead(200, { "content-type": "application/json" });
      reply.end(JSON.stringify({ price: "1.00", time: new Date().toISOString() }));
      return;
    }
    const fate = this.#fateOf(`${request.method} ${url.pathname}`);
    if (fate === "drop_request") {
      request.socket.destroy();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const text = Buffer.concat(chunks).toString("utf8");
    const isKnown = request.headers.authorization === `Bearer ${this.secrets.apiKey}`;
    const { status, body } = isKnown
      ? this.#answer(request, url, text === "" ? {} : JSON.parse(text))
      : { status: 401, body: { code: "unauthorized" } };
    this.#send(request, reply, fate, { status, body });
  }

  #send(
    request: IncomingMessage,
    reply: ServerResponse,
    fate: Fate,
    { status, body }: { status: number; body: object },
  ): void {
    const end = (code: number, text: string) =>
      reply.writeHead(code, { "content-type": "application/json" }).end(text);
    switch (fate) {
      case "drop_request":
      case "drop_answer":
        request.socket.destroy();
        return;
      case "hang":
        return;
      case "server_error":
        end(500, '{"code":"internal"}');
        return;
      case "lie":
        end(200, JSON.stringify({ ...body, ...lieAbout(body) }));
        return;
      case "flood":
        end(200, `{"filler":"${"x".repeat(400_000)}"}`);
        return;
      case "answer":
        end(status, JSON.stringify(body));
    }
  }

  #answer(
    { method, headers }: IncomingMessage,
    url: URL,
    given: Record<string, string>,
  ): { status: number; body: object } {
    const [, resource = "", id = ""] =
      /^\/custody\/v1\/([a-z-]+)(?:\/(.+))?$/.exec(url.pathname) ?? [];
    switch (`${method} ${resource}`) {
      case "PUT deposit-addresses":
        return { status: 200, body: this.#addressOf(id, given.network ?? "") };
      case "GET transfers":
        return { status: 200, body: this.#feedPage(url.searchParams) };
      case "GET payout-terms":
        return { status: 200, body: { terms: TERMS } };
      case "PUT payouts":
        return headers["idempotency-key"] === id
          ? this.#order(id, given)
          : { status: 400, body: { code: "key" } };
      case "GET payouts": {
        const payout = this.payouts.get(id);
        return payout === undefined
          ? { status: 404, body: { code: "never_seen", id } }
          : { status: 200, body: payout };
      }
      default:
        return { status: 404, body: { code: "not_found" } };
    }
  }

  #addressOf(depositId: string, network: string): object {
    const known = this.#addresses.get(depositId) ?? {
      network,
      address: network === "TRC20" ? tronAddress(randomBytes(20)) : evmAddress(randomBytes(20)),
    };
    this.#addresses.set(depositId, known);
    return { depositId, ...known, confirmations: REQUIRED[network] };
  }

  #feedPage(query: URLSearchParams): object {
    const from = Number(query.get("cursor") ?? "0");
    const limit = Number(query.get("limit") ?? "100");
    const transfers = this.#feed.slice(from, from + limit);
    return { transfers, cursor: String(from + transfers.length) };
  }

  #order(id: string, given: Record<string, string>): { status: number; body: object } {
    const { network = "", address = "", amount = "" } = given;
    const known = this.payouts.get(id);
    if (known !== undefined) {
      known.orders += 1;
      const isSame =
        known.network === network && known.address === address && known.amount === amount;
      return isSame ? { status: 200, body: known } : { status: 409, body: { code: "conflict" } };
    }
    const payout = {
      id,
      network,
      address,
      amount,
      status: "pending",
      confirmations: 0,
      transactionHash: null,
      orders: 1,
    };
    this.payouts.set(id, payout);
    this.paid.push(id);
    return { status: 200, body: payout };
  }
}

const TERMS = [
  { network: "TRC20", cost: "1.50", minimum: "10", confirmations: 3 },
  { network: "ERC20", cost: "4", minimum: "50.00", confirmations: 2 },
];

/** Returns a changed copy of a response. The copy is no longer a valid response. */
function lieAbout(body: object): object {
  if ("transfers" in body) {
    return { transfers: "none" };
  }
  if ("terms" in body) {
    return { terms: [{ network: "TRC20", cost: "NaN", minimum: "0", confirmations: 0 }] };
  }
  return "depositId" in body
    ? { address: "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwc" }
    : { amount: "1000000.00", status: "completed", confirmations: 500, transactionHash: null };
}
