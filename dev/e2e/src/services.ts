import { contract, services } from '@lectern/contracts';
import { createClient, type HeaderValues } from '@lectern/contracts/client';
import type { Platform } from '@lectern/env';
import type { Page } from 'playwright-core';
import { accessTokenOf } from './access-token.ts';

/** Calls of the services in the name of whoever is signed in on a page. */
export function servicesAs(platform: Pick<Platform, 'shell'>, page: Page, subject: string) {
  const headers = async (): Promise<HeaderValues> => ({
    xIaCorrelationId: 'journey',
    xIaSubject: subject,
    xIaRoles: '',
    // Asked each time: the page renews it.
    authorization: `Bearer ${await accessTokenOf(page)}`,
  });
  const client = <Code extends 'lima' | 'osc' | 'gres'>(service: Code) =>
    createClient(contract[service], {
      service,
      base: platform.shell + services[service].base,
      headers,
    });
  return { lima: client('lima'), osc: client('osc'), gres: client('gres') };
}
