import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract, services } from '@lectern/contracts';
import { createClient, type HeaderValues } from '@lectern/contracts/client';
import { orderSystemClientId, shellClientId, type DemoAccount, type Platform } from '@lectern/env';
import { discoverClient, signInByCode } from '@lectern/env/sign-in';
import type { Page } from 'playwright-core';
import { accessTokenOf } from './access-token.ts';

type Addresses = Pick<Platform, 'shell' | 'identityProvider' | 'dataFolder'>;

/** Calls of the services in the name of the user who is signed in on a page. */
export function servicesAs(platform: Addresses, page: Page, subject: string) {
  // Asked each time: the page renews it.
  return servicesWith(platform, subject, () => accessTokenOf(page));
}

/** The embedded provider's access tokens hold five minutes. */
const tokenUseInMs = 4 * 60_000;

/** Calls of the services in the name of somebody who is on no page. */
export function servicesOf(
  platform: Addresses,
  account: Pick<DemoAccount, 'username' | 'password' | 'subject'>,
) {
  let signedIn: Promise<string> | undefined;
  let renewAt = 0;
  const signIn = async () => {
    const client = await discoverClient(platform.identityProvider, shellClientId);
    return (await signInByCode(client, platform.shell, account, new Map())).access_token;
  };
  return servicesWith(platform, account.subject, () => {
    if (!signedIn || Date.now() > renewAt) {
      signedIn = signIn();
      renewAt = Date.now() + tokenUseInMs;
    }
    return signedIn;
  });
}

/** Calls of the services in the name of the order system itself (RFC 6749, section 4.4). */
export async function servicesAsOrderSystem(platform: Addresses) {
  const { orderSystem: secret } = JSON.parse(
    await readFile(join(platform.dataFolder, 'secrets.json'), 'utf8'),
  ) as { orderSystem: string };
  const metadata = await fetch(`${platform.identityProvider}/.well-known/openid-configuration`);
  const { token_endpoint } = (await metadata.json()) as { token_endpoint: string };
  return servicesWith(platform, orderSystemClientId, async () => {
    const response = await fetch(token_endpoint, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${orderSystemClientId}:${secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  });
}

function servicesWith(platform: Addresses, subject: string, token: () => Promise<string>) {
  const headers = async (): Promise<HeaderValues> => ({
    xIaCorrelationId: 'journey',
    xIaSubject: subject,
    xIaRoles: '',
    authorization: `Bearer ${await token()}`,
  });
  const client = <Code extends 'atma' | 'aua' | 'clag' | 'gres' | 'lars' | 'lima' | 'osc'>(
    service: Code,
  ) =>
    createClient(contract[service], {
      service,
      base: platform.shell + services[service].base,
      headers,
    });
  return {
    atma: client('atma'),
    aua: client('aua'),
    clag: client('clag'),
    gres: client('gres'),
    lars: client('lars'),
    lima: client('lima'),
    osc: client('osc'),
  };
}
