import { underdrawing } from "./underdrawing.ts";

const LAID_OPACITY = [0.1, 0.16, 0.23] as const;

/** Renders the drawing under a mosaic, for a missing card or one that is being issued. */
export function UnderdrawingArt({ className }: { readonly className?: string | undefined }) {
  const { outlines, laid, core } = underdrawing();
  return (
    <svg viewBox="0 0 342 216" aria-hidden="true" className={className}>
      <path d={outlines} fill="none" stroke="var(--line)" />
      {laid.map((d, index) => (
        <path
          key={LAID_OPACITY[index]}
          className="underdrawing-laid"
          d={d}
          fill="var(--ink)"
          fillOpacity={LAID_OPACITY[index]}
        />
      ))}
      <path d={core} fill="var(--accent)" />
    </svg>
  );
}
