/* What other services ask of order systems and customers (docs/decisions/0049-boundaries.md). */

export { orderSystemsByConnector } from './registered-connectors.ts';
export {
  isOfMandants,
  isSeen,
  isSpokenFor,
  seesMandant,
  sightOf,
  speaksFor,
  type Sight,
  type TokenOwner,
} from './sight.ts';
