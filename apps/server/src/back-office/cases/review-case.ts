import type {
  CaseFactKind,
  CaseKind,
  CaseStatus,
} from "@tessera/contract/back-office/reviews.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";

export type { CaseKind, CaseStatus } from "@tessera/contract/back-office/reviews.schemas";

/** Something that a person decides about a subject of another module. */
export interface ReviewCase {
  /** A uuid; `case_…` on the wire. */
  readonly id: string;
  readonly kind: CaseKind;
  /** The withdrawal's, application's … uuid. */
  readonly subjectId: string;
  readonly customerId: string;
  readonly status: CaseStatus;
  /** Raised by every change of what is decided upon; a decision names it. */
  readonly revision: number;
  readonly amountMinor: bigint | null;
  readonly currency: CurrencyCode | null;
  /** Why it is held: codes, such as `over_threshold`, `new_address`, `flagged`. */
  readonly reasons: readonly string[];
  /** Four eyes: a second operator must approve the same revision. */
  readonly needsTwo: boolean;
}

/** Who decides. */
export interface Decider {
  /** The operator's user id, a uuid. */
  readonly operatorId: string;
  /** Their username, for the record. */
  readonly actor: string;
  readonly role: string;
  readonly requestId: string | null;
}

/** One line of what a case is about, for the operator's page. */
export interface CaseFact {
  /** A code that the console has words for, such as `address` or `segment`. */
  readonly name: string;
  /** A decimal string for an amount, ISO 8601 for a time. Never a secret. */
  readonly value: string;
  /** How `value` reads; text where absent. */
  readonly kind?: CaseFactKind;
  /** Of an amount. */
  readonly currency?: CurrencyCode;
  /** A path of the console that shows it. */
  readonly path?: string;
}

/**
 * What deciding a kind of case does to its subject. Every call is inside the transaction of the
 * decision, with the case locked.
 */
export interface CaseHandler<Prepared = unknown> {
  readonly kind: CaseKind;
  /** Facts for the operator's page, already without secrets. */
  facts(context: AppContext, tx: Tx, reviewCase: ReviewCase): Promise<CaseFact[]>;
  /**
   * What must happen outside of the transaction before an approval, such as asking an issuer:
   * calls `decide` with it, and may do so again with something else where `decide` throws.
   */
  prepareApproval?<T>(
    context: AppContext,
    reviewCase: ReviewCase,
    decide: (prepared: Prepared) => Promise<T>,
  ): Promise<T>;
  /**
   * Moves the money or the state.
   *
   * @param prepared what `prepareApproval` gave
   * @returns what is to be called once the transaction has committed, where there is anything
   * @throws Refusal to refuse the decision
   */
  approve(
    context: AppContext,
    tx: Tx,
    reviewCase: ReviewCase,
    by: Decider,
    prepared: Prepared,
    // biome-ignore lint/suspicious/noConfusingVoidType: most handlers have nothing to answer
  ): Promise<(() => void) | undefined | void>;
  reject(
    context: AppContext,
    tx: Tx,
    reviewCase: ReviewCase,
    by: Decider & { readonly reason: string },
  ): Promise<void>;
  /** The customer takes the request back, or time is up. */
  end(
    context: AppContext,
    tx: Tx,
    reviewCase: ReviewCase,
    how: "withdrawn" | "expired",
  ): Promise<void>;
  /**
   * Takes what was rejected back into review, such as by holding its money again. A kind without
   * it takes no appeal.
   *
   * @throws Refusal where that is not possible any more
   */
  reopen?(context: AppContext, tx: Tx, reviewCase: ReviewCase): Promise<void>;
}
