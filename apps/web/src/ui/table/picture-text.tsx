import type { ReactNode } from "react";
import styles from "./data-table.module.css";

interface PictureTextProps {
  readonly picture: ReactNode;
  readonly children: string;
  /** Trailing text, which is never truncated. */
  readonly end?: string | undefined;
}

/** Renders a picture with its text, which is truncated if it is too long. */
export function PictureText({ picture, children, end }: PictureTextProps) {
  return (
    <span className={styles.withPicture}>
      {picture}
      <span className={styles.cut}>{children}</span>
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </span>
  );
}
