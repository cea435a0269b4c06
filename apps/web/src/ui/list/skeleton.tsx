import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { classNames } from "../style/class-names.ts";

/** A quiet block where something will be. No shimmer. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return (
    <span aria-hidden="true" className={classNames("block rounded-chip bg-fill", className)} />
  );
}

interface LoadingProps {
  /** Where what is around it waited already, so that the place is not left empty once more. */
  readonly atOnce?: boolean | undefined;
  readonly children: ReactNode;
}

/** Says "Loading" to readers while the children, drawn after 150 ms, hold the place. */
export function Loading({ atOnce, children }: LoadingProps) {
  const { t } = useLingui();
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        {t`Loading`}
      </span>
      <div className={atOnce ? undefined : "after-150ms"}>{children}</div>
    </div>
  );
}

function SkeletonRow() {
  return (
    <div className="flex min-h-16 items-center gap-3 py-2.5">
      <Skeleton className="h-[31px] w-12 rounded-thumb" />
      <span className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="h-2.5 w-3/5" />
      </span>
      <Skeleton className="h-3 w-16" />
    </div>
  );
}

const ROW_KEYS = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;

/** Rows in the layout of a list, while it loads. */
export function SkeletonRows({
  count = 5,
  atOnce,
}: {
  readonly count?: number;
  readonly atOnce?: boolean;
}) {
  return (
    <Loading atOnce={atOnce}>
      {ROW_KEYS.slice(0, count).map((key) => (
        <SkeletonRow key={key} />
      ))}
    </Loading>
  );
}
