import * as z from 'zod/mini';
import { iri } from './iri.ts';

/** Additions of others: any values, null among them, under IRIs (xAPI 1.0.3, Data 4.1). */
export function extensions() {
  return z
    .record(iri('What it is.'), z.unknown())
    .check(z.describe('Anything else, each under the IRI that says what it is.'));
}
