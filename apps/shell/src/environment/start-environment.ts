import type { CreateClient } from '../api.ts';
import type { Configuration } from '../configuration.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { log } from '../logging/log.ts';

/**
 * Loads the environment file once a page, where one is configured, and never before a frame has
 * loaded: nobody waits for it.
 */
export function startEnvironment(
  { environment }: Configuration,
  clientOf: CreateClient,
  frame: ContentFrame,
): void {
  if (!environment) return;
  const startWhenLoaded = () => {
    if (!frame.isLoaded) return;
    stop();
    import('./load-environment.ts')
      .then(({ loadEnvironment }) => loadEnvironment(clientOf, environment))
      .catch((error: unknown) => log('error', 'Could not load the environment file.', error));
  };
  const stop = frame.subscribe(startWhenLoaded);
  startWhenLoaded();
}
