import type { PaymentMandate } from "@tessera/contract/cards/mandates.schemas";
import { DECLINES, type DeclineCode } from "@tessera/contract/errors/declines";
import type { Locale } from "@tessera/contract/errors/locales";
import {
  type AccountExchange,
  MOVEMENT_KINDS,
  MOVEMENT_STATUSES,
  type Movement,
  type MovementDetail,
  type MovementKind,
  type MovementStatus,
  type MovementStep,
  movementStep,
  STEP_LABELS,
} from "@tessera/contract/insights/bills.schemas";
import { DEPOSIT_NOTES } from "@tessera/contract/money-movement/wallet.schemas";
import { formatAmount } from "@tessera/money";
import { withMandate } from "../../authorization/decision/index.ts";
import { wireId } from "../../platform/ids.ts";
import { exchangeOf, exchangeSoFar, merchantAmountOf } from "./exchange.presenter.ts";
import { amountSeenFrom, type Viewpoint } from "./movement-amount.policy.ts";
import { type ExchangeData, readMovementData, readNotes } from "./movement-data.ts";
import type { MovementRow } from "./movement-filter.ts";
import { titleOf } from "./movement-titles.policy.ts";
import type { BirthRow, StepRow } from "./steps.repository.ts";

/** Shown instead of a decline reason that must not be revealed to the owner. */
const UNEXPLAINED = {
  en: "The payment was declined.",
  "zh-CN": "付款未获批准",
  "zh-TW": "付款未獲核准",
} as const;

function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(DECLINES, code);
}

function presentDecline(code: string | undefined, locale: Locale) {
  if (code === undefined) {
    return {};
  }
  const decline = isDeclineCode(code) ? DECLINES[code] : undefined;
  return decline?.explained === true
    ? { declineCode: code, declineMessage: decline.message[locale] }
    : { declineCode: "declined", declineMessage: UNEXPLAINED[locale] };
}

const KINDS: ReadonlySet<string> = new Set(MOVEMENT_KINDS);
const STATUSES: ReadonlySet<string> = new Set(MOVEMENT_STATUSES);

function isKind(text: string): text is MovementKind {
  return KINDS.has(text);
}

function isStatus(text: string): text is MovementStatus {
  return STATUSES.has(text);
}

/**
 * Parses a movement's kind.
 *
 * @throws RangeError for a kind that bills do not show: a step, or a kind unknown to this version
 */
function kindOf(text: string): MovementKind {
  if (!isKind(text)) {
    throw new RangeError(`a movement cannot be shown as ${text}`);
  }
  return text;
}

function statusOf(text: string): MovementStatus {
  if (!isStatus(text)) {
    throw new RangeError(`a movement cannot be shown as ${text}`);
  }
  return text;
}

interface PresentOptions {
  readonly viewpoint?: Viewpoint;
}

/**
 * Presents a movement to its owner. The result contains decline reasons, so it is sent only within
 * a session.
 */
export function presentMovement(
  row: MovementRow,
  locale: Locale,
  { viewpoint = "card" }: PresentOptions = {},
): Movement {
  const data = readMovementData(row.data);
  const kind = kindOf(row.kind);
  const remarks = readNotes(row.notes) ?? [];
  return {
    id: wireId("mov", row.id),
    kind,
    status: statusOf(row.status),
    title: titleOf(
      { kind, title: row.title, notes: remarks, source: data.source, asset: data.asset },
      locale,
    ),
    ...(row.card_id !== null && { cardId: wireId("card", row.card_id) }),
    amount: formatAmount(
      amountSeenFrom(viewpoint, { kind, amountMinor: row.amount, feeMinor: row.fee }),
      row.currency,
    ),
    fee: formatAmount(row.fee, row.currency),
    currency: row.currency,
    ...(data.merchant !== undefined && { merchant: data.merchant }),
    ...merchantAmountOf(row),
    ...(kind === "deposit" && data.source === "bank" && { source: "bank" as const }),
    ...presentDecline(data.declineCode, locale),
    ...(data.mandateId !== undefined && { mandateId: wireId("mdt", data.mandateId) }),
    eventAt: row.event_at.toISOString(),
    createdAt: row.created_at.toISOString(),
  };
}

