import type {
  CaseFactKind,
  CaseKind,
  CaseStatus,
} from "@tessera/contract/back-office/reviews.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";

export type { CaseKind, CaseStatus } from "@tessera/contract/back-office/reviews.schemas";

/** A subject of another module that an operator decides about. */
export interface ReviewCase {
  /** A uuid; `case_…` on the wire. */
  readonly id: string;
  readonly kind: CaseKind;
  /** The uuid of the withdrawal, application and so on. */
  readonly subjectId: string;
  readonly customerId: string;
  readonly status: CaseStatus;
  /** Increased by every change of what is decided; a decision names it. */
  readonly revision: number;
  readonly amountMinor: bigint | null;
  readonly currency: CurrencyCode | null;
  /** Why it is held: codes, such as `over_threshold`, `new_address`, `flagged`. */
  readonly reasons: readonly string[];
  /** Maker-checker: a second operator must approve the same revision. */
  readonly needsTwo: boolean;
}

/** The operator who decides. */
export interface Decider {
  /** The operator's user id, a uuid. */
  readonly operatorId: string;
  /** Their username, for the audit log. */
  readonly actor: string;
  readonly role: string;
  readonly requestId: string | null;
}

/** One line of a case's facts on the operator's page. */
export interface CaseFact {
  /** A code that the console has words for, such as `address` or `segment`. */
  readonly name: string;
  /** A decimal string for an amount, ISO 8601 for a time. Never a secret. */
  readonly value: string;
  /** How to display `value`; text if absent. */
  readonly kind?: CaseFactKind;
  /** The currency of an amount. */
  readonly currency?: CurrencyCode;
  /** A path of the console that shows it. */
  readonly path?: string;
}

/**
 * What deciding a kind of case does to its subject. Every call runs inside the transaction of the
 * decision, with the case locked.
 */
export interface CaseHandler<Prepared = unknown> {
  readonly kind: CaseKind;
  /** Returns facts for the operator's page; they must contain no secrets. */
  facts(context: AppContext, tx: Tx, reviewCase: ReviewCase): Promise<CaseFact[]>;
  /**
   * Does what must happen outside the transaction before an approval, such as a request to an
   * issuer: calls `decide` with the result, and may call it again with another one if `decide`
   * throws.
   */
  prepareApproval?<T>(
    context: AppContext,
    reviewCase: ReviewCase,
    decide: (prepared: Prepared) => Promise<T>,
  ): Promise<T>;
  /**
   * Moves the money or changes the state.
   *
   * @param prepared the result of `prepareApproval`
   * @returns a function to call once the transaction has committed, if there is one
   * @throws Refusal to refuse the decision
   */
  approve(
    context: AppContext,
    tx: Tx,
    reviewCase: ReviewCase,
    by: Decider,
    prepared: Prepared,
    // biome-ignore lint/suspicious/noConfusingVoidType: most handlers have nothing to return
  ): Promise<(() => void) | undefined | void>;
  reject(
    context: AppContext,
    tx: Tx,
    reviewCase: ReviewCase,
    by: Decider & { readonly reason: string },
  ): Promise<void>;
  /** Ends the subject because the customer withdrew the request, or time is up. */
  end(
    context: AppContext,
    tx: Tx,
    reviewCase: ReviewCase,
    how: "withdrawn" | "expired",
  ): Promise<void>;
  /**
   * Takes a rejected subject back into review, such as by holding its money again. A kind without
   * it has no appeal.
   *
   * @throws Refusal if that is no longer possible
   */
  reopen?(context: AppContext, tx: Tx, reviewCase: ReviewCase): Promise<void>;
}
