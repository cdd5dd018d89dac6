import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Rules of a part of the server whose clients follow another standard than the contract. */
export interface AnswerRules {
  /** @returns the address that a request means; `url` where it is not of this part. */
  addressOf(url: string): string;
  /** @returns headers of every answer at an address, refusals too; `undefined` where it is not of this part. */
  headersOf(
    url: string,
    headers: IncomingHttpHeaders,
  ): Readonly<Record<string, string>> | undefined;
}

/** For a server without such a part. */
export const noAnswerRules: AnswerRules = {
  addressOf: (url) => url,
  headersOf: () => undefined,
};

/** Adds to an answer the headers that its address wants and that it does not have. */
export function completeHeaders(
  { headersOf }: AnswerRules,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): void {
  const wanted = Object.entries(headersOf(raw.url ?? '', raw.headers) ?? {});
  for (const [name, value] of wanted) if (!reply.hasHeader(name)) void reply.header(name, value);
}

export function completeAllAnswers(server: FastifyInstance, rules: AnswerRules): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    completeHeaders(rules, request, reply);
    done();
  });
}
