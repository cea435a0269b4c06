import type { Insight } from "@tessera/contract/authorization/risk-insight.schemas";
import type {
  CustomerNote,
  CustomerProfile,
  CustomerSummary,
} from "@tessera/contract/back-office/customers.schemas";
import type { OperatorClosing } from "@tessera/contract/identity/account-closing.schemas";
import { CURRENCIES, formatAmount } from "@tessera/money";
import type { MemberView } from "../../identity/companies/index.ts";
import type { HoldStanding } from "../../identity/security-hold/index.ts";
import type { Holding } from "../../money-movement/holdings/index.ts";
import { wireId } from "../../platform/ids.ts";
import type { CustomerRow, countCards } from "./customers.repository.ts";
import type { NoteRow } from "./customers.tables.ts";
import type { OpenReset } from "./factor-resets/factor-resets.repository.ts";

export function presentSummary(row: CustomerRow): CustomerSummary {
  return {
    id: wireId("cus", row.id),
    username: row.username,
    isCompany: row.is_company,
    email: row.email,
    locale: row.locale,
    status: row.suspended_at === null ? "active" : "suspended",
    createdAt: row.created_at.toISOString(),
    stoppedAt: row.stopped_at?.toISOString() ?? null,
    cardCount: Number(row.card_count),
    closing: row.closing,
  };
}

/** The parts of a customer's profile. */
export interface ProfileParts {
  readonly members: readonly MemberView[];
  readonly holdings: readonly Holding[];
  readonly cards: Awaited<ReturnType<typeof countCards>>;
  readonly insight: Pick<Insight, "score" | "band">;
  readonly devices: number;
  readonly lastSignInAt: Date | undefined;
  readonly secondFactor: boolean;
  readonly noteCount: number;
  readonly waitingCorrections: number;
  readonly hold: HoldStanding | undefined;
  readonly factorReset: OpenReset | undefined;
  readonly accountClosing: OperatorClosing | null;
}

function balancesOf(holdings: readonly Holding[]): CustomerProfile["balances"] {
  return CURRENCIES.map((currency) => {
    const own = holdings.filter((one) => one.kind === "account" && one.currency === currency);
    const posted = own.reduce((sum, one) => sum + one.postedMinor, 0n);
    const held = own.reduce((sum, one) => sum + one.heldMinor, 0n);
    return {
      currency,
      available: formatAmount(posted - held, currency),
      held: formatAmount(held, currency),
    };
  });
}

function presentHold({ id, beganAt, canLift }: HoldStanding) {
  return { id: wireId("hold", id), since: beganAt.toISOString(), canLift };
}

function presentMember({ ownCustomerId, username, email, role, joinedAt }: MemberView) {
  const customerId = wireId("cus", ownCustomerId);
  return { customerId, username, email, role, joinedAt: joinedAt.toISOString() };
}

export function presentProfile(row: CustomerRow, parts: ProfileParts): CustomerProfile {
  const { hold, factorReset } = parts;
  const { score, band } = parts.insight;
  const cardsOf = (status: "active" | "frozen" | "closing" | "closed") =>
    Number(parts.cards.find((one) => one.status === status)?.count ?? 0n);
  return {
    ...presentSummary(row),
    suspendedAt: row.suspended_at?.toISOString() ?? null,
    accountClosing: parts.accountClosing,
    securityHold: hold === undefined ? null : presentHold(hold),
    factorReset:
      factorReset === undefined
        ? null
        : {
            reviewId: wireId("case", factorReset.caseId),
            by: factorReset.by,
            at: factorReset.at.toISOString(),
          },
    members: row.is_company ? parts.members.map(presentMember) : null,
    devices: parts.devices,
    lastSignInAt: parts.lastSignInAt?.toISOString() ?? null,
    secondFactor: parts.secondFactor,
    balances: balancesOf(parts.holdings),
    cards: {
      active: cardsOf("active"),
      frozen: cardsOf("frozen"),
      closing: cardsOf("closing"),
      closed: cardsOf("closed"),
    },
    ...(score !== undefined && band !== undefined && { risk: { score, band } }),
    noteCount: parts.noteCount,
    waitingCorrections: parts.waitingCorrections,
  };
}

export function presentNote(row: NoteRow): CustomerNote {
  return {
    id: wireId("note", row.id),
    text: row.text,
    author: row.author,
    createdAt: row.created_at.toISOString(),
  };
}
