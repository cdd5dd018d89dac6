import fc from 'fast-check';

/** Least and most characters of a text. */
interface Lengths {
  readonly minLength?: number;
  readonly maxLength: number;
}

const codePoint = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 0xff }) },
  { weight: 3, arbitrary: fc.integer({ min: 0x1_00, max: 0xd7_ff }) },
  { weight: 1, arbitrary: fc.integer({ min: 0xe0_00, max: 0xff_ff }) },
  { weight: 3, arbitrary: fc.integer({ min: 0x1_00_00, max: 0x10_ff_ff }) },
);

/**
 * Texts of any characters, and names such as `__proto__`. Making the first text of fast-check's unit `binary` takes a
 * second of the processor.
 */
export function anyTextOf(lengths: Lengths): fc.Arbitrary<string> {
  const anything = fc.array(codePoint, lengths).map((points) => String.fromCodePoint(...points));
  return fc.oneof({ weight: 3, arbitrary: anything }, { weight: 1, arbitrary: fc.string(lengths) });
}
