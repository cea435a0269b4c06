import type { Card } from "@tessera/contract/cards/cards.schemas";
import { Fragment, type ReactNode, useState } from "react";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { type CardSheetName, isSetting } from "./card-sheet-names.ts";

const FundingSheet = lazySheet(async () => {
  return (await import("./funding/funding-sheet.tsx")).FundingSheet;
});
const CardDetailsSheet = lazySheet(async () => {
  return (await import("./reveal/card-details-sheet.tsx")).CardDetailsSheet;
});
const FreezeDialog = lazySheet(async () => (await import("./freeze-dialog.tsx")).FreezeDialog);
const CloseCardDialog = lazySheet(async () => {
  return (await import("./close-card-dialog.tsx")).CloseCardDialog;
});
const SettingsSheet = lazySheet(async () => {
  return (await import("./settings/load-sheets.ts")).loadSettings();
});

interface Opened {
  readonly name: CardSheetName;
  /** The card that the sheet was opened for, even if another card has been selected since. */
  readonly card: Card;
  /** A number that changes each time a sheet opens, which resets the sheet's state. */
  readonly serial: number;
  readonly open: boolean;
}

/** Tracks which card sheet is open. */
export function useCardSheets() {
  const [opened, setOpened] = useState<Opened | null>(null);
  return {
    opened,
    show: (name: CardSheetName, card: Card) =>
      setOpened((before) => ({ name, card, serial: (before?.serial ?? 0) + 1, open: true })),
    hide: () => setOpened((before) => before && { ...before, open: false }),
  };
}

interface CardSheetsProps {
  readonly sheets: ReturnType<typeof useCardSheets>;
  /** Renders the warnings that the dialogs show before a card's payments stop. */
  readonly beforeStop?: ((card: Card) => ReactNode) | undefined;
  /** Rows that other features add to the options sheet. */
  readonly moreOptions?: ReactNode;
}

/** Renders the sheets and dialogs of a card, each loaded when it is first opened. */
export function CardSheets({ sheets, beforeStop, moreOptions }: CardSheetsProps) {
  const { opened, show, hide } = sheets;
  if (opened === null) {
    return null;
  }
  const { name, card, open, serial } = opened;
  const common = { card, open, onClose: hide };
  return (
    <Fragment key={serial}>
      {(name === "deposit" || name === "withdraw") && <FundingSheet {...common} operation={name} />}
      {name === "details" && <CardDetailsSheet {...common} />}
      {name === "freeze" && <FreezeDialog {...common}>{beforeStop?.(card)}</FreezeDialog>}
      {name === "close" && <CloseCardDialog {...common}>{beforeStop?.(card)}</CloseCardDialog>}
      {isSetting(name) && (
        <SettingsSheet
          {...common}
          name={name}
          onShow={(next) => show(next, card)}
          more={moreOptions}
        />
      )}
    </Fragment>
  );
}
