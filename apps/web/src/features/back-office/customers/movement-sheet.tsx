import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { CustomerMovement } from "@tessera/contract/back-office/customers.schemas";
import type { ReactNode } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useLocale } from "../../../lib/locale.ts";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { customerMovementQuery } from "./customers.queries.ts";

interface CustomerMovementSheetProps {
  readonly customerId: string;
  readonly movementId: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly titleOf: (movement: CustomerMovement) => string;
  readonly leadOf: (movement: CustomerMovement) => ReactNode;
  /** Renders the movement once it is loaded. */
  readonly children: (movement: CustomerMovement) => ReactNode;
}

/** Opens one of a customer's movements in a sheet. */
export function CustomerMovementSheet(props: CustomerMovementSheetProps) {
  const { customerId, movementId, open, onClose, titleOf, leadOf, children } = props;
  const { t } = useLingui();
  const query = customerMovementQuery(customerId, movementId, useLocale());
  const { data, isError, error, refetch } = useQuery(query);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      inHistory
      title={data === undefined ? t`Details` : titleOf(data)}
      lead={data && leadOf(data)}
    >
      {data !== undefined && children(data)}
      {data === undefined && isError && (
        <ErrorPanel
          message={messageOf(error, t`Failed to load billing data`)}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && (
        <Loading>
          <Skeleton className="h-8 w-40" />
          <Skeleton className="mt-4 h-40 w-full" />
        </Loading>
      )}
    </Sheet>
  );
}
