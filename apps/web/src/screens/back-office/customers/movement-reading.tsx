import { useQuery } from "@tanstack/react-query";
import type { CustomerMovement } from "@tessera/contract/back-office/customers.schemas";
import { customerCardsQuery } from "../../../features/back-office/customers/customers.queries.ts";
import {
  MovementRecord,
  MovementStop,
} from "../../../features/back-office/customers/movement-record.tsx";
import { MovementAmount } from "../../../features/insights/bills/movement-amount.tsx";
import { MovementFacts } from "../../../features/insights/bills/movement-facts.tsx";
import { MovementStatus } from "../../../features/insights/bills/movement-status.tsx";
import { MovementTimeline } from "../../../features/insights/bills/movement-timeline.tsx";

/** Renders one movement as the customer sees it, and everything posted to the ledger for it. */
export function MovementReading({ movement }: { readonly movement: CustomerMovement }) {
  const { data: cards } = useQuery(customerCardsQuery(movement.customerId));
  const card = cards?.find(({ id }) => id === movement.cardId);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <span data-fit-room className="min-w-0 text-amount">
          <MovementAmount movement={movement} />
        </span>
        <MovementStatus movement={movement} />
      </div>
      <MovementStop movement={movement} />
      <MovementFacts movement={movement} card={card} />
      <MovementTimeline steps={movement.timeline} />
      <MovementRecord movement={movement} />
    </>
  );
}
