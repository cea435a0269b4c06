import { CardFaceLoading } from "../../../ui/card-face/card-face.tsx";
import { Loading, Skeleton, SkeletonRows } from "../../../ui/list/skeleton.tsx";

const ROWS = ["a", "b", "c", "d"] as const;

function TableRow() {
  return (
    <div className="flex min-h-18 items-center gap-4 py-2">
      <Skeleton className="h-[46px] w-[72px] rounded-switch" />
      <span className="flex w-33 flex-col gap-2">
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-2.5 w-18" />
      </span>
      <Skeleton className="ml-auto h-3 w-20" />
    </div>
  );
}

function Main() {
  return (
    <Loading>
      <Skeleton className="mb-5 h-12 w-28" />
      <div className="grid grid-cols-[minmax(0,372px)_minmax(0,1fr)] items-stretch gap-6">
        <CardFaceLoading />
        <div className="flex flex-col justify-between">
          <Skeleton className="h-12 w-32" />
          <Skeleton className="h-16 w-40" />
          <Skeleton className="h-10 w-full" />
        </div>
      </div>
      <Skeleton className="mt-5 mb-7 h-11 w-full rounded-control" />
      <Skeleton className="my-3 h-5 w-24" />
      {ROWS.map((row) => (
        <TableRow key={row} />
      ))}
    </Loading>
  );
}

/** Renders placeholders in the layout of the wide home page (from 1024 px) while the cards load. */
export function WideHomeSkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(280px,348px)] gap-10">
      <Main />
      <div className="pt-17">
        <Loading>
          <Skeleton className="h-[140px] w-full rounded-panel" />
          <Skeleton className="mt-7.5 mb-3 h-5 w-28" />
        </Loading>
        <SkeletonRows count={5} />
      </div>
    </div>
  );
}
