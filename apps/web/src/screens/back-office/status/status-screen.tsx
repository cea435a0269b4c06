import { loadTexts } from "../../../i18n/catalog.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";

/** Loaded separately to keep the route list small, because few people open it. */
const StatusPage = lazyPart(
  async () => {
    const [part] = await Promise.all([
      import("../../../features/back-office/status/status-page.tsx"),
      loadTexts("status"),
    ]);
    return part.StatusPage;
  },
  <StatusWaiting />,
);

function StatusWaiting() {
  return (
    <main className="mx-auto max-w-[640px] px-(--gutter) pt-4">
      <Loading>
        <Skeleton className="mt-12 h-8 w-1/2" />
        <Skeleton className="mt-6 h-12 w-full" />
      </Loading>
    </main>
  );
}

export function StatusScreen() {
  return <StatusPage />;
}
