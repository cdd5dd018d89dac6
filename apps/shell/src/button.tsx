import type { ComponentProps } from 'react';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** Stands back behind the button that most people press. */
  readonly isQuiet?: boolean;
}

/** A button that looks like one and submits no form. */
export function Button({ isQuiet = false, className, ...others }: ButtonProps) {
  const classes = ['button', isQuiet && 'button-quiet', className].filter(Boolean).join(' ');
  return <button className={classes} type="button" {...others} />;
}
