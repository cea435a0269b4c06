import type {
  CaseFactKind,
  CaseKind,
  CaseStatus,
} from "@tessera/contract/back-office/reviews.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";

export type { CaseKind, CaseStatus } from "@tessera/contract/back-office/reviews.schemas";

/** A case as seen by the module that owns its subject. */
export interface ReviewCase {
  /** UUID; `case_…` on the wire. */
  readonly id: string;
  readonly kind: CaseKind;
  /** UUID of the withdrawal, application or other subject. */
  readonly subjectId: string;
  readonly customerId: string;
  readonly status: CaseStatus;
  /**
   * Incremented whenever what is being decided changes, such as by a customer's answer, document or
   * appeal. Each decision states the revision it applies to.
   */
  readonly revision: number;
  readonly amountMinor: bigint | null;
  readonly currency: CurrencyCode | null;
  /**
   * Codes for the reasons that the subject is on hold, such as `over_threshold`, `new_address`,
   * `flagged`.
   */
  readonly reasons: readonly string[];
  /** Whether a second operator must approve the same revision (maker-checker). */
  readonly needsTwo: boolean;
}

/** The operator who decides. */
export interface Decider {
  /** User id of the operator, a UUID. */
  readonly operatorId: string;
  /** Username of the operator, for the audit log. */
  readonly actor: string;
  readonly role: string;
  readonly requestId: string | null;
}

/** A fact about a case, as listed on the operators' page. */
export interface CaseFact {
  /** Code for a text that the console knows, such as `address` or `segment`. */
  readonly name: string;
  /** A decimal string for an amount, or ISO 8601 for a time. Never a secret. */
  readonly value: string;
  /** How to display `value`. If absent, `value` is displayed as text. */
  readonly kind?: CaseFactKind;
  /** Currency of an amount. */
  readonly currency?: CurrencyCode;
  /** Path of the console page that shows the object. */
  readonly path?: string;
}

/**
 * Handles decisions on one type of case by acting on the case's subject. Unless stated otherwise,
 * every call runs inside the decision's transaction, with the case locked.
 */
export interface CaseHandler<Prepared = unknown> {
  readonly kind: CaseKind;
  /** Returns facts for the operators' page. The facts must not contain secrets. */
  facts(context: AppContext, tx: Tx, reviewCase: ReviewCase): Promise<CaseFact[]>;
  /**
   * Performs the part of an approval that must run outside the transaction, such as a request to an
   * issuer. Calls `decide` with the result. If `decide` throws an error, may call it again with a
   * different result.
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
   * @returns a function to call after the transaction has committed, if there is one
   * @throws Refusal if the decision cannot take effect
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
  /** Ends the subject because the customer withdrew the request or did not answer in time. */
  end(
    context: AppContext,
    tx: Tx,
    reviewCase: ReviewCase,
    how: "withdrawn" | "expired",
  ): Promise<void>;
  /**
   * Takes a rejected subject back under review, for example by holding its money again. Case types
   * without this function cannot be appealed.
   *
   * @throws Refusal if the subject can no longer be reopened
   */
  reopen?(context: AppContext, tx: Tx, reviewCase: ReviewCase): Promise<void>;
}
