import type { Scene } from './scene.ts';

/** One test: an attack of the security cases, or a good control, by its row. */
export interface Case {
  readonly name: `row ${number}: ${string}`;
  readonly run: (scene: Scene) => Promise<void>;
}
