/** Renders the logo mark: nine tiles, one of them out of alignment. */
export function LogoMark({ size = 26 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" className="flex-none">
      <path
        fill="var(--ink)"
        d="M1.5 1.8h7.2v7.1H1.5zM10.5 1.5h7v7.4h-7zM19.3 1.7h7.2l-.2 7.1h-7zM10.5 10.6h7v7.2h-7zM10.7 19.5h6.8l.2 7h-7.1z"
      />
      <path fill="var(--accent)" d="M20.7 12.3l6.5 1.9-1.9 6.6-6.6-1.9z" />
      <path fill="var(--ink)" fillOpacity=".22" d="M1.5 10.6h7.2v7.2H1.5z" />
    </svg>
  );
}

/** Renders the logo mark and the name. */
export function Logo() {
  return (
    <span className="flex items-center gap-2">
      <LogoMark />
      <span className="text-[1.1875rem] font-semibold tracking-[-0.02em]">Tessera</span>
    </span>
  );
}
