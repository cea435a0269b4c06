import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { Money } from "../../../ui/text/money.tsx";
import { didNotMove, statusLabel } from "../../../ui/text/status-label.ts";

interface MovementAmountProps {
  readonly movement: Pick<Movement, "amount" | "currency" | "status">;
}

/** Renders a movement's amount: incoming money highlighted, money that did not move muted. */
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
