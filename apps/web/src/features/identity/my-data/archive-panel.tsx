import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { DataArchive } from "@tessera/contract/identity/my-data.schemas";
import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { TileMeter } from "../../../ui/chart/tile-meter.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { useFocusAfter } from "../../../ui/layout/use-lost-focus.ts";
import { DateText } from "../../../ui/text/date-text.tsx";
import { sizeText } from "../../../ui/text/size-text.ts";
import { StatusChip } from "../../../ui/text/status-chip.tsx";
import { useCancelArchive, useDownloadArchive } from "./my-data.mutations.ts";
import { isOpen } from "./my-data.queries.ts";

const ProofSheet = lazySheet(
  async () => (await import("../../../ui/proof/proof-sheet.tsx")).ProofSheet,
);

interface ArchiveProps {
  readonly archive: DataArchive;
}

function Progress({ archive }: ArchiveProps) {
  const { t } = useLingui();
  const cancel = useCancelArchive();
  const { entriesDone: done, entriesTotal: total } = archive;
  const share = total === null || total === 0 ? 0 : done / total;
  return (
    <div className="mt-3">
      <TileMeter label={t`Archive progress`} share={share} steady />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
        <span className="text-small text-ink-2">
          {total === null ? (
            <Trans>Waiting to start</Trans>
          ) : (
            <Trans>
              {done.toLocaleString("en")} of {total.toLocaleString("en")} entries
            </Trans>
          )}
        </span>
        <Button
          kind="text"
          size="md"
          className="-mr-4"
          loadingLabel={cancel.isPending ? t`Canceling` : undefined}
          onClick={() => cancel.mutate(archive.id)}
        >
          <Trans>Cancel</Trans>
        </Button>
      </div>
      {cancel.error !== null && (
        <Note tone="negative" role="alert" className="mt-2">
          {cancel.error.message}
        </Note>
      )}
    </div>
  );
}

function Failure({ archive }: ArchiveProps) {
  return (
    <Note tone="negative" className="mt-3">
      {archive.failure === "too_large" ? (
        <Trans>Your data is too large for one archive. Contact support to get it.</Trans>
      ) : (
        <Trans>The archive couldn’t be created. Request it again.</Trans>
      )}
    </Note>
  );
}

function DownloadButton({ archive }: ArchiveProps) {
  const { t } = useLingui();
  const fetchFile = useDownloadArchive();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const show = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <Button
        size="md"
        className="mt-3"
        icon={<Download aria-hidden="true" size={18} strokeWidth={1.75} />}
        onClick={show}
      >
        <Trans>Download</Trans>
      </Button>
      {asked && (
        <ProofSheet
          open={open}
          onClose={() => setOpen(false)}
          title={<Trans>Download your data</Trans>}
          confirmLabel={t`Download`}
          onProven={async (proof) => {
            await fetchFile(archive, proof);
            setOpen(false);
          }}
        >
          <Trans>
            Anyone who has this file can read all your data. Save it in a safe place, not on a
            shared device.
          </Trans>
        </ProofSheet>
      )}
    </>
  );
}

/** Shows a requested archive: its progress, or its file and the download deadline. */
export function ArchivePanel({ archive }: ArchiveProps) {
  const { status, file, expiresAt } = archive;
  const heading = useRef<HTMLHeadingElement>(null);
  const isMaking = isOpen(archive);
  // The Cancel button leaves with the progress.
  useFocusAfter(heading, isMaking);
  return (
    <li>
      <Panel>
        <article>
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
              <DateText at={archive.createdAt} />
            </h3>
            <StatusChip status={status} />
          </div>
          {isMaking && <Progress archive={archive} />}
          {status === "failed" && <Failure archive={archive} />}
          {status === "completed" && file !== undefined && expiresAt !== undefined && (
            <>
              <p className="text-small text-ink-3">
                <Plural value={archive.entriesDone} one="# entry" other="# entries" />
                {" · "}
                {sizeText(file.bytes)}
                {" · "}
                <Trans>
                  until <DateText at={expiresAt} />
                </Trans>
              </p>
              <DownloadButton archive={archive} />
            </>
          )}
          {status === "expired" && (
            <p className="text-small text-ink-3">
              <Trans>The file was deleted.</Trans>
            </p>
          )}
        </article>
      </Panel>
    </li>
  );
}
