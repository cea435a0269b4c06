import type { ProgramSegment, SegmentInput } from "@tessera/contract/back-office/program.schemas";
import type { CARD_NETWORKS, CARD_TYPES } from "@tessera/contract/cards/cards.schemas";
import { LOCALES, type Locale } from "@tessera/contract/errors/locales";
import { type CurrencyCode, parseAmount } from "@tessera/money";
import { basisPointsOf, percentText } from "./percent-input.ts";

/** The values of the card product form. Amounts and numbers are kept as typed. */
export interface SegmentDraft {
  readonly network: (typeof CARD_NETWORKS)[number];
  readonly bin: string;
  readonly type: (typeof CARD_TYPES)[number];
  readonly currency: CurrencyCode;
  readonly names: Readonly<Record<Locale, string>>;
  readonly perTransaction: string;
  readonly daily: string;
  readonly monthly: string;
  /** Opening fee as typed; empty if the published fee applies. */
  readonly openingFee: string;
  readonly depositFee: string;
  readonly open: boolean;
  /** Initial number of cards in stock; used only for a new card product. */
  readonly stock: string;
}

export type SegmentProblem = "required" | "amount" | "percent" | "bin" | "below_former" | "count";

export const EMPTY_SEGMENT: SegmentDraft = {
  network: "visa",
  bin: "",
  type: "standard",
  currency: "USD",
  names: { en: "", "zh-CN": "", "zh-TW": "" },
  perTransaction: "",
  daily: "",
  monthly: "",
  openingFee: "",
  depositFee: "",
  open: false,
  stock: "0",
};

export function draftOfSegment(segment: ProgramSegment): SegmentDraft {
  const { network, bin, type, currency, names, limits, openingFee, open, stock } = segment;
  const { depositFeeBasisPoints } = segment;
  return {
    ...{ network, bin, type, currency, names, ...limits, open },
    openingFee: openingFee ?? "",
    depositFee: depositFeeBasisPoints === null ? "" : percentText(depositFeeBasisPoints),
    stock: String(stock),
  };
}

/** Returns a draft's problems, keyed by the server's field paths. */
export function segmentProblems(draft: SegmentDraft): Map<string, SegmentProblem> {
  const problems = new Map<string, SegmentProblem>();
  if (!/^\d{6,8}$/.test(draft.bin)) {
    problems.set("bin", "bin");
  }
  for (const locale of LOCALES) {
    if (draft.names[locale].trim() === "") {
      problems.set(`names.${locale}`, "required");
    }
  }
  let former = 0n;
  for (const limit of ["perTransaction", "daily", "monthly"] as const) {
    const amountMinor = parseAmount(draft[limit], draft.currency);
    if (amountMinor === undefined || amountMinor === 0n) {
      problems.set(`limits.${limit}`, "amount");
    } else if (amountMinor < former) {
      problems.set(`limits.${limit}`, "below_former");
    }
    former = amountMinor ?? former;
  }
  if (draft.openingFee !== "" && parseAmount(draft.openingFee, draft.currency) === undefined) {
    problems.set("openingFee", "amount");
  }
  if (draft.depositFee !== "" && basisPointsOf(draft.depositFee) === undefined) {
    problems.set("depositFeeBasisPoints", "percent");
  }
  if (!/^\d{1,7}$/.test(draft.stock)) {
    problems.set("stock", "count");
  }
  return problems;
}

/** Converts a draft without problems to the request body. */
export function inputOfSegment(draft: SegmentDraft): SegmentInput {
  const { network, bin, type, currency, names, perTransaction, daily, monthly, open } = draft;
  return {
    ...{ network, bin, type, currency, open },
    names: { en: names.en.trim(), "zh-CN": names["zh-CN"].trim(), "zh-TW": names["zh-TW"].trim() },
    limits: { perTransaction, daily, monthly },
    openingFee: draft.openingFee === "" ? null : draft.openingFee,
    depositFeeBasisPoints: basisPointsOf(draft.depositFee) ?? null,
  };
}
