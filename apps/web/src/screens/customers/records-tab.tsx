import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { LOG_CATEGORIES, type LogCategory } from "@tessera/contract/logs/acts";
import { useState } from "react";
import { customerRecordsQuery } from "../../features/customers/customers.queries.ts";
import { usePowers } from "../../features/customers/powers.ts";
import { AuditRow } from "../../features/logs/audit-row.tsx";
import { CATEGORY_LOOKS } from "../../features/logs/log-words.ts";
import { useLocale } from "../../lib/locale.ts";
import { DayList } from "../../ui/day-list.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FilterChip, FilterChips } from "../../ui/filter-chip.tsx";
import { lazySheet } from "../../ui/lazy-part.tsx";

const AuditDetailSheet = lazySheet(async () => {
  return (await import("../../features/logs/audit-detail-sheet.tsx")).AuditDetailSheet;
});

/** What is on record about a customer, whoever did it. */
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
        failed={t`The records could not be loaded.`}
        empty={
          <EmptyState>
            <Trans>Nothing on record that fits.</Trans>
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
