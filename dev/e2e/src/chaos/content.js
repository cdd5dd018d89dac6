/*
 * Content that does what the test says, as fast as it can: asks for work, hands it to the container, and
 * says what came of it.
 */
import { connect } from './lectern-sdk.js';

const { nextWork, tell } = window;
const container = await connect({ showsSaveState: true });

/** The versions that this page has seen, by exercise and key. */
const versions = new Map();
const nameOf = (scope, { key }) => `${scope.exercise_dto.exercise_id} ${key}`;

async function write({ scope, items }) {
  const known = items.map((item) => ({ ...item, version: versions.get(nameOf(scope, item)) }));
  for (const item of await container.setLocalStoreItems(scope, known))
    if (item.version !== undefined) versions.set(nameOf(scope, item), item.version);
}

/** Scopes whose writes say which version they were made on. */
async function learnVersions(scopes) {
  for (const scope of scopes) {
    const items = await untilDone(() => container.getLocalStoreItems(scope));
    for (const key of ['k0', 'k1', 'k2', 'k3', 'k4']) versions.set(nameOf(scope, { key }), 0);
    for (const item of items) versions.set(nameOf(scope, item), item.version);
  }
}

async function untilDone(ask) {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!error.mayRetry) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function perform(work) {
  try {
    if (work.kind === 'items') await write(work);
    else await container.postStatement(work.about, work.statement);
    tell({ id: work.id, code: 'accepted' });
  } catch (error) {
    tell({ id: work.id, code: error.code ?? String(error) });
    if (error.code === 'CONFLICT') await learnVersions([work.scope]);
    // An overloaded container is left alone for a moment.
    else await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function goOn() {
  for (;;) {
    const work = await nextWork();
    if (!work) return;
    await perform(work);
  }
}

await learnVersions((await nextWork('versioned scopes')) ?? []);
await container.ready();
// Several at once: what is in flight together keeps its order, too.
await Promise.all([goOn(), goOn(), goOn(), goOn()]);
