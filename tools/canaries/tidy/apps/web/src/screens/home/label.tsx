// canary: untranslated-text
export const Close = ({ open }: { open: boolean }) => (
  <button type="button" aria-label={open ? "Close" : "Open"} />
);
