import type { PlatformOptions } from '../platform.ts';
import { allowedNetworksSetting } from './network-settings.ts';
import type { Environment } from './settings.ts';

/**
 * The settings of the order service: which networks that are not public order systems may be in.
 *
 * @throws {SettingProblem}
 */
export function readOrderSettings(
  environment: Environment,
): Pick<PlatformOptions, 'orderSystemNetworks'> {
  return {
    orderSystemNetworks: allowedNetworksSetting(environment, 'LECTERN_ORDER_SYSTEM_NETWORKS'),
  };
}
