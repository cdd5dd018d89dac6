import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { readTls } from '@lectern/services/tls';

// In place of a server of the product: answers every request with its process id. STAND_IN_WORDS
// makes it say them and end instead; words about a variable are about a wrong setting.

const words = process.env['STAND_IN_WORDS'];
if (words) {
  console.error(words);
  process.exit(words.startsWith('LECTERN_') ? 2 : 3);
}
const answer: RequestListener = (_request, response) => response.end(String(process.pid));
const tls = readTls(process.env);
const server = tls ? createTlsServer({ ...tls }, answer) : createServer(answer);
server.listen(Number(process.env['LECTERN_PORT']), process.env['LECTERN_HOST']);

const stop = () => process.exit(0);
process.once('SIGTERM', stop);
process.once('disconnect', stop);
