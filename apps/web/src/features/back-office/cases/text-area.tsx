import type { TextareaHTMLAttributes } from "react";
import styles from "./reviews.module.css";

/** Several lines of text, in the box of an input. */
export function TextArea(props: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea {...props} className={styles.area} />;
}
