import { useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { FlaskConical } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ListRowButton, RowIcon } from "../../../ui/list/list-row.tsx";
import { CardPreflight } from "./card-preflight.tsx";

/** Renders the preflight among the card's options. */
export function PreflightOption({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useLingui();
  return (
    <ListRowButton
      onClick={onOpen}
      lead={
        <RowIcon>
          <FlaskConical aria-hidden="true" strokeWidth={1.75} />
        </RowIcon>
      }
      title={t`Will it go through?`}
      meta={t`Check if a payment would go through`}
    />
  );
}

/**
 * Returns the preflight sheet and a function that opens it. The sheet is reset each time it opens.
 */
export function usePreflightSheet(card: Card): {
  readonly show: () => void;
  readonly sheet: ReactNode;
} {
  const [opened, setOpened] = useState<{ readonly serial: number; readonly open: boolean }>();
  return {
    show: () => setOpened((before) => ({ serial: (before?.serial ?? 0) + 1, open: true })),
    sheet: opened !== undefined && (
      <CardPreflight
        key={opened.serial}
        card={card}
        open={opened.open}
        onClose={() => setOpened({ ...opened, open: false })}
      />
    ),
  };
}
