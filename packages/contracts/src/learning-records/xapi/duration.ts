import * as z from 'zod/mini';

const whole = String.raw`\d+`;
/** Of the components only the last may have a fraction. */
const last = String.raw`\d+(?:[.,]\d+)?`;

const weeks = `${last}W`;
const date = [`(?:${whole}Y)?(?:${whole}M)?${last}D`, `(?:${whole}Y)?${last}M`, `${last}Y`];
const time = [`(?:${whole}H)?(?:${whole}M)?${last}S`, `(?:${whole}H)?${last}M`, `${last}H`];
const dateAndTime = `(?:${whole}Y)?(?:${whole}M)?(?:${whole}D)?T(?:${time.join('|')})`;

const durationPattern = new RegExp(`^P(?:${[weeks, ...date, dateAndTime].join('|')})$`);

/**
 * A length of time in the format with designators of ISO 8601:2004, section 4.4.3.2, such as
 * `PT4H35M59.14S` or `P4W`; weeks stand alone (xAPI 1.0.3, Data 4.6).
 */
export function duration(description: string) {
  return z
    .string()
    .check(z.regex(durationPattern, 'not an ISO 8601 duration'), z.describe(description));
}
