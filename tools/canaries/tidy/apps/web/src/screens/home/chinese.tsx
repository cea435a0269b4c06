// canary: untranslated-text
export const Empty = () => <p>暂无卡片</p>;
