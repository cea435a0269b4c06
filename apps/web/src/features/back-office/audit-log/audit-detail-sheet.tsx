import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { AuditDetail } from "@tessera/contract/back-office/logs.schemas";
import { Check, Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { deviceWords } from "../../../lib/device-words.ts";
import { useLocale } from "../../../lib/locale.ts";
import { KeyValue } from "../../../ui/layout/panel.tsx";
import { Sheet, type SheetProps } from "../../../ui/overlay/sheet.tsx";
import { formatFullMoment } from "../../../ui/text/format-date.ts";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { useActorName } from "./actor-name.ts";
import { auditRecordQuery } from "./audit.queries.ts";
import { Changes } from "./changes.tsx";
import { RecordAbsent } from "./record-absent.tsx";

/** Renders a long name that may wrap anywhere. */
function Name({ children }: { readonly children: ReactNode }) {
  return <span className="text-small break-all">{children}</span>;
}

function Facts({ record }: { readonly record: AuditDetail }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { customerId, customerName, ip } = record;
  const nameOf = useActorName();
  const names = [
    [t`Customer`, customerName === null ? customerId : `${customerName} · ${customerId}`],
    [t`Object`, record.object],
    [t`Movement`, record.movementId],
    [t`Request ID`, record.requestId],
    [t`Record ID`, record.id],
  ] as const;
  return (
    <dl>
      <KeyValue label={<Trans context="logs">When</Trans>}>
        {formatFullMoment(new Date(record.at), locale)}
      </KeyValue>
      <KeyValue label={<Trans>Recorded at</Trans>}>
        {formatFullMoment(new Date(record.writtenAt), locale)}
      </KeyValue>
      <KeyValue label={<Trans>Action</Trans>}>{record.act}</KeyValue>
      <KeyValue label={<Trans>Who</Trans>}>{nameOf(record)}</KeyValue>
      {(record.browser !== null || record.system !== null) && (
        <KeyValue label={<Trans>Device</Trans>}>{deviceWords(record, t)}</KeyValue>
      )}
      {ip !== null && <KeyValue label={<Trans>IP address</Trans>}>{ip}</KeyValue>}
      {names.map(
        ([label, value]) =>
          value !== null && (
            <KeyValue key={label} label={label}>
              <Name>{value}</Name>
            </KeyValue>
          ),
      )}
    </dl>
  );
}

/** Lists all remaining recorded values, unformatted. */
function Rest({ facts }: { readonly facts: AuditDetail["facts"] }) {
  return Object.keys(facts).length === 0 ? null : (
    <section className="mt-3">
      <h3 className="text-small font-medium text-ink-3">
        <Trans>Also recorded</Trans>
      </h3>
      <dl>
        {Object.entries(facts).map(([name, value]) => (
          <KeyValue key={name} label={name}>
            <Name>{typeof value === "string" ? value : JSON.stringify(value)}</Name>
          </KeyValue>
        ))}
      </dl>
    </section>
  );
}

/** Shows one audit event: actor, customer, changes and the seal that covers it. */
export function AuditDetailSheet({
  recordId,
  open,
  onClose,
  inHistory,
}: {
  readonly recordId: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly inHistory?: SheetProps["inHistory"];
}) {
  const { t } = useLingui();
  const { data, isError, error, refetch } = useQuery(auditRecordQuery(recordId, useLocale()));
  return (
    <Sheet open={open} onClose={onClose} inHistory={inHistory} title={data?.title ?? t`Details`}>
      {data !== undefined && (
        <>
          {data.sealedInBlock === null ? (
            <Chip tone="neutral" icon={Hourglass}>
              <Trans>Waiting to be sealed</Trans>
            </Chip>
          ) : (
            <Chip tone="positive" icon={Check}>
              <Trans>Sealed in block {data.sealedInBlock}</Trans>
            </Chip>
          )}
          <Facts record={data} />
          <Changes changes={data.changes} />
          <Rest facts={data.facts} />
        </>
      )}
      {data === undefined && (
        <RecordAbsent failed={isError} error={error} onRetry={() => void refetch()} />
      )}
    </Sheet>
  );
}
