import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** Changes an answer on its way back. */
export type Change = (answer: Readonly<Record<string, unknown>>) => object;

/**
 * Passes a request on and its answer back.
 *
 * @param address What is asked for. Only its path and query are taken.
 * @param origin Who answers.
 * @param body As it was read already; absent: it is streamed.
 * @param change Of a JSON answer that is a success. Absent: the answer is streamed.
 */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, search }: URL,
  origin: string,
  body?: string,
  change?: Change,
): Promise<void> {
  const headers = { ...request.headers };
  // An answer has to be read before it can be changed.
  if (change) delete headers['accept-encoding'];
  const { method = 'GET' } = request;
  const onward = send(origin, { method, headers, path: pathname + search });
  const answered = new Promise<IncomingMessage | undefined>((resolve) => {
    onward.on('response', resolve);
    onward.on('close', () => resolve(undefined));
  });
  // The server behind is being stopped or restarted: the browser sees a broken connection.
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  if (body === undefined) request.pipe(onward);
  else onward.end(body);

  const answer = await answered;
  if (!answer) return;
  const { statusCode = 502 } = answer;
  if (change && statusCode === 200) return answerChanged(answer, response, change);
  response.writeHead(statusCode, answer.headers);
  await pipeline(answer, response);
}

async function answerChanged(
  answer: IncomingMessage,
  response: ServerResponse,
  change: Change,
): Promise<void> {
  const changed = change(JSON.parse(await text(answer)) as Readonly<Record<string, unknown>>);
  const { 'content-length': _length, ...headers } = answer.headers;
  response.writeHead(200, headers).end(JSON.stringify(changed));
}

export function answerJson(response: ServerResponse, status: number, value: object): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(value));
}

export function redirect(response: ServerResponse, address: string | URL): void {
  response.writeHead(303, { Location: String(address), 'Cache-Control': 'no-store' }).end();
}
