import type { Sql } from "postgres";
import type { AnsweredPayment } from "./repeating-network.ts";

/** A payment in the ledger, listed by its reference. */
interface BookedPayment {
  readonly reference: string;
  readonly movement: string;
  readonly status: string;
  readonly holdState: string | null;
  readonly holdMinor: string | null;
  readonly remainingMinor: string | null;
  readonly capturedMinor: string | null;
}

/**
 * Compares the network's responses with the ledger, using plain SQL that shares no code with the
 * product. Every approval must have exactly one hold for its amount, either open or captured. A
 * declined payment must have no hold. All responses to a payment must be the same. Every hold must
 * belong to a response.
 *
 * @param databases connections as the owner of the database, or of the database of each cell
 * @returns one sentence per fault; empty if there are no faults
 */
export async function checkHolds(
  databases: readonly Sql[],
  payments: readonly AnsweredPayment[],
): Promise<string[]> {
  const booked = Map.groupBy(
    (await Promise.all(databases.map(bookedPayments))).flat(),
    ({ reference }) => reference,
  );
  const faults: string[] = [];
  for (const payment of payments) {
    const { reference, answers } = payment;
    const [first] = answers;
    if (first === undefined) {
      faults.push(`${reference} was never answered`);
      continue;
    }
    const said = new Set(
      answers.map(({ approved, code, movement }) => `${approved} ${code} ${movement}`),
    );
    if (said.size > 1) {
      faults.push(`${reference} was answered in ${said.size} ways: ${[...said].join("; ")}`);
    }
    const own = booked.get(reference) ?? [];
    const fault = first.approved === true ? approvedFault(payment, own) : declinedFault(own);
    if (fault !== undefined) {
      faults.push(`${reference} (${first.code}): ${fault}`);
    }
  }
  const known = new Set(payments.map(({ reference }) => reference));
  for (const [reference, rows] of booked) {
    if (!known.has(reference) && rows.some(({ holdState }) => holdState === "open")) {
      faults.push(`${reference} holds money but is not in the history`);
    }
  }
  return [...faults, ...(await Promise.all(databases.map(unbalanced))).flat()];
}

function bookedPayments(sql: Sql): Promise<BookedPayment[]> {
  return sql<BookedPayment[]>`
    select regexp_replace(m.client_key, '^network:(ref|msg):', '') as reference,
      m.id as movement, coalesce(s.status, m.status) as status, h.state as "holdState",
      h.amount::text as "holdMinor", h.remaining::text as "remainingMinor",
      h.captured::text as "capturedMinor"
    from ledger.movement m
    left join ledger.movement_state s on s.movement_id = m.id
    left join ledger.hold h on h.movement_id = m.id
    where m.client_key like 'network:%:lab-%'`;
}

function approvedFault(
  { kind, amountMinor, answers }: AnsweredPayment,
  own: readonly BookedPayment[],
): string | undefined {
  const [row, ...others] = own;
  if (row === undefined || others.length > 0) {
    return `approved, and the ledger has ${own.length} payments under its name`;
  }
  const { movement, holdState, holdMinor, remainingMinor, capturedMinor, status } = row;
  if (movement !== answers[0]?.movement) {
    return `approved as ${answers[0]?.movement}, and the ledger has ${movement}`;
  }
  const amount = String(amountMinor);
  const isHeld = holdState === "open" && holdMinor === amount && remainingMinor === amount;
  const isPaid = holdState === "captured" && capturedMinor === amount && status === "completed";
  const isRight = kind === "authorize" ? isHeld : isPaid;
  return isRight ? undefined : `approved, and its hold is ${holdState} (${status})`;
}

function declinedFault(own: readonly BookedPayment[]): string | undefined {
  const taken = own.find(({ holdState, capturedMinor }) => {
    return holdState === "open" || BigInt(capturedMinor ?? 0) > 0n;
  });
  const alive = own.find(({ status }) => status !== "declined");
  const wrong = taken ?? alive;
  return wrong && `declined, and its hold is ${wrong.holdState} (${wrong.status})`;
}

async function unbalanced(sql: Sql): Promise<string[]> {
  const rows = await sql<{ account: string; held: string; open: string }[]>`
    select b.account_id::text as account, b.held::text, coalesce(sum(h.remaining), 0)::text as open
    from ledger.balance b
    left join ledger.hold h on h.account_id = b.account_id and h.state = 'open'
    group by b.account_id, b.held having b.held <> coalesce(sum(h.remaining), 0)`;
  return rows.map(
    ({ account, held, open }) => `account ${account} holds ${held}, its holds ${open}`,
  );
}
