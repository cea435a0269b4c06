import styles from "./progress-bar.module.css";

interface ProgressBarProps {
  readonly label: string;
  readonly max: number;
  /** Undefined while it is unknown how long the rest takes. */
  readonly value: number | undefined;
}

/** Shows how much of something long is done. */
export function ProgressBar({ label, max, value }: ProgressBarProps) {
  return <progress aria-label={label} max={max} value={value} className={styles.progress} />;
}
