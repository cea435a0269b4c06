import type { TextareaHTMLAttributes } from "react";
import styles from "./text-area.module.css";

/** Renders a multi-line text field that looks like an input. */
export function TextArea(props: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea {...props} className={styles.area} />;
}
