import type { UseQueryResult } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { LoadFault } from "../list/load-fault.tsx";
import { SkeletonRows } from "../list/skeleton.tsx";
import { DetailMain } from "./detail-main.tsx";
import { TopBar } from "./top-bar.tsx";

interface DetailPageProps<T> {
  readonly query: Pick<UseQueryResult<T>, "data" | "error" | "refetch">;
  readonly title: ReactNode;
  readonly backTo: LinkProps;
  /** The sentence shown if the entry does not exist for this user. */
  readonly gone: ReactNode;
  /** The sentence shown if the entry failed to load. */
  readonly failed: string;
  readonly children: (data: T) => ReactNode;
}

/** Renders the selected entry of a list: its content, or that it is loading or could not load. */
export function DetailPage<T>({
  query: { data, error, refetch },
  title,
  backTo,
  gone,
  failed,
  children,
}: DetailPageProps<T>) {
  return (
    <DetailMain>
      <TopBar title={title} backTo={backTo} />
      <div className="flex flex-col gap-4 px-(--gutter) pb-6 lg:px-5">
        {data !== undefined && children(data)}
        {data === undefined && error === null && <SkeletonRows count={6} />}
        {data === undefined && error !== null && (
          <LoadFault error={error} gone={gone} message={failed} onRetry={() => void refetch()} />
        )}
      </div>
    </DetailMain>
  );
}
