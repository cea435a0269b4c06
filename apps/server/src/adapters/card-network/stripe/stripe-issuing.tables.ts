import type { Table } from "../../../platform/database/table.ts";

/** The response to an authorization request. */
export interface AuthorizationAnswer {
  readonly approved: boolean;
  /** `approved`, or a decline code. */
  readonly code: string;
  /** The id of the request's movement, or the id that the movement would have had. */
  readonly movementId: string;
}

type StripeEventTable = Table<"stripe_event", { answer: AuthorizationAnswer | null }>;

export type StripeIssuingTables = {
  stripe_event: StripeEventTable;
  stripe_authorisation: Table<"stripe_authorisation">;
  stripe_transaction: Table<"stripe_transaction">;
};
