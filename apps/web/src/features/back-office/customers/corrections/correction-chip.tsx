import { useLingui } from "@lingui/react/macro";
import type { CorrectionStatus } from "@tessera/contract/back-office/adjustments.schemas";
import { Chip } from "../../../../ui/text/status-chip.tsx";
import { CORRECTION_LOOKS } from "../customer-words.ts";

/** Shows the status of an adjustment. */
export function CorrectionChip({ status }: { readonly status: CorrectionStatus }) {
  const { t } = useLingui();
  const { tone, icon, text } = CORRECTION_LOOKS[status];
  return (
    <Chip tone={tone} icon={icon}>
      {t(text)}
    </Chip>
  );
}
