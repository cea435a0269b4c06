import styles from "./data-table.module.css";

interface TwoLinesProps {
  readonly first: string | null;
  readonly second: string | null;
}

/** Renders a line of text above a muted line, each truncated if it is too long. */
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
