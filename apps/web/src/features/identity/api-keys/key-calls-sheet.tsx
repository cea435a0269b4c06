import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ApiKey, ApiKeyCall } from "@tessera/contract/identity/api-keys.schemas";
import { MoreButton } from "../../../ui/form/more-button.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { callPagesQuery } from "./api-keys.queries.ts";

function CallLine({ made }: { readonly made: ApiKeyCall }) {
  const { durationMs: duration } = made;
  return (
    <li className="py-[9px]">
      <span className="block break-all font-medium">
        {made.method} {made.route}
      </span>
      <span className="block text-small text-ink-3">
        {made.status}
        {made.code !== null && ` ${made.code}`}
        {" · "}
        <DateText at={made.at} />
        {" · "}
        {made.address}
        {" · "}
        <Trans>{duration} ms</Trans>
      </span>
    </li>
  );
}

/** Lists the calls that a key made. */
export function KeyCallsSheet({
  apiKey,
  open,
  onClose,
}: {
  readonly apiKey: ApiKey;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const pages = useInfiniteQuery({ ...callPagesQuery(apiKey.id), enabled: open });
  const calls = pages.data?.pages.flatMap(({ data }) => data);
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Calls</Trans>} subtitle={apiKey.name}>
      <p className="text-small text-ink-3">
        <Trans>The calls within 30 days, without what they contained.</Trans>
      </p>
      {calls === undefined &&
        (pages.isError ? (
          <ErrorPanel message={t`Couldn’t load the calls`} onRetry={() => void pages.refetch()} />
        ) : (
          <SkeletonRows count={3} />
        ))}
      {calls?.length === 0 && (
        <p className="mt-3">
          <Trans>No calls yet.</Trans>
        </p>
      )}
      <ul className="mt-2">
        {calls?.map((made) => (
          <CallLine key={made.id} made={made} />
        ))}
      </ul>
      <MoreButton pages={pages} />
    </Sheet>
  );
}
