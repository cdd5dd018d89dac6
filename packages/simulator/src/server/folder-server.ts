import { createReadStream, watch } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { mediaTypes } from '@lectern/contracts/calls/files/media-types';
import { Refusal } from './guard.ts';
import { listen } from './listen.ts';
import { changesPath, reloadScript, scriptPath, withReload } from './reload-script.ts';

/** A folder as content: files only, and a page that loads anew when one of them changes. */
export interface FolderServer {
  /** Of the first page. */
  readonly address: URL;
  close(): Promise<void>;
}

/** Of folders that begin with a dot, the one that is there to be read (RFC 8615). */
const wellKnown = '.well-known';
/** Codes of the file system for a file that is not there. */
const missing: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/** An editor writes a file in several steps. */
const quietTimeInMs = 50;

/**
 * Any page that the author has open can load its scripts and images. So what begins with a dot, such as
 * `.env` and `.git`, and what lies outside is refused with 403.
 *
 * @param folder With an `index.html`.
 */
export async function serveFolder(folder: string): Promise<FolderServer> {
  const root = await realpath(folder);
  const server = await listen();
  const listeners = new Set<ServerResponse>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = watch(root, { recursive: true }, (_event, file) => {
    if (file && /(^|[/\\])(node_modules|\.git)([/\\]|$)/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(
      () => listeners.forEach((listener) => listener.write('data: changed\n\n')),
      quietTimeInMs,
    );
  });
  // A folder within it that goes while it is looked at is no reason to end.
  watcher.on('error', () => {});

  server.answerWith((request, response, { pathname, search }) => {
    if (pathname === changesPath) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(':\n\n');
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    } else if (pathname === scriptPath) send(response, '.js', reloadScript);
    else
      return answerFile(root, { path: pathname, search, range: request.headers.range }, response);
  });
  return {
    address: new URL('/index.html', server.origin),
    async close() {
      clearTimeout(timer);
      watcher.close();
      await server.close();
    },
  };
}

async function answerFile(
  root: string,
  { path, search, range }: { path: string; search: string; range: string | undefined },
  response: ServerResponse,
): Promise<void> {
  let file = join(root, namesOf(path).join(sep));
  try {
    const isFolder = (await stat(file)).isDirectory();
    if (isFolder) file = join(file, 'index.html');
    // Where links lead to.
    file = await realpath(file);
    if (!file.startsWith(root + sep))
      throw new Refusal(403, 'A link that leads out of the folder is not followed.');
    requireServed(relative(root, file).split(sep));
    if (isFolder && !path.endsWith('/')) {
      // Relative addresses of its page stand below the folder.
      response.writeHead(302, { Location: `${path}/${search}` }).end();
      return;
    }
    const kind = extname(file).toLowerCase();
    if (kind === '.html') send(response, kind, withReload(await readFile(file, 'utf8')));
    else if (!(await sendRange(response, kind, file, range)))
      send(response, kind, await readFile(file));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && missing.has(error.code))) throw error;
    response.writeHead(404).end();
  }
}

/** @throws {Refusal} when the path is none, or has a name in it that begins with a dot */
function namesOf(path: string): string[] {
  let names: string[];
  try {
    names = decodeURIComponent(path).split(/[/\\]/);
  } catch {
    throw new Refusal(400, 'The path is not percent-encoded UTF-8.');
  }
  if (names.some((name) => name.includes('\0'))) throw new Refusal(400, 'No file has such a name.');
  requireServed(names);
  return names;
}

/** @throws {Refusal} when a name begins with a dot */
function requireServed(names: readonly string[]): void {
  if (names.some((name) => name.startsWith('.') && name !== wellKnown))
    throw new Refusal(403, `What begins with a dot is not served, but for ${wellKnown}.`);
}

/** Chromium winds films by ranges alone (RFC 9110, section 14). @returns false: the whole is asked for */
async function sendRange(
  response: ServerResponse,
  kind: string,
  file: string,
  range = '',
): Promise<boolean> {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  if (from === undefined) return false;
  const { size } = await stat(file);
  const start = Number(from);
  const end = Math.min(Number(to || size), size - 1);
  if (start > end) {
    response.writeHead(416, { 'Content-Range': `bytes */${size}` }).end();
    return true;
  }
  response.writeHead(206, {
    ...headersOf(kind),
    'Content-Length': end - start + 1,
    'Content-Range': `bytes ${start}-${end}/${size}`,
  });
  await pipeline(createReadStream(file, { start, end }), response);
  return true;
}

function send(response: ServerResponse, kind: string, body: string | Buffer): void {
  response.writeHead(200, headersOf(kind)).end(body);
}

function headersOf(kind: string) {
  return {
    'Content-Type': contentTypeOf(kind),
    'Cache-Control': 'no-store',
    'Accept-Ranges': 'bytes',
  };
}

/** Texts are UTF-8. */
function contentTypeOf(kind: string): string {
  const type = mediaTypes[kind] ?? 'application/octet-stream';
  return type.startsWith('text/') || type === 'application/json' ? `${type}; charset=utf-8` : type;
}
