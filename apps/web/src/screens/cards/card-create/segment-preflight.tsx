import { Trans, useLingui } from "@lingui/react/macro";
import type { CardSegment } from "@tessera/contract/cards/cards.schemas";
import { useState } from "react";
import { loadTexts } from "../../../i18n/catalog.ts";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";

const PreflightSheet = lazySheet(async () => {
  const [{ PreflightSheet: Sheet }] = await Promise.all([
    import("../../../features/authorization/rules/preflight/preflight-sheet.tsx"),
    loadTexts("risk"),
  ]);
  return Sheet;
});

/** Renders the preflight ("Will it go through?") for a card that does not exist yet. */
export function SegmentPreflight({ segment }: { readonly segment: CardSegment }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<{ readonly serial: number; readonly open: boolean }>();
  return (
    <>
      <Button
        kind="text"
        size="md"
        block
        aria-haspopup="dialog"
        className="mt-3"
        onClick={() => setOpened({ serial: (opened?.serial ?? 0) + 1, open: true })}
      >
        <Trans>Will it go through?</Trans>
      </Button>
      {opened !== undefined && (
        <PreflightSheet
          key={opened.serial}
          subject={{ segmentId: segment.id }}
          currency={segment.currency}
          name={t`A new card of this type`}
          open={opened.open}
          onClose={() => setOpened({ ...opened, open: false })}
        />
      )}
    </>
  );
}
