import { merchant } from "@tessera/contract/bills/bills.schemas";
import * as z from "zod/mini";

const movementData = z.object({
  merchant: z.catch(z.optional(merchant), undefined),
  declineCode: z.catch(z.optional(z.string()), undefined),
  notes: z.catch(z.optional(z.array(z.string())), undefined),
  stage: z.catch(z.optional(z.string()), undefined),
});

export type MovementData = z.infer<typeof movementData>;

/** What a reader may know of a movement's data; anything else in it stays inside. */
export function readMovementData(data: unknown): MovementData {
  return movementData.parse(data);
}
