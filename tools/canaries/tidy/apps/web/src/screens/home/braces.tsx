// canary: untranslated-text
export const Total = ({ total }: { total: string }) => <p>{`Total ${total}`}</p>;
