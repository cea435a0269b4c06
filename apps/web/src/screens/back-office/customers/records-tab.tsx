import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { LOG_CATEGORIES, type LogCategory } from "@tessera/contract/back-office/audit-titles";
import { useState } from "react";
import { AuditRow } from "../../../features/back-office/audit-log/audit-row.tsx";
import { CATEGORY_LOOKS } from "../../../features/back-office/audit-log/log-words.ts";
import { customerRecordsQuery } from "../../../features/back-office/customers/customers.queries.ts";
import { usePowers } from "../../../features/back-office/customers/powers.ts";
import { useLocale } from "../../../lib/locale.ts";
import { FilterChip, FilterChips } from "../../../ui/form/filter-chip.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { DayList } from "../../../ui/list/day-list.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";

const AuditDetailSheet = lazySheet(async () => {
  return (await import("../../../features/back-office/audit-log/audit-detail-sheet.tsx"))
    .AuditDetailSheet;
});

/** Renders the audit events about a customer, regardless of who caused them. */
export function RecordsTab({ customerId }: { readonly customerId: string }) {
  const { t } = useLingui();
  const { mayAudit } = usePowers();
  const [category, setCategory] = useState<LogCategory>();
  const [opening, setOpening] = useState<{ readonly id: string; readonly open: boolean }>();
  const pages = useInfiniteQuery(customerRecordsQuery(customerId, category, useLocale()));
  return (
    <>
      <div className="-mx-(--gutter)">
        <FilterChips label={t`Filters`}>
          {LOG_CATEGORIES.map((one) => (
            <FilterChip
              key={one}
              selected={category === one}
              onClick={() => setCategory(category === one ? undefined : one)}
            >
              {t(CATEGORY_LOOKS[one].text)}
            </FilterChip>
          ))}
        </FilterChips>
      </div>
      <DayList
        pages={pages}
        failed={t`Couldn’t load the audit events.`}
        empty={
          <EmptyState>
            <Trans>No audit events match.</Trans>
          </EmptyState>
        }
        renderRow={(record) => (
          <AuditRow
            record={record}
            onOpen={mayAudit ? () => setOpening({ id: record.id, open: true }) : undefined}
          />
        )}
      />
      {opening !== undefined && (
        <AuditDetailSheet
          recordId={opening.id}
          open={opening.open}
          onClose={() => setOpening({ ...opening, open: false })}
        />
      )}
    </>
  );
}
