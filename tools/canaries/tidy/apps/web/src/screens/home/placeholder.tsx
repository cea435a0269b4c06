// canary: untranslated-text
export const Search = () => <input placeholder="Search" />;
