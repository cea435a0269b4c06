import { useQuery } from "@tanstack/react-query";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { MovementDetail } from "@tessera/contract/insights/bills.schemas";
import { DeclinePart } from "../../../features/authorization/rules/declines/decline-part.tsx";
import { cardQuery } from "../../../features/cards/my-cards/cards.queries.ts";
import { useCardFixes } from "./use-card-fixes.tsx";

interface StoppedPaymentProps {
  readonly movement: MovementDetail;
}

function OnCard({ movement, card }: StoppedPaymentProps & { readonly card: Card }) {
  const { fixes, now, sheets } = useCardFixes(card);
  return (
    <>
      <DeclinePart movement={movement} card={fixes} now={now} />
      {sheets}
    </>
  );
}

/** Explains why a payment was stopped and offers changes to the card that would help. */
export function StoppedPayment({ movement }: StoppedPaymentProps) {
  const { cardId = "" } = movement;
  const { data: card } = useQuery({ ...cardQuery(cardId), enabled: cardId !== "" });
  return card === undefined ? (
    <DeclinePart movement={movement} card={undefined} now={undefined} />
  ) : (
    <OnCard movement={movement} card={card} />
  );
}
