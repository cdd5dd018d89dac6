import type { Bridge } from '../bridge/bridge.ts';
import { joinChannel } from '../channel.ts';

/**
 * Lets content ask for its user's classes anew, in this tab and the others. These may be somebody else's: nothing is said.
 *
 * @returns to be called after each change
 */
export function createClassesNews({ emit }: Pick<Bridge, 'emit'>): () => void {
  const tellContent = () => emit('classes-changed', {});
  const channel = joinChannel('lectern.classes', tellContent);
  return () => {
    tellContent();
    channel.tell(null);
  };
}
