import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { classNames } from "../style/class-names.ts";

/** Renders a plain placeholder block without a shimmer effect. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      data-skeleton=""
      className={classNames("block rounded-chip bg-fill", className)}
    />
  );
}

interface LoadingProps {
  /**
   * Set if the surrounding content has already waited, so that the space does not stay empty for a
   * second delay.
   */
  readonly atOnce?: boolean | undefined;
  readonly children: ReactNode;
}

/** Announces "Loading" to screen readers and shows the children as placeholders after 150 ms. */
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

/** Renders placeholder rows in the layout of a list. */
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
