import type { Generated } from "kysely";

/** The response to an authorization request. */
export interface AuthorisationAnswer {
  readonly approved: boolean;
  /** `approved`, or a decline code. */
  readonly code: string;
  /** The id of its movement, or the one it would have had. */
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
