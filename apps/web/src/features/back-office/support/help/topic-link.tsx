import { Link } from "@tanstack/react-router";
import type { HelpArticle } from "@tessera/contract/back-office/help-articles.schemas";
import { ChevronRight } from "lucide-react";
import styles from "./help.module.css";

interface TopicLinkProps {
  readonly article: HelpArticle;
  readonly title: string;
  /** The question that the article answers, shown where it helps readers choose an article. */
  readonly summary?: string | undefined;
  /** The subject for a conversation that the reader may start, passed along in the link. */
  readonly about?: string | undefined;
}

/** Links to an article. */
export function TopicLink({ article, title, summary, about }: TopicLinkProps) {
  return (
    <Link
      to="/customer-service"
      search={{ article, ...(about !== undefined && { about }) }}
      state={{ openedHere: true }}
      resetScroll={false}
      className={styles.topic}
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        {summary !== undefined && <span className="block text-small text-ink-3">{summary}</span>}
      </span>
      <ChevronRight
        aria-hidden="true"
        size={20}
        strokeWidth={1.75}
        className="flex-none text-ink-3"
      />
    </Link>
  );
}
