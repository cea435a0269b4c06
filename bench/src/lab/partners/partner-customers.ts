import { hash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { untilAnswered } from "../../faults/patient-sql.ts";
import type { Caller } from "../../http-population.ts";
import { clockMs, type History } from "../history.ts";
import { type Answer, call, isFinal } from "../patient-call.ts";
import { CAPTCHA_ANSWER, type Partners } from "./partners.ts";

/** What the customers of the partners share. */
export interface PartnerParty {
  readonly addresses: readonly string[];
  readonly history: Pick<History, "write">;
  readonly random: () => number;
  readonly partners: Partners;
  /** The owner's address, under which step-up tokens are given out. */
  readonly ownerUrl: string;
  /** When customers give up on a call. */
  readonly end: number;
}

const NETWORK = "TRC20";
/** A provider that is disturbed refuses; the customer tries again. */
const PROVIDER_DOWN = "provider_unavailable";

type Body = Readonly<Record<string, unknown>>;

interface Request {
  readonly path: string;
  readonly body?: Body;
  readonly key: string;
  readonly proof?: string;
}

/** What a customer needs who withdraws, or asks for a mail. */
type Alone = Omit<PartnerParty, "partners">;

async function decided(
  { addresses, random, end }: Alone,
  caller: Caller,
  request: Request,
): Promise<Answer | undefined> {
  while (clockMs() < end) {
    const server = Math.floor(random() * addresses.length);
    const answer = await call({ caller, server, address: addresses[server] ?? "", ...request });
    if (isFinal(answer) && answer.body.code !== PROVIDER_DOWN) {
      return answer;
    }
    await sleep(50 + random() * 450);
  }
  return undefined;
}

/** Opens a deposit and pays it on the chain. One payment in six is reorganized away. */
export async function depositOnce(party: PartnerParty, caller: Caller): Promise<void> {
  const { history, random, partners } = party;
  const cents = 2_000 + Math.floor(random() * 900);
  const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
  const body = { asset: "USDT", network: NETWORK, amount };
  const opened = await decided(party, caller, {
    path: "/api/wallet/deposits",
    body,
    key: uuidv7(),
  });
  const { address } = opened?.body ?? {};
  if (opened?.status !== 201 || typeof address !== "string") {
    return;
  }
  const transaction = partners.custodian.pay(address, NETWORK, amount);
  const isReorganized = random() < 1 / 6;
  if (isReorganized) {
    partners.custodian.reorganize(transaction);
  }
  const { customerId: customer } = caller;
  history.write({ type: "payment", customer, transaction, amount, isReorganized });
}

/**
 * Gives a customer an address to withdraw to whose waiting period is over, written directly.
 *
 * @returns its wire id
 */
export async function giveAddress(ownerUrl: string, customerId: string, address: string) {
  const id = uuidv7();
  await untilAnswered(
    ownerUrl,
    (sql) => sql`
    insert into payout_address (id, customer_id, client_key, label, network, address, created_at,
      usable_at)
    values (${id}, ${customerId}, ${id}, 'Lab', ${NETWORK}, ${address}, now() - interval '30 days',
      now() - interval '29 days')
    on conflict do nothing`,
  );
  return `pad_${id}`;
}

/** Gives a customer a step-up token for one subject, written directly. */
async function proveFor(ownerUrl: string, caller: Caller, subject: Body): Promise<string> {
  const proof = `vp1_${randomBytes(32).toString("base64url")}`;
  // In this order, whatever the order of the fields.
  const fields = Object.entries(subject).toSorted(([a], [b]) => (a < b ? -1 : 1));
  await untilAnswered(
    ownerUrl,
    (sql) => sql`
    insert into session_proof (token_hash, session_id, expires_at, factor, subject_hash)
    select ${hash("sha256", proof, "buffer")}, id, now() + interval '1 year', 'password',
      ${hash("sha256", JSON.stringify(fields), "buffer")}
    from session where token_hash = ${hash("sha256", caller.token, "buffer")}
    on conflict do nothing`,
  );
  return proof;
}

/** Quotes and confirms a withdrawal. */
export async function withdrawOnce(party: Alone, caller: Caller, addressId: string): Promise<void> {
  const { history, ownerUrl, random } = party;
  const amount = `${20 + Math.floor(random() * 30)}.00`;
  const quote = await decided(party, caller, {
    path: "/api/wallet/withdrawals/quote",
    body: { addressId, amount },
    key: uuidv7(),
  });
  if (quote?.status !== 201) {
    return;
  }
  const { quoteId, address, currency } = quote.body;
  const subject = {
    operation: "withdrawal",
    quoteId,
    amount: quote.body.amount,
    currency,
    address,
  };
  const proof = await proveFor(ownerUrl, caller, subject);
  const confirmed = { path: "/api/wallet/withdrawals", body: { quoteId }, key: uuidv7(), proof };
  const answer = await decided(party, caller, confirmed);
  const { status = 0, body = {} } = answer ?? {};
  history.write({
    type: "withdrawal",
    customer: caller.customerId,
    quote: String(quoteId),
    withdrawal: status === 201 ? String(body.id).replace(/^wdr_/, "") : "",
    code: status === 201 ? "" : String(body.code ?? "unanswered"),
    total: String(quote.body.total),
    arrives: String(quote.body.receiveAmount ?? ""),
  });
}

/** Requests an emailed code for a new address. */
export async function requestCode(
  { addresses, history, random }: Alone,
  number: number,
): Promise<void> {
  const address = addresses[Math.floor(random() * addresses.length)] ?? "";
  const email = `lab.${number}.${uuidv7()}@example.com`;
  try {
    const picture = await fetch(`${address}/api/captcha`);
    await picture.arrayBuffer();
    const captchaId = picture.headers.get("x-captcha-id") ?? "";
    const response = await fetch(`${address}/api/auth/send-code`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": `10.9.${number >> 8}.${number & 255}`,
      },
      body: JSON.stringify({
        email,
        purpose: "register",
        captchaId,
        captchaCode: CAPTCHA_ANSWER,
      }),
    });
    await response.text();
    history.write({ type: "code", email, isAccepted: response.ok });
  } catch {
    // The server was killed. Whether it took the request on is not known.
    history.write({ type: "code", email, isAccepted: false });
  }
}
