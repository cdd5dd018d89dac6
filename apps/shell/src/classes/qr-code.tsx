import { encode } from 'uqr';

/** Modules around a code that stay white (ISO/IEC 18004). */
const quietZone = 4;

/**
 * Dark on white, whatever colours the page has: cameras read no other. Hidden from screen readers, since the code
 * stands beside it as a text.
 */
export function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className="classes-qr"
      viewBox={`0 0 ${size} ${size}`}
      aria-hidden="true"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
