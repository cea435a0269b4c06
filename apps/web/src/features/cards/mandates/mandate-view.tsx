import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { MandateDetail } from "@tessera/contract/cards/mandates.schemas";
import { useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { Button, buttonClass } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { LoadFault } from "../../../ui/list/load-fault.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { MandateFacts, MandateTexts } from "./mandate-facts.tsx";
import { MandateStatus } from "./mandate-status.tsx";
import { mandateQuery, type ShownMandate, useEndMandate } from "./mandates.queries.ts";

const ApproveMandateSheet = lazySheet(
  async () => (await import("./approve-mandate-sheet.tsx")).ApproveMandateSheet,
);
const MandateTermsSheet = lazySheet(
  async () => (await import("./mandate-terms-sheet.tsx")).MandateTermsSheet,
);
const ConfirmDialog = lazySheet(
  async () => (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog,
);

interface ViewProps {
  readonly mandate: MandateDetail;
}

type Asked = "approve" | "change" | "refuse" | "withdraw";

function useAsked() {
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
  return {
    asked,
    sheet: { open, onClose: () => setOpen(false) },
    ask(what: Asked) {
      setAsked(what);
      setOpen(true);
    },
  };
}

/** Renders what the customer can do about a mandate that waits. */
function Decision({ mandate }: ViewProps) {
  const { t } = useLingui();
  const { refuse } = useEndMandate();
  const { asked, ask, sheet } = useAsked();
  // What was on the screen when the customer opened the sheet, and not what a change made of it.
  const [shown, setShown] = useState<ShownMandate>();
  const { offer } = mandate;
  return (
    <>
      {offer === null && (
        <Note tone="caution" className="mt-3">
          <Trans>No card product can pay this amount in this currency.</Trans>
        </Note>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {offer !== null && (
          <Button
            kind="primary"
            onClick={() => {
              setShown({ mandate, offer });
              ask("approve");
            }}
          >
            <Trans>Approve</Trans>
          </Button>
        )}
        <Button onClick={() => ask("change")}>
          <Trans>Change</Trans>
        </Button>
        <Button kind="destructive" onClick={() => ask("refuse")}>
          <Trans>Refuse</Trans>
        </Button>
      </div>
      {refuse.error !== null && (
        <Note tone="negative" role="alert" className="mt-3">
          {messageOf(refuse.error, t`Unknown error`)}
        </Note>
      )}
      {shown !== undefined && asked === "approve" && (
        <ApproveMandateSheet shown={shown} {...sheet} />
      )}
      {asked === "change" && <MandateTermsSheet mandate={mandate} {...sheet} />}
      {asked === "refuse" && (
        <ConfirmDialog
          {...sheet}
          title={<Trans>Refuse this purchase?</Trans>}
          confirmLabel={t`Refuse`}
          destructive
          onConfirm={() => {
            refuse.mutate(mandate);
            sheet.onClose();
          }}
        >
          <Trans>Nothing is charged. The software that proposed it sees your decision.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Renders the card of an approved mandate, and ends the mandate. */
function IssuedCard({ mandate }: ViewProps) {
  const { t } = useLingui();
  const { withdraw } = useEndMandate();
  const { asked, ask, sheet } = useAsked();
  const { card } = mandate;
  return card === null ? null : (
    <>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link
          to="/cards/$cardId"
          params={{ cardId: card.id }}
          className={buttonClass({ kind: "primary" })}
        >
          <Trans>See the card</Trans>
        </Link>
        {mandate.status === "approved" && (
          <Button kind="destructive" onClick={() => ask("withdraw")}>
            <Trans>End it now</Trans>
          </Button>
        )}
      </div>
      {withdraw.error !== null && (
        <Note tone="negative" role="alert" className="mt-3">
          {messageOf(withdraw.error, t`Unknown error`)}
        </Note>
      )}
      {asked === "withdraw" && (
        <ConfirmDialog
          {...sheet}
          title={<Trans>End this purchase?</Trans>}
          confirmLabel={t`End it now`}
          destructive
          onConfirm={() => {
            withdraw.mutate(mandate);
            sheet.onClose();
          }}
        >
          <Trans>
            The card closes, and the money on it returns to your account. A payment on hold is still
            settled.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Renders one mandate: what it says, what it costs, and what the customer can do about it. */
export function MandateView({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const query = useQuery(mandateQuery(id));
  const { data: mandate } = query;
  if (query.isPending) {
    return <SkeletonRows count={4} />;
  }
  if (mandate === undefined) {
    return (
      <LoadFault
        error={query.error}
        gone={<Trans>This purchase doesn’t exist.</Trans>}
        message={t`Couldn’t load your purchases`}
        aboutMoney
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <Panel className="mt-3 py-4">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-h wrap-break-word">{mandate.merchant}</h2>
        <MandateStatus status={mandate.status} />
      </div>
      <MandateTexts mandate={mandate} />
      <MandateFacts mandate={mandate} />
      {mandate.status === "proposed" && <Decision mandate={mandate} />}
      <IssuedCard mandate={mandate} />
    </Panel>
  );
}
