import type { Generated } from "kysely";

/** What a request to authorise was answered. */
export interface AuthorisationAnswer {
  readonly approved: boolean;
  /** `approved`, or a code of the decline catalogue. */
  readonly code: string;
  /** The movement that was written about it, or would have been. */
  readonly movementId: string;
}

interface StripeEventTable {
  id: string;
  type: string;
  object_id: string;
  body_hash: Buffer;
  state: Generated<"received" | "done" | "failed">;
  tries: Generated<number>;
  answer: AuthorisationAnswer | null;
  received_at: Date;
  settled_at: Date | null;
}

export type StripeIssuingTables = {
  stripe_event: StripeEventTable;
  stripe_authorisation: { id: string; movement_id: string; created_at: Date };
  stripe_transaction: { id: string; movement_id: string; chosen_at: Date };
};
