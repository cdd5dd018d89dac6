import { createServer } from 'node:http';

// In place of a server of the product: answers every request with its process id. STAND_IN_WORDS
// makes it say them and end instead; words about a variable are about a wrong setting.

const words = process.env['STAND_IN_WORDS'];
if (words) {
  console.error(words);
  process.exit(words.startsWith('LECTERN_') ? 2 : 3);
}
const server = createServer((_request, response) => response.end(String(process.pid)));
server.listen(Number(process.env['LECTERN_PORT']), 'localhost');

const stop = () => process.exit(0);
process.once('SIGTERM', stop);
process.once('disconnect', stop);
