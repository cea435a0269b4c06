import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReconciliationExport } from "@tessera/contract/insights/statements.schemas";
import { Download, RotateCcw } from "lucide-react";
import { useLocale } from "../../../lib/locale.ts";
import { noonOf } from "../../../lib/time/noon-of.ts";
import { TileMeter } from "../../../ui/chart/tile-meter.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { DateText } from "../../../ui/text/date-text.tsx";
import { formatDay } from "../../../ui/text/format-date.ts";
import { sizeText } from "../../../ui/text/size-text.ts";
import { StatusChip } from "../../../ui/text/status-chip.tsx";
import { bodyAgain } from "./export-draft.ts";
import { ExportEquation, shownTotals } from "./export-equation.tsx";
import { useCancelExport, useCreateExport, useFetchFile } from "./reconciliation.mutations.ts";
import { isOpen } from "./reconciliation.queries.ts";
import { zoneName } from "./time-zones.ts";

interface ExportPanelProps {
  readonly job: ReconciliationExport;
}

function Head({ job }: ExportPanelProps) {
  const locale = useLocale();
  const now = new Date();
  const [from, to] = [job.fromDay, job.toDay].map((day) =>
    formatDay(new Date(noonOf(day)), locale, now),
  );
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
      <div className="min-w-0">
        <h3 className="font-semibold">{from === to ? from : `${from} – ${to}`}</h3>
        <p className="text-small text-ink-3">
          {job.format.toUpperCase()} · {zoneName(job.timeZone)}
          {(job.cards !== undefined || job.accounts.length < 3) && (
            <>
              {" · "}
              {job.accounts.join(", ")}
              {job.accounts.length > 0 && job.cards?.length !== 0 && " · "}
              {job.cards === undefined ? (
                <Trans>all cards</Trans>
              ) : (
                job.cards.length > 0 && (
                  <Plural value={job.cards.length} one="# card" other="# cards" />
                )
              )}
            </>
          )}
          {job.kinds !== undefined && (
            <>
              {" · "}
              <Plural value={job.kinds.length} one="# type" other="# types" />
            </>
          )}
        </p>
      </div>
      <StatusChip status={job.status} />
    </div>
  );
}

function Progress({ job }: ExportPanelProps) {
  const { t } = useLingui();
  const cancel = useCancelExport();
  const { rowsDone, rowsTotal } = job;
  const share = rowsTotal === null || rowsTotal === 0 ? 0 : rowsDone / rowsTotal;
  return (
    <div className="mt-3">
      <TileMeter label={t`Rows written`} share={share} steady />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
        <span className="text-small text-ink-2">
          {job.status === "queued" ? (
            <Trans>Waiting in the queue</Trans>
          ) : rowsTotal === null ? (
            <Trans>Adding up balances</Trans>
          ) : (
            <Trans>
              {rowsDone.toLocaleString("en")} of {rowsTotal.toLocaleString("en")} rows
            </Trans>
          )}
        </span>
        <Button
          kind="text"
          size="md"
          className="-mr-4"
          loadingLabel={cancel.isPending ? t`Canceling` : undefined}
          onClick={() => cancel.mutate(job.id)}
        >
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </div>
  );
}

function Failure({ job }: ExportPanelProps) {
  return (
    <Note tone="negative" className="mt-3">
      {job.failure === "unbalanced" && (
        <Trans>
          The balances didn’t reconcile, so we didn’t create a file. We have been notified and are
          investigating.
        </Trans>
      )}
      {job.failure === "too_large" && (
        <Trans>There are too many rows for one file. Choose a shorter period.</Trans>
      )}
      {job.failure === "internal" && <Trans>Export failed. Try again.</Trans>}
    </Note>
  );
}

function Actions({ job }: ExportPanelProps) {
  const { t } = useLingui();
  const file = useFetchFile();
  const again = useCreateExport(() =>
    // The new statement is added at the top of the list, which may be out of view.
    showToast({ tone: "plain", text: t`Creating your statement` }),
  );
  const error = file.error ?? again.error;
  const name = job.file?.name;
  return (
    <>
      {error !== null && (
        <Note tone="negative" role="alert" className="mt-2">
          {error.message}
        </Note>
      )}
      {again.unknown && (
        <Note tone="caution" role="alert" className="mt-2">
          <Trans>No response. You can safely try again; only one statement will be created.</Trans>
        </Note>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {job.status === "completed" && name !== undefined && (
          <Button
            size="md"
            icon={<Download aria-hidden="true" size={18} strokeWidth={1.75} />}
            loadingLabel={file.isPending ? t`Downloading` : undefined}
            onClick={() => file.mutate({ id: job.id, name })}
          >
            <Trans>Download</Trans>
          </Button>
        )}
        <Button
          kind="text"
          size="md"
          icon={<RotateCcw aria-hidden="true" size={18} strokeWidth={1.75} />}
          loadingLabel={again.sending ? t`Submitting` : undefined}
          onClick={() => (again.unknown ? again.sendAgain() : again.send(bodyAgain(job)))}
        >
          <Trans>Try again</Trans>
        </Button>
      </div>
    </>
  );
}

/** Renders a statement: its progress, or its file and when the file expires. */
export function ExportPanel({ job }: ExportPanelProps) {
  return (
    <li>
      <Panel>
        <article>
          <Head job={job} />
          {isOpen(job) && <Progress job={job} />}
          {job.status === "failed" && <Failure job={job} />}
          {job.totals !== undefined && (
            <div className="mt-2 divide-y divide-line border-t border-line">
              {shownTotals(job.totals).map((total) => (
                <ExportEquation key={total.currency} total={total} />
              ))}
            </div>
          )}
          {job.file !== undefined && (
            <p className="text-small text-ink-3">
              <Plural value={job.rowsDone} one="# row" other="# rows" />
              {" · "}
              {sizeText(job.file.bytes)}
              {job.status === "completed" && job.expiresAt !== undefined && (
                <>
                  {" · "}
                  <Trans>
                    until <DateText at={job.expiresAt} />
                  </Trans>
                </>
              )}
            </p>
          )}
          {!isOpen(job) && <Actions job={job} />}
        </article>
      </Panel>
    </li>
  );
}
