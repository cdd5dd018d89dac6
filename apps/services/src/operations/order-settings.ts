import { networkList } from '../http/network-rule.ts';
import type { PlatformOptions } from '../platform.ts';
import { networksSetting, SettingProblem, type Environment } from './settings.ts';

const networksName = 'LECTERN_ORDER_SYSTEM_NETWORKS';

/**
 * The settings of the order service: which networks that are not public order systems may be in.
 *
 * @throws {SettingProblem}
 */
export function readOrderSettings(
  environment: Environment,
): Pick<PlatformOptions, 'orderSystemNetworks'> {
  const networks = networksSetting(environment, networksName);
  try {
    networkList(networks);
  } catch (cause) {
    throw Object.assign(
      new SettingProblem(
        `${networksName} is ${networks.join(', ')}; each must be an address or a network such as 10.1.2.0/24.`,
      ),
      { cause },
    );
  }
  return { orderSystemNetworks: networks };
}
