interface MeterValueProps {
  readonly label: string;
  /** 0..1; more than 1 is full. */
  readonly share: number;
}

/** What a tile graphic says, for readers that cannot see tiles. */
export function MeterValue({ label, share }: MeterValueProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return <meter aria-label={label} min={0} max={100} value={percent} className="sr-only" />;
}
