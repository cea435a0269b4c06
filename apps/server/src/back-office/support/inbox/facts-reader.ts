import type { AboutKind, Facts } from "@tessera/contract/back-office/support.schemas";
import type { Locale } from "@tessera/contract/errors/locales";

/** The object that a customer's question is about. */
export interface FactsQuestion {
  readonly customerId: string;
  readonly kind: AboutKind;
  /** Wire id. */
  readonly id: string;
  readonly locale: Locale;
}

/** The facts about an object, without its type, its id, and the time at which they were read. */
export type Known = Omit<Facts, "kind" | "id" | "readAt" | "frozenBy"> & {
  readonly frozenBy: readonly string[];
};

/** Defaults for facts that most types of objects do not have. */
export const NOTHING = {
  title: null,
  card: null,
  amount: null,
  fee: null,
  balance: null,
  declineCode: null,
  declineMessage: null,
  frozenBy: [],
} as const;
