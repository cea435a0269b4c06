import { CAPTCHA_ANSWER } from "../../../scripts/sandbox-server.ts";
import { Actor, type ActorOptions } from "./actor.ts";
import type { Answer, Conformance } from "./conformance.ts";

export const PASSWORD = "seven quiet tiles in a row";
const WAIT_MS = 120_000;
const POLL_MS = 100;
/** How many customers to register until each cell has one. */
const MAX_REGISTRATIONS = 60;

export interface CardDetails {
  readonly pan: string;
  readonly cvv: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

/** A customer with everything that scenarios need. */
export class Customer extends Actor {
  readonly email: string;
  password = PASSWORD;
  /** Codes from mails that were used. */
  readonly usedCodes = new Set<string>();

  constructor(conformance: Conformance, cell: number, email: string) {
    super(conformance, cell);
    this.email = email;
  }

  async signIn(): Promise<void> {
    const body = { username: this.email, password: this.password };
    this.token = undefined;
    this.token = (await this.ok("POST /api/customer/login", { body })).token;
  }

  /** Waits for a mail with a code that was not used, and returns the code. */
  async newCode(): Promise<string> {
    const code = await findInMail([this], this.email, CODE_IN_MAIL, this.usedCodes);
    this.usedCodes.add(code);
    return code;
  }

  /** Confirms the customer's identity, for a subject if there is one. */
  async proof(subject?: object): Promise<string> {
    const body = { password: this.password, ...(subject && { subject }) };
    return (await this.ok("POST /api/auth/proof", { body })).proof;
  }

  async fund(amount: string): Promise<void> {
    const body = { asset: "USDT", network: "TRC20", amount, currency: "USD" };
    const { id } = await this.ok("POST /api/wallet/deposits", { body });
    const paid = { depositId: id, confirmed: true };
    await this.ok("POST /sandbox/chain/pay", { body: paid });
    await this.until("GET /api/wallet/deposits/:id", (one) => one.status === "completed", { id });
  }

  /** Opens a US dollar card. */
  async openCard(): Promise<string> {
    const { data } = await this.ok("GET /api/card-segments", { query: { limit: "100" } });
    const usable = data.find(
      (one: Answer["json"]) => one.currency === "USD" && one.inStock && one.openingFee === "1.50",
    );
    const body = { segmentId: usable?.id, billingAddress: "auto", openingFee: "1.50" };
    return (await this.ok("POST /api/card-applications", { body })).cardId;
  }

  async addFunds(id: string, amount: string): Promise<Answer["json"]> {
    const body = { operation: "deposit", amount };
    const { quoteId } = await this.ok("POST /api/cards/:id/quote", { id, body });
    return this.ok("POST /api/cards/:id/deposit", { id, body: { quoteId } });
  }

  async reveal(id: string): Promise<CardDetails> {
    const proof = await this.proof({ operation: "card_reveal", cardId: id });
    return this.ok("POST /api/cards/:id/reveal", { id, proof });
  }

