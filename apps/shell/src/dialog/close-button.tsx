import type { ComponentProps } from 'react';
import './close-button.css';

interface CloseButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly 'aria-label': string;
}

/** A cross that closes what it stands on. Its name comes with the texts of that. */
export function CloseButton(props: CloseButtonProps) {
  return (
    <button type="button" className="close-button" {...props}>
      <span aria-hidden="true">×</span>
    </button>
  );
}
