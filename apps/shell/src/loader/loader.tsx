import type { CSSProperties } from 'react';

interface LoaderProps {
  readonly isLoading: boolean;
  /** `mini` stands in a line of text. */
  readonly size?: 'mini';
  /** Any CSS colour. */
  readonly color?: string;
}

/**
 * Says 'Loading...' while something loads (specification, section 2). The status region itself
 * stays, so that screen readers hear of the change.
 */
export function Loader({ isLoading, size, color = '#95bf21' }: LoaderProps) {
  const style = { '--loader-color': color } as CSSProperties;
  return (
    <output className={size ? `loader loader-${size}` : 'loader'} lang="en" style={style}>
      {isLoading && <span className="loader-text">Loading...</span>}
    </output>
  );
}