  /** Sends an authorization of the card network. */
  authorize(card: CardDetails, amount: string, more: object = {}): Promise<Answer["json"]> {
    const merchant = { name: "Northlight Tools", mcc: "5734", country: "US" };
    const { pan, cvv, expiryMonth, expiryYear } = card;
    const body = { pan, cvv, expiryMonth, expiryYear, amount, currency: "USD", merchant, ...more };
    return this.ok("POST /sandbox/network/authorize", { body });
  }
}

export function freshEmail(): string {
  return `conformance-${crypto.randomUUID().slice(0, 13)}@example.com`;
}

/** Draws a captcha and returns the fields that solve it. */
export async function solveCaptcha(visitor: Actor) {
  const { headers } = await visitor.call("GET /api/captcha", { query: { t: "1" } });
  return { captchaId: headers.get("x-captcha-id"), captchaCode: CAPTCHA_ANSWER };
}

/** Waits for a mail to an address in any cell, and returns what the pattern finds in its text. */
export async function findInMail(
  visitors: readonly Actor[],
  to: string,
  pattern: RegExp,
  used: ReadonlySet<string> = new Set(),
): Promise<string> {
  const end = performance.now() + WAIT_MS;
  while (performance.now() < end) {
    for (const visitor of visitors) {
      const { data } = await visitor.ok("GET /sandbox/mail.json", { query: { to } });
      for (const { text } of data as readonly { readonly text: string }[]) {
        const found = pattern.exec(text)?.[1];
        if (found !== undefined && !used.has(found)) {
          return found;
        }
      }
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`No mail to ${to} contains ${pattern}`);
}

export const CODE_IN_MAIL = /^(\d{6})$/m;

/** Registers a customer with a mailed code; any cell may take them. */
async function register(visitors: readonly Actor[]): Promise<Customer> {
  const [visitor] = visitors;
  if (visitor === undefined) {
    throw new RangeError("there is no cell");
  }
  const email = freshEmail();
  const captcha = await solveCaptcha(visitor);
  const asked = { email, purpose: "register", ...captcha };
  await visitor.ok("POST /api/auth/send-code", { body: asked });
  const code = await findInMail(visitors, email, CODE_IN_MAIL);
  const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
  await visitor.ok("POST /api/customer/register", {
    body: { email, code, ...passwords, agreement: true },
  });
  const login = { username: email, password: PASSWORD };
  const { token } = await visitor.ok("POST /api/customer/login", { body: login });
  const cell = Number(/^vc(\d+)_/.exec(token)?.[1]);
  const customer = new Customer(visitor.conformance, cell, email);
  customer.token = token;
  customer.usedCodes.add(code);
  return customer;
}

/** Registers customers until there are `count` in a cell. */
export async function customersOf(
  visitors: readonly Actor[],
  cell: number,
  count: number,
): Promise<Customer[]> {
  const found: Customer[] = [];
  for (let tries = 0; found.length < count; tries += 1) {
    const customer = await register(visitors);
    if (customer.cell === cell) {
      found.push(customer);
    }
    if (tries === MAX_REGISTRATIONS) {
      throw new Error(`Of ${tries} customers, ${found.length} were opened in cell ${cell}`);
    }
  }
  return found;
}

/** An operator with an authenticator app. */
export class Operator extends Actor {
  readonly username: string;
  readonly #password: string;
  readonly #codes: () => Promise<readonly string[]>;
  readonly #used = new Set<string>();
  #proof: string | undefined;

  constructor(
    conformance: Conformance,
    cell: number,
    given: {
      readonly username: string;
      readonly password: string;
      readonly codes: () => Promise<readonly string[]>;
    },
  ) {
    super(conformance, cell);
    this.username = given.username;
    this.#password = given.password;
    this.#codes = given.codes;
  }

  async signIn(): Promise<void> {
    this.token = undefined;
    const body = { username: this.username, password: this.#password };
    const first = await this.call("POST /api/customer/login", { body });
    const challenge = first.json?.secondFactor?.challenge;
    this.token = await this.#withCode(async (totp) => {
      const answer = await this.call("POST /api/customer/login/second-factor", {
        body: { challenge, totp },
      });
      return answer.status === 200 ? (answer.json.token as string) : undefined;
    });
  }

  /**
   * Makes a call that needs a step-up token, and that must succeed. Uses the last token as long as
   * it is accepted, because each new one needs a new code.
   */
  async proven(name: string, options: ActorOptions = {}): Promise<Answer["json"]> {
    const answer = await this.call(name, { ...options, proof: this.#proof });
    if (answer.code !== undefined && /^proof_/.test(answer.code)) {
      this.#proof = await this.#withCode(async (totp) => {
        const proof = await this.call("POST /api/auth/proof", { body: { totp } });
        return proof.status === 200 ? (proof.json.proof as string) : undefined;
      });
      return this.ok(name, { ...options, proof: this.#proof });
    }
    if (answer.status >= 300) {
      throw new Error(`${name}: ${answer.status} ${answer.text.slice(0, 300)}`);
    }
    return answer.json;
  }

  /** Tries codes until one is accepted: each is valid once. */
  async #withCode<T>(attempt: (code: string) => Promise<T | undefined>): Promise<T> {
    const end = performance.now() + WAIT_MS;
    while (performance.now() < end) {
      for (const code of (await this.#codes()).filter((one) => !this.#used.has(one))) {
        this.#used.add(code);
        const taken = await attempt(code);
        if (taken !== undefined) {
          return taken;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS * 5));
    }
    throw new Error(`No code of ${this.username} was accepted`);
  }
}

/** Returns the codes that the sandbox shows for one of the demo's operators. */
export function shownCodes(visitor: Actor, username: string) {
  return async (): Promise<readonly string[]> => {
    const { data } = await visitor.ok("GET /sandbox/authenticator.json");
    const shown = data.find((one: Answer["json"]) => one.username === username);
    return [shown.code, shown.nextCode];
  };
}
