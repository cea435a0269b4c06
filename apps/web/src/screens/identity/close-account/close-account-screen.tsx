import { loadTexts } from "../../../i18n/catalog.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";

/** Loaded separately to keep the route list small, because few people visit this page. */
const ClosePage = lazyPart(
  async () => {
    const [part] = await Promise.all([import("./close-page.tsx"), loadTexts("account-closing")]);
    return part.ClosePage;
  },
  <Waiting />,
);

const KeepPage = lazyPart(
  async () => {
    const [part] = await Promise.all([import("./keep-page.tsx"), loadTexts("account-closing")]);
    return part.KeepPage;
  },
  <Waiting />,
);

function Waiting() {
  return (
    <main className="px-(--gutter) pt-4">
      <Loading>
        <Skeleton className="mt-12 h-8 w-1/2" />
        <Skeleton className="mt-6 h-32 w-full rounded-panel" />
      </Loading>
    </main>
  );
}

/** Renders the page for closing an account. */
export function CloseAccountScreen() {
  return <ClosePage />;
}

/**
 * Renders the page that the link in an account closure email opens, whether the user is signed in
 * or not.
 */
export function KeepAccountScreen() {
  return <KeepPage />;
}