/** Presents a step in the timeline of its movement to the owner. */
export function presentStep(step: StepRow): MovementStep {
  const { stage = "" } = readMovementData(step.data);
  return {
    kind: movementStep.shape.kind.parse(step.kind),
    // A withdrawal's step contains the resulting stage. A deposit's step shows that its payment has
    // been seen.
    status: stage === "seen" ? "processing" : isStatus(stage) ? stage : statusOf(step.status),
    amount: formatAmount(step.amount, step.currency),
    currency: step.currency,
    at: step.event_at.toISOString(),
    ...labelsOf(step.data),
    ...exchangeOf(step.data, step.currency),
  };
}

/** Returns a label for each unusual property of a movement that this version knows about. */
function labelsOf(data: unknown): Pick<MovementStep, "labels"> {
  const given = readMovementData(data).labels ?? [];
  const labels = STEP_LABELS.filter((label) => given.includes(label));
  return labels.length === 0 ? {} : { labels };
}

/** Presents an exchange as seen from one of its two movements. */
function presentAccountExchange(exchange: ExchangeData, movementId: string): AccountExchange {
  const { id, sold, bought, soldMovement, boughtMovement, ...terms } = exchange;
  return {
    ...{ ...terms, exchangeId: id, soldAmount: sold, boughtAmount: bought },
    otherMovementId: movementId === soldMovement ? boughtMovement : soldMovement,
  };
}

/** Returns the mandate of a payment, and adds its terms to the reason of a decline. */
function underMandate(
  { declineCode: code, declineMessage: message }: Movement,
  mandate: PaymentMandate | undefined,
  locale: Locale,
): Pick<MovementDetail, "mandate" | "declineMessage"> {
  if (mandate === undefined) {
    return {};
  }
  return code === undefined || message === undefined
    ? { mandate }
    : { mandate, declineMessage: withMandate(message, { code, locale, mandate }) };
}

export interface DetailParts {
  readonly birth: BirthRow;
  readonly steps: readonly StepRow[];
  readonly balances: readonly { readonly kind: string; readonly posted: bigint }[];
  /** The purchase mandate that the payment was made, or declined, under. */
  readonly mandate: PaymentMandate | undefined;
}

/** Presents a movement with its timeline, oldest step first. */
export function presentMovementDetail(
  row: MovementRow,
  parts: DetailParts,
  locale: Locale,
): MovementDetail {
  const { birth, steps, mandate } = parts;
  const after = (kind: string) => parts.balances.find((balance) => balance.kind === kind)?.posted;
  const [card, account] = [after("card"), after("account")];
  const notes = readNotes(row.notes) ?? [];
  const kind = kindOf(row.kind);
  const { withdrawalId, accountExchange } = readMovementData(row.data);
  const shown = presentMovement(row, locale);
  return {
    ...shown,
    ...underMandate(shown, mandate, locale),
    timeline: [
      {
        kind,
        status: statusOf(birth.status),
        amount: formatAmount(birth.amount, row.currency),
        currency: row.currency,
        at: row.event_at.toISOString(),
        ...labelsOf(row.data),
        ...exchangeOf(row.data, row.currency),
      },
      ...steps.map(presentStep),
    ],
    ...(card !== undefined && { cardBalanceAfter: formatAmount(card, row.currency) }),
    ...(account !== undefined && { accountBalanceAfter: formatAmount(account, row.currency) }),
    ...(withdrawalId !== undefined && { withdrawalId }),
    ...exchangeSoFar(row, steps),
    ...(accountExchange !== undefined && {
      accountExchange: presentAccountExchange(accountExchange, wireId("mov", row.id)),
    }),
    notes: DEPOSIT_NOTES.filter((note) => notes.includes(note)),
  };
}
