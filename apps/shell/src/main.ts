/*
 * The start script. The user waits for the content's first request, so this file and what it imports
 * hold only what that request needs; React, sign-in and the clients of the services follow after it.
 *
 *   index.html, with the configuration and this script in it ──▶ frame (when a session was stored)
 *                                                           ──▶ shell ──▶ React
 *
 * It is a bundle of its own (`build/start-in-page.ts`): what it shares with the shell it hands over.
 */
import { openBridge } from './bridge/bridge.ts';
import type { Dispatch } from './bridge/dispatch.ts';
import { untilContentLoaded, untilContentSpeaks } from './content-frame/content-first.ts';
import { createContentFrame } from './content-frame/content-frame.ts';
import { openContent } from './content-frame/open-content.ts';
import { fetchConfiguration } from './fetch-configuration.ts';
import { setUpLog } from './logging/log.ts';
import { readOpeningConfiguration, type ProjectConfiguration } from './opening-configuration.ts';
import { restoreSession } from './session/restore.ts';
import { reportStartUpFailure } from './start-up-failure.ts';
import { forceTestingModeKey } from './storage-keys.ts';
import { storage } from './storage/storage.ts';
import { createRecording } from './testing-overlay/recording.ts';
import { isTestingMode } from './testing-overlay/testing-mode.ts';

const pageFiles = import.meta.env.PAGE_FILES;
/** The loader is displayed after this time; its style then hides it for a while more. */
const loaderAfterInMs = 200;

/** For hosts that serve the page as it was built; ours has written the same into it. */
function applyProject({ title, favicon }: ProjectConfiguration): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (document.title !== title) document.title = title;
  if (icon && icon.href !== favicon) icon.href = favicon;
}

/** An element of index.html. */
const elementById = (id: string): HTMLElement => document.getElementById(id)!;
const app = elementById('app');

function isInTestingMode(): boolean {
  const readFlag = () => storage('local').read(forceTestingModeKey);
  return isTestingMode(import.meta.env.MODE, location.hostname, readFlag);
}

/** Has the browser fetch these beside each other, before one after the other is found to be needed. */
function preload(files: readonly string[]): void {
  for (const href of files) {
    const link = document.createElement('link');
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(link, kind, { crossOrigin: '', href }));
  }
}

async function start(): Promise<void> {
  const served = await fetchConfiguration();
  const { project, signIn, locale } = readOpeningConfiguration(served, location.origin);
  // Which session another page goes on with, the shell finds out.
  const restored = location.pathname === '/' ? restoreSession(signIn) : undefined;
  const frame = createContentFrame(elementById('content'), project.title);
  if (restored?.isLive) openContent(frame, project);
  applyProject(project);

  try {
    let resolve!: (dispatch: Dispatch) => void;
    const dispatch = new Promise<Dispatch>((settle) => (resolve = settle));
    // From the first message on; the overlay that shows them loads after the pages.
    const recording = isInTestingMode() ? createRecording() : undefined;
    const { contentOrigin } = project;
    const bridge = openBridge(frame, contentOrigin, locale, dispatch, recording?.listener);
    // While content loads, the shell's files and the pages are not preloaded: browsers compile what they preload.
    if (!frame.isOpen) preload(pageFiles);
    await untilContentSpeaks(frame);
    preload(import.meta.env.SHELL_FILES);
    // The newest of what it holds: a browser that has this one has all of it.
    if (!URL.parse) await import('./fallback.ts');
    const { createShell, loadPages } = await import('./shell.ts');
    const shell = createShell({ served, restored, frame, bridge, recording, setUpLog });
    // The content's requests are answered from here on; they wait for nothing of React's.
    resolve(shell.dispatch);
    await untilContentLoaded(frame);
    const { mountApp } = await loadPages(frame, locale);
    mountApp(shell, app);
  } catch (error) {
    // With nothing behind it content could save nothing.
    frame.close();
    throw error;
  }
}

// Laid-out text loads fonts: 25 ms and more in a new WebKit process, and the frame's request waits for it.
setTimeout(() => (app.hidden = false), loaderAfterInMs);

const begin = () => void start().catch(reportStartUpFailure);
// Browsers run a page ahead of a visit that may never come: nothing signs in or out by that.
if (document.prerendering) document.addEventListener('prerenderingchange', begin);
else begin();
