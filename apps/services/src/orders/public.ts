/* Questions about order systems and customers for other services (docs/decisions/0049-boundaries.md). */

export { isOrderCustomer } from './customers.ts';
export { isSeller, orderSystemsByConnector } from './sellers.ts';
export {
  isOfMandants,
  isSeen,
  seesMandant,
  sightOf,
  speaksFor,
  type Sight,
  type TokenOwner,
} from './sight.ts';
