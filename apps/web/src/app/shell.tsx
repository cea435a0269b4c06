import { useLingui } from "@lingui/react/macro";
import { Outlet, useMatches } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { useMediaQuery } from "../ui/use-media-query.ts";
import { BottomNav } from "./bottom-nav.tsx";

// After the page itself: what it shows was loaded a moment ago.
const Background = lazy(() =>
  import("./background.tsx").then(
    (module) => ({ default: module.Background }),
    (): { default: ComponentType<{ readonly inside: boolean }> } => ({ default: () => null }),
  ),
);
const SideRail = lazyPart(
  async () => (await import("./side-rail.tsx")).SideRail,
  <SideRailPlace />,
);

/** The frame around every page: navigation where there is one, and the document's title. */
export function Shell() {
  const { t } = useLingui();
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  const title = page?.title === undefined ? undefined : t(page.title);

  useEffect(() => {
    document.title = title === undefined ? "Tessera" : `${title} · Tessera`;
  }, [title]);

  const inside = page?.chrome === "tabs" || page?.chrome === "pushed";
  return (
    <>
      {inside ? <ConsoleFrame tabs={page.chrome === "tabs"} /> : <Outlet />}
      <Toaster>
        <Suspense fallback={null}>
          <Background inside={inside} />
        </Suspense>
      </Toaster>
    </>
  );
}

/** Holds the rail's place, also where its code did not come. */
function SideRailPlace() {
  return <div className="w-54 flex-none" />;
}

function ConsoleFrame({ tabs }: { readonly tabs: boolean }) {
  const wide = useMediaQuery("(min-width: 1024px)");
  return (
    <div className="mx-auto flex max-w-[1280px] lg:gap-10 lg:px-8">
      {wide && <SideRail />}
      <div
        className={`mx-auto min-h-dvh w-full max-w-[560px] min-w-0 lg:max-w-none lg:flex-1 lg:[--gutter:0px] lg:py-7 ${
          tabs ? "pb-[calc(var(--nav-height)+32px)]" : "pb-10"
        }`}
      >
        <Outlet />
      </div>
      {tabs && <BottomNav />}
    </div>
  );
}
