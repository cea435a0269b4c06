import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Preview,
  render,
  Section,
  Text,
} from "@react-email/components";
import type { Locale } from "@tessera/contract/errors/locales";
import { visibleText } from "@tessera/contract/visible-text";
import { createElement, type ReactElement } from "react";

/** The content of an email, in one language. */
export interface MailContent {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** A code to copy, shown in large type. */
  readonly code?: string;
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print at the bottom. */
  readonly note: string;
}

const COLORS = {
  ink: "#16181d",
  soft: "#5c6370",
  page: "#f4f5f7",
  card: "#ffffff",
  brand: "#1f4bd8",
};
const FONT = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans SC', 'Noto Sans TC', sans-serif";

const STYLES = {
  body: { backgroundColor: COLORS.page, fontFamily: FONT, margin: 0, padding: "24px 12px" },
  card: {
    backgroundColor: COLORS.card,
    borderRadius: "16px",
    maxWidth: "480px",
    padding: "32px 28px",
  },
  brand: { color: COLORS.soft, fontSize: "14px", fontWeight: 600, margin: "0 0 20px" },
  heading: { color: COLORS.ink, fontSize: "22px", lineHeight: "30px", margin: "0 0 12px" },
  text: { color: COLORS.ink, fontSize: "16px", lineHeight: "24px", margin: "0 0 12px" },
  code: {
    color: COLORS.ink,
    fontFamily: "ui-monospace, Menlo, monospace",
    fontSize: "32px",
    fontWeight: 700,
    letterSpacing: "8px",
    lineHeight: "40px",
    margin: "16px 0",
  },
  button: {
    backgroundColor: COLORS.brand,
    borderRadius: "12px",
    color: "#ffffff",
    fontSize: "16px",
    fontWeight: 600,
    margin: "12px 0 20px",
    padding: "12px 24px",
  },
  note: { color: COLORS.soft, fontSize: "13px", lineHeight: "20px", margin: "16px 0 0" },
} as const;

function card(content: MailContent): ReactElement[] {
  const { heading, paragraphs, code, action, note } = content;
  return [
    createElement(Text, { key: "brand", style: STYLES.brand }, "Tessera"),
    createElement(Heading, { key: "heading", as: "h1", style: STYLES.heading }, heading),
    ...paragraphs.map((text) => createElement(Text, { key: text, style: STYLES.text }, text)),
    ...(code === undefined ? [] : [createElement(Text, { key: "code", style: STYLES.code }, code)]),
    ...(action === undefined
      ? []
      : [
          createElement(
            Section,
            { key: "action" },
            createElement(Button, { href: action.url, style: STYLES.button }, action.label),
          ),
          createElement(Text, { key: "url", style: STYLES.note }, action.url),
        ]),
    createElement(Text, { key: "note", style: STYLES.note }, note),
  ];
}

function plainText({ heading, paragraphs, code, action, note }: MailContent): string {
  const parts = [heading, ...paragraphs, code, action && `${action.label}\n${action.url}`, note];
  return `${parts.filter((part) => part !== undefined).join("\n\n")}\n`;
}

/** Strips invisible and direction-changing characters from an email's texts. */
function visible(content: MailContent): MailContent {
  const { subject, heading, paragraphs, note } = content;
  return {
    ...content,
    subject: visibleText(subject),
    heading: visibleText(heading),
    paragraphs: paragraphs.map(visibleText),
    note: visibleText(note),
  };
}

/** Renders the HTML and the plain text of an email. */
export async function renderMail(
  written: MailContent,
  locale: Locale,
): Promise<{ readonly subject: string; readonly text: string; readonly html: string }> {
  const content = visible(written);
  const page = createElement(
    Html,
    { lang: locale },
    createElement(Head, null),
    createElement(Preview, null, content.heading),
    createElement(
      Body,
      { style: STYLES.body },
      createElement(Container, { style: STYLES.card }, ...card(content)),
    ),
  );
  return { subject: content.subject, text: plainText(content), html: await render(page) };
}
