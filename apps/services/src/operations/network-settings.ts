import { networkList } from '../outgoing/network-rule.ts';
import { networksSetting, SettingProblem, type Environment } from './settings.ts';

/**
 * Networks that are not public and that may be asked all the same, such as `10.1.2.0/24`.
 *
 * @throws {SettingProblem}
 */
export function allowedNetworksSetting(environment: Environment, name: string): string[] {
  const networks = networksSetting(environment, name);
  try {
    networkList(networks);
  } catch (cause) {
    throw Object.assign(
      new SettingProblem(
        `${name} is ${networks.join(', ')}; each must be an address or a network such as 10.1.2.0/24.`,
      ),
      { cause },
    );
  }
  return networks;
}
