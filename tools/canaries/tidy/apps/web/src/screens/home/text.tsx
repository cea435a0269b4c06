// canary: untranslated-text
export const Home = () => <p>No cards yet</p>;
