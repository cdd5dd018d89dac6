/*
 * The start script. The user waits for the content's first request, so this file and what it imports
 * hold only what that request needs; React, sign-in and the clients of the services follow after it.
 *
 *   index.html ─┬─ config.json (preloaded) ─┐
 *               └─ this script ─────────────┴─▶ frame (when a session was stored) ─▶ shell ─▶ React
 */
import './main.css';
import './loader/loader.css';
import { openBridge } from './bridge/bridge.ts';
import type { Dispatch } from './bridge/dispatch.ts';
import { createContentFrame } from './content-frame/content-frame.ts';
import { openContent } from './content-frame/open-content.ts';
import { fetchConfiguration } from './fetch-configuration.ts';
import { readOpeningConfiguration, type ProjectConfiguration } from './opening-configuration.ts';
import { restoreSession } from './session/restore.ts';
import { reportStartUpFailure } from './start-up-failure.ts';
import { forceTestingModeKey } from './storage-keys.ts';
import { storage } from './storage/storage.ts';
import { loadTexts } from './texts/texts.ts';
import { createRecording } from './testing-overlay/recording.ts';
import { isTestingMode } from './testing-overlay/testing-mode.ts';

/** Pages that begin without a session whatever is stored. */
const pagesWithoutSession = new Set(['/login', '/auth-callback']);

function applyProject({ title, favicon }: ProjectConfiguration): void {
  document.title = title;
  document.querySelector('link[rel=icon]')?.setAttribute('href', favicon);
}

function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no element ${id}`);
  return element;
}

function isInTestingMode(): boolean {
  const readFlag = () => storage('local').read(forceTestingModeKey);
  return isTestingMode(import.meta.env.MODE, location.hostname, readFlag);
}

async function start(): Promise<void> {
  const served = await fetchConfiguration();
  const { project, signIn, locale } = readOpeningConfiguration(served, location.origin);
  applyProject(project);

  const restored = pagesWithoutSession.has(location.pathname) ? undefined : restoreSession(signIn);
  const frame = createContentFrame(elementById('content'), project.title);
  if (restored?.isLive && location.pathname === '/') openContent(frame, project);

  const { promise: dispatch, resolve } = Promise.withResolvers<Dispatch>();
  // From the first message on; the overlay that shows them loads after the pages.
  const recording = isInTestingMode() ? createRecording() : undefined;
  const { contentOrigin } = project;
  const bridge = openBridge(frame, contentOrigin, locale, dispatch, recording?.listener);
  // Where content is loading already, the pages must not take bandwidth from it and its requests.
  const loadPages = () => Promise.all([import('./app.tsx'), loadTexts(locale)]);
  const pages = frame.isOpen ? undefined : loadPages();
  const { createShell } = await import('./shell.ts');
  const shell = createShell({ served, restored, frame, bridge, recording });
  // The content's requests are answered from here on; they wait for nothing of React's.
  resolve(shell.dispatch);
  const [{ mountApp }] = await (pages ?? loadPages());
  mountApp(shell, elementById('app'));
}

start().catch(reportStartUpFailure);
