import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { customerAcceptancesQuery } from "../../../features/back-office/customers/customers.queries.ts";
import { AcceptanceList } from "../../../features/identity/legal/acceptance-list.tsx";
import { messageOf } from "../../../lib/api/api-error.ts";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

/** Renders the versions of the legal texts that a customer accepted. */
export function AcceptedTexts({ customerId }: { readonly customerId: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(customerAcceptancesQuery(customerId));
  return (
    <section className="mt-6">
      <h2 className="text-h">
        <Trans>Accepted legal documents</Trans>
      </h2>
      {data !== undefined && <AcceptanceList acceptances={data} />}
      {data === undefined &&
        (error === null ? (
          <SkeletonRows count={4} />
        ) : (
          <ErrorPanel
            message={messageOf(error, t`Couldn’t load the accepted legal documents.`)}
            onRetry={() => void refetch()}
          />
        ))}
    </section>
  );
}
