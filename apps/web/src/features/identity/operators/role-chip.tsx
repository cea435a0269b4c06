import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useSession } from "../../../lib/session/session-store.ts";
import { Chip } from "../../../ui/text/status-chip.tsx";

const NAMES: ReadonlyMap<string, MessageDescriptor> = new Map([
  ["support", msg`Support`],
  ["reviewer", msg`Reviewer`],
  ["administrator", msg`Administrator`],
  ["auditor", msg`Auditor`],
]);

/** Shows an operator's role. */
export function RoleChip() {
  const { t } = useLingui();
  const name = NAMES.get(useSession().user?.role ?? "");
  return name === undefined ? null : <Chip tone="neutral">{t(name)}</Chip>;
}
