import styles from "./data-table.module.css";

interface TwoLinesProps {
  readonly first: string | null;
  readonly second: string | null;
}

/** A text and a quieter one under it, each cut where it is too long. */
export function TwoLines({ first, second }: TwoLinesProps) {
  return (
    <>
      {first}
      {second !== null && (
        <span className={styles.second} title={second}>
          {second}
        </span>
      )}
    </>
  );
}
