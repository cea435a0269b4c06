interface MeterValueProps {
  readonly label: string;
  /** From 0 to 1; larger values count as full. */
  readonly share: number;
}

/** Renders the accessible value of a tile graphic. */
export function MeterValue({ label, share }: MeterValueProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return <meter aria-label={label} min={0} max={100} value={percent} className="sr-only" />;
}
