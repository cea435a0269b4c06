import { useLingui } from "@lingui/react/macro";
import type { CardStatus } from "@tessera/contract/cards/cards.schemas";
import { CircleSlash, Snowflake, TimerOff } from "lucide-react";
import { Chip } from "../../ui/status-chip.tsx";

/** How a card stands, where that is not simply open. */
export function CardStatusChip({ status }: { readonly status: CardStatus }) {
  const { t } = useLingui();
  switch (status) {
    case "frozen":
      return <Chip tone="info" icon={Snowflake}>{t`Frozen`}</Chip>;
    case "expired":
      return <Chip tone="outline" icon={TimerOff}>{t`Expired`}</Chip>;
    case "closed":
      return (
        <Chip tone="outline" icon={CircleSlash}>
          {t({ message: "Closed", context: "card" })}
        </Chip>
      );
    default:
      return null;
  }
}
