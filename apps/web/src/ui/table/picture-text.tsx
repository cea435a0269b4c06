import type { ReactNode } from "react";
import styles from "./data-table.module.css";

interface PictureTextProps {
  readonly picture: ReactNode;
  readonly children: string;
}

/** A picture and the text that it stands for, which is cut where it is too long. */
export function PictureText({ picture, children }: PictureTextProps) {
  return (
    <span className={styles.withPicture}>
      {picture}
      <span>{children}</span>
    </span>
  );
}
