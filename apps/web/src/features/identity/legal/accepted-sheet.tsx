import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../../lib/api/api-error.ts";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { AcceptanceList } from "./acceptance-list.tsx";
import { acceptancesQuery } from "./acceptances.queries.ts";

/** Shows the texts that the customer accepted. */
export function AcceptedSheet({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({ ...acceptancesQuery, enabled: open });
  return (
    <Sheet open={open} onClose={onClose} title={t`What you accepted`}>
      <p className="pb-1 text-ink-2">
        <Trans>The legal documents you accepted, in the version you were shown.</Trans>
      </p>
      {data !== undefined && <AcceptanceList acceptances={data} />}
      {data === undefined &&
        (error === null ? (
          <SkeletonRows count={4} />
        ) : (
          <ErrorPanel
            message={messageOf(error, t`Couldn’t load this list.`)}
            onRetry={() => void refetch()}
          />
        ))}
    </Sheet>
  );
}
