import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { LEGAL_TEXTS } from "@tessera/contract/identity/legal-versions";
import type { Sql } from "postgres";
import { v7 as uuidv7 } from "uuid";
import { type PreparedRequest, QUOTE_ID } from "./http-load.ts";
import type { Subject } from "./subject.ts";

/** A customer who can make calls, with a session, a step-up token for reveals, and a card. */
export interface Caller {
  readonly token: string;
  /** The client address that the proxy in front of the server reports. */
  readonly address: string;
  readonly cardId: string;
  readonly cardAccount: bigint;
  readonly customerId: string;
  readonly pan: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

const PARALLEL = 16;
const BUSY = 503;
const BUSY_FOR_MS = 300_000;
const BUSY_PAUSE_MS = 500;
/** Higher than every published version, so that callers never have to accept a legal text. */
const ANY_VERSION = 1_000_000;

/**
 * Gives some customers a session and, over HTTP, a card with its number revealed. Only the
 * customers' identities are written directly, because signing in hashes a password, which is
 * deliberately slow. The program's directory does not list them.
 *
 * @param cell the number of the cell whose database `owner` is connected to
 */
export async function openCallers(
  owner: Sql,
  url: string,
  subjects: readonly Subject[],
  cell = 1,
): Promise<Caller[]> {
  const signedIn = await signIn(owner, subjects, cell);
  const first = signedIn[0] ?? raise("there is nobody to call as");
  const segments = await get<SegmentList>(`${url}/api/card-segments`, first);
  const usable = segments.data.filter(({ currency, inStock }) => currency === "USD" && inStock);
  const callers: Caller[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < signedIn.length; index = next++) {
      const who = signedIn[index] ?? raise("a sign-in is missing");
      const segment = usable[index % usable.length] ?? raise("no segment has stock");
      callers.push(await openCard(owner, url, who, segment.id));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return callers;
}

interface SegmentList {
  readonly data: { readonly id: string; readonly currency: string; readonly inStock: boolean }[];
}

/** A customer with a session and a step-up token, and no card. */
export interface SignedIn {
  readonly token: string;
  readonly address: string;
  readonly proof: string;
  readonly customerId: string;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Gives customers an identity and a session, written directly. */
export async function signIn(
  owner: Sql,
  subjects: readonly Subject[],
  cell: number,
): Promise<SignedIn[]> {
  const people = subjects.map((subject, index) => ({
    ...subject,
    address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
    person: uuidv7(),
    session: uuidv7(),
    token: `vc${cell}_${randomBytes(32).toString("base64url")}`,
    proof: `vp${cell}_${randomBytes(32).toString("base64url")}`,
  }));
  await owner`
    with given as (
      select * from unnest(
        ${people.map(({ customerId }) => customerId)}::uuid[],
        ${people.map(({ person }) => person)}::uuid[],
        ${people.map(({ session }) => session)}::uuid[],
        ${people.map(({ token }) => hashOf(token))}::text[],
        ${people.map(({ proof }) => hashOf(proof))}::text[],
        ${people.map(({ account }) => account.toString())}::bigint[]
      ) as given (customer, person, session, token_hash, proof_hash, account)
    ), customers as (
      insert into customer (id, created_at) select customer, now() from given
    ), accounts as (
      insert into customer_account (customer_id, kind, currency, account_id)
      select customer, 'account', 'USD', account from given
    ), people as (
      insert into person (id, customer_id, username, email, role, password_hash, locale, created_at)
      select person, customer, 'b' || replace(person::text, '-', ''),
        person || '@bench.example', 'customer', 'none', 'en', now() from given
    ), acceptances as (
      insert into legal_acceptance
        (person_id, customer_id, text, version, locale, accepted_at, device, source)
      select person, customer, text, ${ANY_VERSION}::int, 'en', now(), 'bench', 'before_records'
      from given, unnest(${[...LEGAL_TEXTS]}::text[]) as one (text)
    ), sessions as (
      insert into session (id, token_hash, person_id, idle_seconds, created_at, last_seen_at,
        expires_at, ip, device)
      select session, decode(token_hash, 'hex'), person, 86400, now(), now(),
        now() + interval '1 day', '127.0.0.1', 'bench' from given
    )
    insert into session_proof (token_hash, session_id, expires_at)
    select decode(proof_hash, 'hex'), session, now() + interval '1 day' from given`;
  return people;
}

async function openCard(
  owner: Sql,
  url: string,
  who: SignedIn,
  segmentId: string,
): Promise<Caller> {
  const application = await post<{ cardId: string }>(`${url}/api/card-applications`, who, {
    segmentId,
    billingAddress: "auto",
    openingFee: "1.50",
  });
  const { cardId } = application;
  const secrets = await post<{ pan: string; expiryMonth: number; expiryYear: number }>(
    `${url}/api/cards/${cardId}/reveal`,
    who,
  );
  const [row] = await owner<{ card_account: string }[]>`
    select card_account from card where id = ${cardId.replace(/^card_/, "")}::uuid`;
  return {
    ...secrets,
    token: who.token,
    address: who.address,
    customerId: who.customerId,
    cardId,
    cardAccount: BigInt(row?.card_account ?? raise(`card ${cardId} is not in the database`)),
  };
}

/**
 * Prepares card loads, each with its own quote. The quotes are written directly, with the figures
 * that the API would return, because quoting is not measured here. They are valid for a day,
 * because the server's clock is moved between rounds.
 */
export async function prepareTopUps(
  owner: Sql,
  callers: readonly Caller[],
  count: number,
): Promise<PreparedRequest[]> {
  const chosen = Array.from({ length: count }, (_, index) => at(callers, index * 7_919));
  const ids = chosen.map(() => uuidv7());
  await owner`
    insert into card_quote (id, customer_id, card_id, operation, amount_minor, fee_minor,
      fee_basis_points, fee_schedule_version, currency, created_at, expires_at)
    select given.id, given.customer, given.card, 'deposit', 100, 4, 350,
      (select max(version) from fee_schedule where effective_from <= now()), 'USD', now(),
      now() + interval '1 day'
    from unnest(
      ${ids}::uuid[],
      ${chosen.map(({ customerId }) => customerId)}::uuid[],
      ${chosen.map(({ cardId }) => cardId.replace(/^card_/, ""))}::uuid[]
    ) as given (id, customer, card)`;
  return chosen.map((caller, index) => confirmation(caller, "deposit", `quo_${ids[index]}`));
}

/** Prepares card deposits or withdrawals from the quote to the confirmation. */
export function prepareWholeFundings(
  callers: readonly Caller[],
  operation: "deposit" | "withdraw",
  count: number,
): PreparedRequest[] {
  return Array.from({ length: count }, (_, index) => {
    const caller = at(callers, index * 7_919);
    return {
      path: `/api/cards/${caller.cardId}/quote`,
      headers: { ...headersOf(caller), "content-type": "application/json" },
      body: JSON.stringify({ operation, amount: "1.00" }),
      followUps: [{ ...confirmation(caller, operation, QUOTE_ID.placeholder), takes: [QUOTE_ID] }],
    };
  });
}

function confirmation(
  caller: Caller,
  operation: "deposit" | "withdraw",
  quoteId: string,
): PreparedRequest {
  return {
    path: `/api/cards/${caller.cardId}/${operation}`,
    headers: {
      ...headersOf(caller),
      "content-type": "application/json",
      "idempotency-key": uuidv7(),
    },
    body: JSON.stringify({ quoteId }),
  };
}

/** Returns the headers by which the server recognizes a caller and the caller's address. */
export function headersOf({ token, address }: Pick<Caller, "token" | "address">) {
  return { authorization: `Bearer ${token}`, "x-forwarded-for": address };
}

/**
 * Moves the server's clock past the rate-limit window for money writes, so that each contender
 * starts with the full limit.
 */
export async function letLimitsPass(url: string): Promise<void> {
  const response = await fetch(`${url}/sandbox/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advanceSeconds: 61 }),
  });
  await answerOf(response);
}

/** Prepares authorizations for one cent, to be sent by the sandbox network. */
export function prepareAuthorizations(
  callers: readonly Caller[],
  count: number,
): PreparedRequest[] {
  return Array.from({ length: count }, (_, index) => {
    const { pan, expiryMonth, expiryYear } = at(callers, index * 7_919);
    const merchant = { name: "Bench Store", mcc: "5734", country: "US" };
    const payment = { pan, expiryMonth, expiryYear, amount: "0.01", currency: "USD", merchant };
    return {
      path: "/sandbox/network/authorize",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(payment),
    };
  });
}

/** Prepares the requests that a console makes when it opens the home page or a list of bills. */
export function prepareReads(callers: readonly Caller[], paths: readonly string[]) {
  return callers.flatMap((caller) =>
    paths.map((path): PreparedRequest => ({ path, headers: headersOf(caller) })),
  );
}

function at(callers: readonly Caller[], position: number): Caller {
  return callers[position % callers.length] ?? raise("there are no callers");
}

function raise(message: string): never {
  throw new Error(message);
}

async function get<T>(url: string, who: SignedIn): Promise<T> {
  return answerOf(await fetch(url, { headers: headersOf(who) }));
}

async function post<T>(url: string, who: SignedIn, body?: unknown): Promise<T> {
  const headers = {
    ...headersOf(who),
    "idempotency-key": uuidv7(),
    "x-proof": who.proof,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const request = { method: "POST", headers };
  return patientAnswer(
    url,
    body === undefined ? request : { ...request, body: JSON.stringify(body) },
  );
}

/**
 * Returns the body of a response. While the server is busy, as on a slow machine, sends the request
 * again; a write must have an idempotency key.
 *
 * @throws Error if the response is an error
 */
export async function patientAnswer<T>(url: string, request: RequestInit): Promise<T> {
  const end = performance.now() + BUSY_FOR_MS;
  for (;;) {
    const response = await fetch(url, request);
    if (response.status !== BUSY || performance.now() > end) {
      return answerOf(response);
    }
    await response.arrayBuffer();
    await sleep(BUSY_PAUSE_MS);
  }
}

/**
 * Returns the body of a response.
 *
 * @throws Error if the response is an error
 */
export async function answerOf<T>(response: Response): Promise<T> {
  if (!response.ok) {
    throw new Error(`${response.url} returned ${response.status}: ${await response.text()}`);
  }
  return (await response.json()) as T;
}
