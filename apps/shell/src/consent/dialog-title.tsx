import { useEffect, useRef } from 'react';

/**
 * The dialog's heading, and where its focus begins. A heading rather than a button: a key pressed for
 * what is beneath must choose nothing.
 */
export function DialogTitle({ children }: { readonly children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h2 ref={title} id="consent-title" tabIndex={-1}>
      {children}
    </h2>
  );
}
