import { useQuery } from "@tanstack/react-query";
import type { CustomerMovement } from "@tessera/contract/customers/customers.schemas";
import { MovementAmount } from "../../features/bills/movement-amount.tsx";
import { MovementFacts } from "../../features/bills/movement-facts.tsx";
import { MovementStatus } from "../../features/bills/movement-status.tsx";
import { MovementTimeline } from "../../features/bills/movement-timeline.tsx";
import { customerCardsQuery } from "../../features/customers/customers.queries.ts";
import { MovementRecord, MovementStop } from "../../features/customers/movement-record.tsx";

/** One movement of a customer's: what they read of it, and all that was booked for it. */
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
