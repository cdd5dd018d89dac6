import type { ComponentProps } from 'react';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** Not the one that is expected to be pressed. */
  readonly isQuiet?: boolean;
}

/** A button that looks like one and submits no form. */
export function Button({ isQuiet = false, className, ...others }: ButtonProps) {
  const classes = ['button', isQuiet && 'button-quiet', className].filter(Boolean).join(' ');
  return <button className={classes} type="button" {...others} />;
}
