import { useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { CircleCheck, CircleSlash, Hourglass, Moon, Snowflake, TimerOff } from "lucide-react";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { isFrozenBy } from "./card-standing.ts";

type Shown = Pick<Card, "status" | "used" | "freezes">;

/** Shows the status of a card unless it is simply open. */
export function CardStatusChip({ card }: { readonly card: Shown }) {
  const { t } = useLingui();
  switch (card.status) {
    case "frozen":
      return <Chip tone="info" icon={Snowflake}>{t`Frozen`}</Chip>;
    case "expired":
      return <Chip tone="outline" icon={TimerOff}>{t`Expired`}</Chip>;
    case "closing":
      return (
        <Chip tone="outline" icon={Hourglass}>
          {t({ message: "Closing", context: "card" })}
        </Chip>
      );
    case "closed":
      return (
        <Chip tone="outline" icon={CircleSlash}>
          {t({ message: "Closed", context: "card" })}
        </Chip>
      );
    default:
      break;
  }
  if (card.used) {
    return (
      <Chip tone="outline" icon={CircleCheck}>
        {t({ message: "Used", context: "card" })}
      </Chip>
    );
  }
  return isFrozenBy(card, "schedule") ? (
    <Chip tone="info" icon={Moon}>
      {t({ message: "Paused", context: "card" })}
    </Chip>
  ) : null;
}
