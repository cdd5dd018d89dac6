import type { ComponentProps } from 'react';

/** A cross that closes what it stands on. Its name comes with the texts of that. */
export function CloseButton(props: { readonly 'aria-label': string } & ComponentProps<'button'>) {
  return (
    <button type="button" {...props}>
      <span aria-hidden="true">×</span>
    </button>
  );
}
