import { useLingui } from "@lingui/react/macro";
import {
  CORRECTION_STATUSES,
  type CorrectionStatus,
} from "@tessera/contract/back-office/adjustments.schemas";
import { useState } from "react";
import { FilterChip, FilterChips } from "../../../../ui/form/filter-chip.tsx";
import { CORRECTION_LOOKS } from "../customer-words.ts";
import { CorrectionList } from "./correction-list.tsx";

/** Lists the adjustments of all customers, by default those waiting for a decision. */
export function CorrectionInbox() {
  const { t } = useLingui();
  const [status, setStatus] = useState<CorrectionStatus | undefined>("waiting");
  return (
    <>
      <FilterChips label={t`Filters`}>
        {CORRECTION_STATUSES.map((one) => (
          <FilterChip
            key={one}
            selected={status === one}
            onClick={() => setStatus(status === one ? undefined : one)}
          >
            {t(CORRECTION_LOOKS[one].text)}
          </FilterChip>
        ))}
      </FilterChips>
      <div className="px-(--gutter)">
        <CorrectionList filters={status === undefined ? {} : { status }} named />
      </div>
    </>
  );
}
