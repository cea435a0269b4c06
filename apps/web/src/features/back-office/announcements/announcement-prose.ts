/** Styles of an announcement's text, for both display and editing. */
export const PROSE =
  "[&_a]:-my-3.5 [&_a]:inline-block [&_a]:py-3.5 [&_a]:font-medium [&_a]:text-accent-ink [&_a]:underline-offset-4 [&_a:hover]:underline [&_b]:text-ink [&_b]:font-semibold [&_strong]:text-ink [&_strong]:font-semibold [&_h3]:mt-3 [&_h3]:font-semibold [&_h3]:text-ink [&_h4]:mt-3 [&_h4]:font-semibold [&_h4]:text-ink [&_ul]:my-2 [&_ul]:list-disc [&_ul]:pl-4.5 [&_ol]:my-2 [&_ol]:list-decimal [&_ol]:pl-5 [&_p+p]:mt-2 [&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-3";
