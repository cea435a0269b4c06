import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTheme } from "../../../lib/theme.ts";
import { LanguageButton, ThemeButton } from "../../../ui/form/preference-buttons.tsx";
import { Logo } from "../../../ui/layout/logo.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { useMediaQuery } from "../../../ui/layout/use-media-query.ts";
import { type BandShape, bandSketch } from "../../../ui/mosaic/band-sketch.ts";
import { Mosaic } from "../../../ui/mosaic/mosaic.tsx";

interface AccountFrameProps {
  /** Height of the band on phones: 236 px, 92 px or hidden. */
  readonly band: "tall" | "short" | "none";
  /**
   * True for pages that link back to the login page. The login page shows the program's name
   * instead.
   */
  readonly back?: boolean | undefined;
  readonly children: ReactNode;
}

const BAND_HEIGHTS = { tall: "h-[236px]", short: "h-[92px]" } as const;

function Band({ shape, className }: { readonly shape: BandShape; readonly className: string }) {
  const theme = useTheme();
  return (
    <div aria-hidden="true" className={`relative overflow-hidden ${className}`}>
      <Mosaic sketch={bandSketch(shape, theme)} className="absolute inset-0 size-full" />
    </div>
  );
}

function AccountBar({ back }: { readonly back: boolean | undefined }) {
  const preferences = (
    <>
      <LanguageButton />
      <ThemeButton />
    </>
  );
  if (back) {
    return <TopBar backTo={{ to: "/login" }}>{preferences}</TopBar>;
  }
  return (
    <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-2 pr-2 pl-5">
      <Link to="/login" aria-label="Tessera" className="target">
        <Logo />
      </Link>
      <div className="flex items-center">{preferences}</div>
    </header>
  );
}

/**
 * Renders the frame of the account screens: a patterned band above the content, or next to it on
 * wide screens.
 */
export function AccountFrame({ band, back, children }: AccountFrameProps) {
  const wide = useMediaQuery("(min-width: 1024px)");
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      {wide && <Band shape="side" className="sticky top-0 h-dvh" />}
      <div className="mx-auto w-full max-w-[560px] lg:flex lg:max-w-[470px] lg:flex-col">
        <AccountBar back={back} />
        {!wide && band !== "none" && <Band shape={band} className={BAND_HEIGHTS[band]} />}
        <main className="px-(--gutter) pb-10 lg:flex lg:flex-1 lg:flex-col lg:justify-center lg:pb-24">
          {children}
        </main>
      </div>
    </div>
  );
}
