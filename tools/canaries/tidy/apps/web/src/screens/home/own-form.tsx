// canary: form-without-hook
export function Search({ onSearch }: { readonly onSearch: () => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    />
  );
}
