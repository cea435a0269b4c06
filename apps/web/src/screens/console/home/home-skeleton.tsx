import { CardFaceLoading } from "../../../ui/card-face/card-face.tsx";
import { Loading, Skeleton, SkeletonRows } from "../../../ui/list/skeleton.tsx";

/** Renders placeholders in the home page's layout while the cards load. */
export function HomeSkeleton() {
  return (
    <>
      <Loading>
        <div className="flex gap-3 overflow-hidden pt-1 pl-(--gutter)">
          <CardFaceLoading className="w-[min(326px,calc(100vw-64px))]" />
          <CardFaceLoading className="w-[min(326px,calc(100vw-64px))]" />
        </div>
        <div className="mt-3.5 mb-3.5 flex gap-3.5 px-(--gutter)">
          <Skeleton className="h-[31px] w-12 rounded-thumb" />
          <Skeleton className="h-[31px] w-12 rounded-thumb" />
        </div>
        <div className="px-(--gutter)">
          <Skeleton className="h-[93px] rounded-panel" />
          <div className="mt-4 grid grid-cols-4 gap-2">
            <Skeleton className="h-[50px] rounded-control" />
            <Skeleton className="h-[50px] rounded-control" />
            <Skeleton className="h-[50px] rounded-control" />
            <Skeleton className="h-[50px] rounded-control" />
          </div>
        </div>
      </Loading>
      <div className="mt-12 px-(--gutter)">
        <SkeletonRows count={5} />
      </div>
    </>
  );
}
