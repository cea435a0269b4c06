import { Trans } from "@lingui/react/macro";
import type { Card, CardFreeze } from "@tessera/contract/cards/cards.schemas";
import {
  Building2,
  type LucideIcon,
  Moon,
  ShieldAlert,
  ShieldQuestion,
  Snowflake,
} from "lucide-react";
import type { ReactNode } from "react";
import { Panel } from "../../../../ui/layout/panel.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { inlineLinkClass } from "../../../../ui/text/text-link.ts";

const ICONS: Readonly<Record<CardFreeze["layer"], LucideIcon>> = {
  customer: Snowflake,
  verification: ShieldQuestion,
  risk: ShieldAlert,
  operator: Building2,
  schedule: Moon,
};

function Title({ layer, reason }: Pick<CardFreeze, "layer" | "reason">): ReactNode {
  switch (layer) {
    case "customer":
      return <Trans>Frozen by you</Trans>;
    case "risk":
      return <Trans>Frozen by a rule</Trans>;
    case "verification":
      return <Trans>On hold after wrong card details</Trans>;
    case "schedule":
      return <Trans>Paused during blocked hours</Trans>;
    case "operator":
      return reason === "suspected_fraud" ? (
        <Trans>Frozen by Tessera: a payment looked like fraud</Trans>
      ) : reason === "compliance" ? (
        <Trans>Frozen by Tessera for a review</Trans>
      ) : (
        <Trans>Frozen by Tessera</Trans>
      );
  }
}

interface LiftProps {
  readonly layer: CardFreeze["layer"];
  readonly onSchedule: () => void;
  readonly support: ReactNode;
}

/** Renders the action that lifts one freeze layer. */
function Lift({ layer, onSchedule, support }: LiftProps): ReactNode {
  switch (layer) {
    case "customer":
      return <Trans>Unfreeze the card to use it again.</Trans>;
    case "risk":
      return <Trans>Was this you? Unfreeze the card to use it again.</Trans>;
    case "verification":
      return <Trans>See above for next steps.</Trans>;
    case "operator":
      return support;
    case "schedule":
      return (
        <button type="button" onClick={onSchedule} className={inlineLinkClass}>
          <Trans>Change blocked hours</Trans>
        </button>
      );
  }
}

interface CardBlocksProps {
  readonly card: Pick<Card, "freezes">;
  readonly onSchedule: () => void;
  /** Link to support, which can lift a freeze set by Tessera. */
  readonly support: ReactNode;
}

/**
 * Lists everything that currently blocks a card's payments, with its start or end time and how to
 * lift it.
 */
export function CardBlocks({ card, onSchedule, support }: CardBlocksProps) {
  if (card.freezes.length === 0) {
    return null;
  }
  return (
    <Panel className="mb-3">
      <h2 className="text-small font-medium text-ink-2">
        <Trans>Why this card can’t pay</Trans>
      </h2>
      <ul>
        {card.freezes.map(({ layer, reason, since, until }) => {
          const Icon = ICONS[layer];
          return (
            <li key={layer} className="flex gap-3 py-2">
              <Icon
                aria-hidden="true"
                size={20}
                strokeWidth={1.75}
                className="mt-px flex-none text-ink-2"
              />
              <div className="min-w-0">
                <p className="font-medium">
                  <Title layer={layer} reason={reason} />
                </p>
                <p className="text-small text-ink-3">
                  {until === null ? (
                    <Trans>
                      Since <DateText at={since} />.
                    </Trans>
                  ) : (
                    <Trans>
                      Until <DateText at={until} />.
                    </Trans>
                  )}{" "}
                  <Lift layer={layer} onSchedule={onSchedule} support={support} />
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
