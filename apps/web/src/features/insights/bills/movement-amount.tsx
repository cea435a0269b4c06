import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { Money } from "../../../ui/text/money.tsx";
import { didNotMove, statusLabel } from "../../../ui/text/status-label.ts";

interface MovementAmountProps {
  readonly movement: Pick<Movement, "amount" | "currency" | "status">;
}

/** A movement's amount: money that came in is marked, money that did not move is quiet. */
export function MovementAmount({ movement }: MovementAmountProps) {
  const label = statusLabel(movement.status);
  const incoming = label === "completed" && /^[^-]*[1-9]/.test(movement.amount);
  return (
    <Money
      amount={movement.amount}
      currency={movement.currency}
      sign={incoming ? "always" : "auto"}
      className={incoming ? "text-positive" : didNotMove(label) ? "text-ink-3" : undefined}
    />
  );
}
