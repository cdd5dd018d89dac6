/*
 * The parts of h5p-standalone 3.8, and of the H5P core in it, that the player uses. Both are loaded as scripts
 * out of the imported folder, where its author has put them: neither is part of this project.
 */

/**
 * The state that a content has noted, as the H5P core keeps it: by part of the content, the whole being
 * `0`, and by kind of data, JSON (`H5P.setUserData`). The form that the player's own documentation shows is
 * another, and is not read.
 */
export type KeptState = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface PlayerOptions {
  readonly id: string;
  readonly h5pJsonPath: string;
  readonly frameJs: string;
  readonly frameCss: string;
  readonly frame: boolean;
  readonly copyright: boolean;
  readonly export: boolean;
  readonly embed: boolean;
  /** Pause between the content's own notes of its state, in seconds. */
  readonly saveFreq: number;
  readonly xAPIObjectIRI: string;
  readonly contentUserData: KeptState;
}

/** A statement as H5P makes it (xAPI), with an actor that is nobody. */
export interface XapiEvent {
  readonly data: { readonly statement: Readonly<Record<string, unknown>> };
}

declare global {
  interface Window {
    readonly H5PStandalone?: {
      readonly H5P: new (host: HTMLElement, options: PlayerOptions) => Promise<unknown>;
    };
    readonly H5P?: {
      readonly externalDispatcher: {
        on(event: 'xAPI', listener: (event: XapiEvent) => void): void;
      };
    };
    readonly H5PIntegration?: {
      readonly contents?: Readonly<Record<string, { readonly contentUserData?: KeptState }>>;
    };
  }
}

const contentId = 'course';

/** Shows the content. @returns where its xAPI events come from. */
export async function play(
  host: HTMLElement,
  folders: { readonly content: string; readonly player: string },
  iri: string,
  kept: KeptState,
): Promise<(listener: (event: XapiEvent) => void) => void> {
  await loadScript(`${folders.player}/main.bundle.js`);
  const { H5PStandalone } = window;
  if (!H5PStandalone) throw new Error('The H5P player is not there.');
  await new H5PStandalone.H5P(host, {
    id: contentId,
    h5pJsonPath: folders.content,
    frameJs: `${folders.player}/frame.bundle.js`,
    frameCss: `${folders.player}/styles/h5p.css`,
    frame: false,
    copyright: false,
    export: false,
    embed: false,
    saveFreq: 1,
    xAPIObjectIRI: iri,
    // The core writes into it.
    contentUserData: structuredClone(kept),
  });
  return (listener) => {
    window.H5P?.externalDispatcher.on('xAPI', listener);
  };
}

/** The content's notes so far, without those that it has taken back. */
export function readState(): KeptState {
  const { contents = {} } = window.H5PIntegration ?? {};
  const { contentUserData = {} } = Object.values(contents)[0] ?? {};
  return Object.fromEntries(
    Object.entries(contentUserData).map(([part, data]) => [
      part,
      Object.fromEntries(
        Object.entries(data).filter(([, state]) => typeof state === 'string' && state !== 'RESET'),
      ),
    ]),
  );
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${address} cannot be loaded.`)));
    document.head.append(script);
  });
}
