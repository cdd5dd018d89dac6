import { parentPort } from 'node:worker_threads';
import { toCallError } from './errors.ts';
import type { HeavyBody, ReadHeavyBody } from './heavy-bodies.ts';
import { readJson } from './json-body.ts';
import { knownCallAt } from './known-calls.ts';
import { createValidate, type Validate } from './validation.ts';

const validators = new Map<string, Validate>();

parentPort!.on('message', ({ json, url }: HeavyBody) => parentPort!.postMessage(read(json, url)));

function read(json: Uint8Array, url: string): ReadHeavyBody {
  try {
    const { body, valuesMaximum } = knownCallAt(url)!.call;
    const validate = validators.get(url) ?? createValidate(body);
    validators.set(url, validate);
    return { value: validate(readJson(json, valuesMaximum)) as object };
  } catch (error) {
    const { status, messages } = toCallError(error);
    return { status, messages };
  }
}
