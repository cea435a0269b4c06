import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ShoppingBag } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { MoreButton } from "../../../ui/form/more-button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { MandateRow } from "./mandate-row.tsx";
import { mandatePagesQuery } from "./mandates.queries.ts";

const MandateTermsSheet = lazySheet(
  async () => (await import("./mandate-terms-sheet.tsx")).MandateTermsSheet,
);

interface MandateListProps {
  readonly onOpen: (id: string) => void;
}

function Rows({ onOpen }: MandateListProps) {
  const { t } = useLingui();
  const pages = useInfiniteQuery(mandatePagesQuery);
  if (pages.isPending) {
    return <SkeletonRows count={3} />;
  }
  if (pages.data === undefined) {
    return (
      <ErrorPanel
        message={t`Couldn’t load your purchases`}
        aboutMoney
        onRetry={() => void pages.refetch()}
      />
    );
  }
  const mandates = pages.data.pages.flatMap(({ data }) => data);
  return mandates.length === 0 ? (
    <EmptyState icon={<ShoppingBag aria-hidden="true" size={20} strokeWidth={1.75} />}>
      <Trans>No purchases proposed yet.</Trans>
    </EmptyState>
  ) : (
    <>
      <div>
        {mandates.map((mandate) => (
          <MandateRow key={mandate.id} mandate={mandate} onOpen={() => onOpen(mandate.id)} />
        ))}
      </div>
      <MoreButton pages={pages} />
    </>
  );
}

/** Lists all purchase mandates, newest first, and lets the customer propose one. */
export function MandateList({ onOpen }: MandateListProps) {
  // Each opening starts with an empty form.
  const [opened, setOpened] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <>
      <p className="mt-3 text-small text-ink-3">
        <Trans>
          Your software can propose a purchase with an API key. You decide. The card that we issue
          pays this merchant once, up to the amount that you approved.
        </Trans>
      </p>
      <Button
        size="md"
        className="mt-3"
        onClick={() => {
          setOpened(opened + 1);
          setOpen(true);
        }}
      >
        <Trans>Propose a purchase</Trans>
      </Button>
      {opened > 0 && (
        <MandateTermsSheet
          key={opened}
          open={open}
          onClose={() => setOpen(false)}
          onDone={({ id }) => onOpen(id)}
        />
      )}
      <Rows onOpen={onOpen} />
    </>
  );
}
