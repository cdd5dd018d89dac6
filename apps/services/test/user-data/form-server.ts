import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { defineCall } from '@lectern/contracts';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import type { Caller } from '../../src/authorization/authorize.ts';
import { NotAuthorized } from '../../src/authorization/authorize.ts';
import type { Guard } from '../../src/http/guard.ts';
import { registerCalls, type Handlers } from '../../src/http/routes.ts';
import { createServer, type ServerOptions } from '../../src/http/server.ts';

/** Two calls that carry files, for the kernel alone. */
export const fileCalls = {
  upload: defineCall({
    method: 'POST',
    path: '/upload',
    summary: 'Takes a file.',
    headers: 'caller',
    bodyFormat: 'multipart',
    body: z.strictObject({ subject: z.string(), file_size: z.coerce.number(), file: z.file() }),
    answer: z.object({ size: z.int(), hash: z.string() }),
    errors: {},
    permission: 'user-data.import',
    repeatSafe: true,
    bodyLimitInBytes: 8 * 1024 * 1024,
  }),
  download: defineCall({
    method: 'POST',
    path: '/download',
    summary: 'Gives a file.',
    headers: 'caller',
    answer: { mediaType: 'application/zip' },
    errors: {},
    permission: 'user-data.export',
    repeatSafe: true,
  }),
} as const;

type FileHandlers = Handlers<typeof fileCalls>;

/** The services' server with these two calls. `mia` calls; nobody else's subject passes. */
export async function startFormServer(
  handlers: Partial<FileHandlers>,
  options: ServerOptions = {},
): Promise<{ readonly url: string; readonly port: number; inFlight(): number }> {
  const server = createServer(options);
  const guard: Guard = {
    admit: async (_call, request) => {
      request.correlationId = 'test';
      request.caller = { tokenSubject: 'mia', subject: 'mia' } as Caller;
    },
    admitBody: (_call, _request, body) => {
      const { subject = 'mia' } = (body ?? {}) as { subject?: string };
      if (subject !== 'mia') throw new NotAuthorized('SUBJECT_FORBIDDEN');
      return body;
    },
    recordRefusal: async () => {},
    recordActing: async () => {},
  };
  const unexpected = async (): Promise<never> => {
    throw new Error('not expected here');
  };
  registerCalls(
    server,
    '',
    fileCalls,
    { upload: unexpected, download: unexpected, ...handlers },
    guard,
  );
  await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await server.drain(0);
    await server.close();
  });
  const { port } = server.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, inFlight: () => server.traffic.inFlight };
}

/** The beginning of a form on the wire, up to its file's bytes. */
export const formHead = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(
      ([name, value]) =>
        `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('') +
  '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n';
export const formEnd = '\r\n--edge--\r\n';
export const formType = 'multipart/form-data; boundary=edge';

/** Sends a form as text, whatever it is. */
export function sendForm(url: string, body: string | Uint8Array, type = formType) {
  return fetch(`${url}/upload`, { method: 'POST', headers: { 'Content-Type': type }, body });
}

/** Begins a request whose body the test writes by itself. */
export async function beginUpload(
  port: number,
  contentLength: number | 'chunked',
): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  // The connection of a refused form may be closed while it is sent.
  socket.on('error', () => {});
  const length =
    contentLength === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${contentLength}`;
  socket.write(
    `POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${formType}\r\n${length}\r\n\r\n`,
  );
  return socket;
}

/** The first piece of an answer. */
export async function answerOf(socket: Socket): Promise<string> {
  const [data] = (await once(socket, 'data')) as [Buffer];
  return data.toString();
}
