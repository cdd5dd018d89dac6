import { text } from 'node:stream/consumers';
import { startTestServer } from '@lectern/env/testing';

/** Stands where the identity provider expects the services, which start only after it. */
export async function startLogoutRelay() {
  const answers: number[] = [];
  let services = '';
  let step: (() => Promise<void>) | undefined;

  const server = await startTestServer((request, response) => {
    void (async () => {
      const answer = await fetch(services + request.url, {
        method: 'POST',
        headers: { 'Content-Type': request.headers['content-type'] ?? '' },
        body: await text(request),
      });
      answers.push(answer.status);
      const before = step;
      step = undefined;
      await before?.();
      response.writeHead(answer.status).end();
    })().catch((error: Error) => response.destroy(error));
  }, 'localhost');
  return {
    ...server,
    /** HTTP status of the services for each logout token that was passed on. */
    answers,
    /** From now on logout tokens go to the services at this address. */
    passOnTo(url: string) {
      services = url;
    },
    /** Done once, when the services have answered and the provider does not know yet. */
    beforeNextAnswer(next: () => Promise<void>) {
      step = next;
    },
  };
}
