import { setImmediate } from "node:timers/promises";
import {
  type ProgramBacktest,
  type ProgramRuleTerms,
  programRuleProblems,
} from "@tessera/contract/back-office/program-rules.schemas";
import { CURRENCIES, formatAmount } from "@tessera/money";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import type { CompiledStrategy } from "../decision/index.ts";
import {
  calendarOf,
  compileProgramRule,
  merchantCounter,
  Replay,
  type Replayed,
  reachBefore,
} from "../decision/index.ts";
import { findHistory, findHistoryCards, findSample } from "../velocity/index.ts";

const DAY_MS = 86_400_000;
/** Maximum number of customers in the sample. */
const MAX_CUSTOMERS = 200;
/**
 * Maximum number of rows. Once this many rows have been replayed, no more customers are sampled.
 */
const MAX_ROWS = 100_000;
/** Number of rows to process before yielding to the event loop. */
const SLICE = 400;
const MAX_EXAMPLES = 20;

interface Taken {
  readonly result: Replayed;
  readonly currency: string;
}

interface Sample {
  customers: number;
  payments: number;
  declinedCustomers: number;
  readonly declined: Taken[];
}

/**
 * Counts the approved payments, for a sample of customers, that a program rule would have declined.
 * Replays each customer's payments in order through the same `decide` function, with the window
 * counters that would have applied. Writes nothing.
 *
 * @throws Refusal `invalid_input` for a rule that contradicts itself or is not about payments
 */
export async function backtestProgramRule(
  context: AppContext,
  terms: ProgramRuleTerms,
  days: number,
): Promise<ProgramBacktest> {
  const draft = draftOf(terms);
  const to = context.clock.now();
  const from = new Date(to.getTime() - days * DAY_MS);
  const found = await findSample(context.db.kysely, from, to, MAX_CUSTOMERS);
  const sample: Sample = { customers: 0, payments: 0, declinedCustomers: 0, declined: [] };
  let rows = 0;
  for (const customerId of found.customerIds) {
    if (rows >= MAX_ROWS) {
      break;
    }
    rows += await replayCustomer(context, sample, { customerId, draft, from, to });
  }
  const { payments, declined, declinedCustomers } = sample;
  const newest = declined.toSorted((a, b) => b.result.row.at.getTime() - a.result.row.at.getTime());
  return {
    ...{ from: from.toISOString(), to: to.toISOString() },
    ...{ customers: found.customers, sampledCustomers: sample.customers, payments },
    ...{ declined: declined.length, declinedCustomers, declinedAmounts: amountsOf(declined) },
    declinedPayments: newest.slice(0, MAX_EXAMPLES).flatMap(exampleOf),
  };
}

function draftOf(terms: ProgramRuleTerms): CompiledStrategy {
  const problems = programRuleProblems(terms);
  const fields =
    terms.kind === "payments"
      ? problems.map(({ path, code }) => ({ path: `terms.${path}`, code }))
      : [{ path: "terms.kind", code: "not_allowed" as const }];
  if (fields.length > 0) {
    throw new Refusal("invalid_input", { fields });
  }
  const names = { en: "draft", "zh-CN": "draft", "zh-TW": "draft" };
  return compileProgramRule({ id: "draft", version: 0, isShadow: false, names, terms });
}

interface Customer {
  readonly customerId: string;
  readonly draft: CompiledStrategy;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Replays one customer's payments.
 *
 * @returns the number of rows replayed
 */
async function replayCustomer(
  context: AppContext,
  sample: Sample,
  { customerId, draft, from, to }: Customer,
): Promise<number> {
  const { kysely } = context.db;
  const cards = await findHistoryCards(kysely, customerId);
  const rows = await findHistory(kysely, customerId, reachBefore(from, [draft]), to);
  const currencies = new Map(cards.map(({ id, currency }) => [id, currency]));
  const replay = new Replay({
    ...{ customerId, cards, asItWas: true, merchantCounter },
    calendar: calendarOf(context.config.timeZone),
    strategiesAt: () => [draft],
  });
  const before = sample.declined.length;
  for (const [place, row] of rows.entries()) {
    if (place % SLICE === SLICE - 1) {
      await setImmediate();
    }
    const result = replay.take(row);
    if (result?.wasApproved === true && row.at >= from) {
      sample.payments += 1;
      if (result.verdict !== undefined && result.verdict.hits.length > 0) {
        sample.declined.push({ result, currency: currencies.get(row.cardId) ?? "" });
      }
    }
  }
  sample.customers += 1;
  sample.declinedCustomers += sample.declined.length > before ? 1 : 0;
  return rows.length;
}

function amountsOf(declined: readonly Taken[]): ProgramBacktest["declinedAmounts"] {
  return CURRENCIES.flatMap((currency) => {
    const own = declined.filter((one) => one.currency === currency);
    const totalMinor = own.reduce((sum, { result }) => sum + result.row.amountMinor, 0n);
    return own.length === 0 ? [] : [{ currency, amount: formatAmount(totalMinor, currency) }];
  });
}

function exampleOf({ result, currency: code }: Taken): ProgramBacktest["declinedPayments"] {
  const { id, merchant, amountMinor, at } = result.row;
  const currency = CURRENCIES.find((one) => one === code);
  return merchant === null || currency === undefined
    ? []
    : [
        {
          movementId: wireId("mov", id),
          merchant,
          ...{ amount: formatAmount(amountMinor, currency), currency, at: at.toISOString() },
        },
      ];
}
