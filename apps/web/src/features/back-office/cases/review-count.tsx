import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { needsYouQuery } from "./reviews.queries.ts";

/**
 * Shows how many reviews need the customer's action; renders nothing if there are none.
 *
 * @param brief shows only the number; screen readers still get the full text
 */
export function ReviewCount({ brief }: { readonly brief?: boolean | undefined }) {
  const { data } = useQuery(needsYouQuery);
  const count = data?.length ?? 0;
  if (count === 0) {
    return null;
  }
  const words = <Trans>{count} waiting</Trans>;
  return (
    <Chip tone="caution">
      {brief ? (
        <>
          <span aria-hidden="true" className="pl-0.5">
            {count}
          </span>
          <span className="sr-only">{words}</span>
        </>
      ) : (
        <span className="pl-0.5">{words}</span>
      )}
    </Chip>
  );
}
