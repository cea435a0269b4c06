import { Trans, useLingui } from "@lingui/react/macro";
import { Outlet, useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { OfflineSign, useOffline } from "../features/console/live-updates/offline-sign.tsx";
import { loadTexts } from "../i18n/catalog.ts";
import { areOperatorMenus, useSession } from "../lib/session/session-store.ts";
import { untilIdle } from "../lib/time/until-idle.ts";
import { Button } from "../ui/form/button.tsx";
import { lazyPart } from "../ui/layout/lazy-part.tsx";
import { useMediaQuery } from "../ui/layout/use-media-query.ts";
import { Toaster } from "../ui/overlay/toaster.tsx";
import { loadWebFont } from "../ui/style/web-font.ts";
import { BottomNav } from "./bottom-nav.tsx";
import { offerInstallation } from "./document-head.ts";

// Loads after the page, because the page's data is still fresh at that point.
const Background = lazyPart(
  async () => {
    await untilIdle();
    offerInstallation();
    void loadWebFont();
    return (await import("./background.tsx")).Background;
  },
  null,
  BackgroundFailed,
);
const SideRail = lazyPart(
  async () => (await import("./side-rail.tsx")).SideRail,
  <SideRailPlace />,
);
const OperatorNav = lazyPart(async () => {
  const [part] = await Promise.all([import("./operator-nav.tsx"), loadTexts("operators")]);
  return part.OperatorNav;
}, null);
const OperatorRail = lazyPart(
  async () => {
    const [part] = await Promise.all([import("./operator-rail.tsx"), loadTexts("operators")]);
    return part.OperatorRail;
  },
  <SideRailPlace />,
);

/** Renders the frame around every page: its navigation, if any, and the document's title. */
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
        <OfflineSign />
        <Background inside={inside} />
      </Toaster>
    </>
  );
}

/** Tells the user that the page no longer updates automatically, and offers a retry. */
function BackgroundFailed({
  props: { inside },
  onRetry,
}: {
  readonly props: { readonly inside: boolean };
  readonly onRetry: () => void;
}) {
  const offline = useOffline();
  useEffect(() => {
    window.addEventListener("online", onRetry);
    return () => window.removeEventListener("online", onRetry);
  }, [onRetry]);
  return inside && !offline ? (
    <div
      role="status"
      className="hairline pointer-events-auto flex max-w-md items-center gap-3 rounded-small bg-surface px-3 text-small text-ink-2"
    >
      <Trans>New transactions won’t appear automatically right now.</Trans>
      <Button size="md" kind="text" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  ) : null;
}

/** Reserves the rail's space, even if its code fails to load. */
function SideRailPlace() {
  return <div className="w-54 flex-none" />;
}

function ConsoleFrame({ tabs }: { readonly tabs: boolean }) {
  const wide = useMediaQuery("(min-width: 1024px)");
  const isOperator = areOperatorMenus(useSession().menus);
  const Rail = isOperator ? OperatorRail : SideRail;
  const Nav = isOperator ? OperatorNav : BottomNav;
  return (
    <div className="mx-auto flex max-w-[1280px] lg:gap-10 lg:px-8">
      {wide && <Rail />}
      <div
        className={`mx-auto min-h-dvh w-full max-w-[560px] min-w-0 lg:max-w-none lg:flex-1 lg:[--gutter:0px] lg:py-7 ${
          tabs ? "pb-[calc(var(--nav-height)+32px)]" : "pb-10"
        }`}
      >
        <Outlet />
      </div>
      {tabs && <Nav />}
    </div>
  );
}
