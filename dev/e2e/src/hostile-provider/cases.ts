import type { Scene } from './scene.ts';

/** One test: an attack of the security cases, or a good control, by its row. */
export interface Case {
  readonly name: `row ${number}: ${string}`;
  /** Goes on where the case before has ended. Default: in a profile of its own. */
  readonly goesOn?: true;
  /** In a browser that keeps pages for the way back. */
  readonly keepsPages?: true;
  readonly run: (scene: Scene) => Promise<void>;
}
