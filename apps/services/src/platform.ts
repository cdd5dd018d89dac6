import { contract, services, type Contract, type ServiceCode } from '@lectern/contracts';
import { openApiDocument } from '@lectern/contracts/openapi';
import type { FastifyInstance } from 'fastify';
import { recordAudit } from './authorization/audit-log.ts';
import { createAuthorize } from './authorization/authorize.ts';
import { registerBackChannelLogout } from './http/back-channel-logout.ts';
import {
  createIdentityProvider,
  type IdentityProvider,
  type IdentityProviderOptions,
} from './authorization/identity-provider.ts';
import { createIsSignedOut, denySessions, endedBy, type Ended } from './authorization/sign-out.ts';
import { requireKnownSpelling } from './authorization/issuer-spelling.ts';
import { createServiceToken } from './authorization/service-token.ts';
import { createSubjectDirectory } from './authorization/subject-directory.ts';
import { createTokenVerifier } from './authorization/token-verifier.ts';
import { announce, listenToAnnouncements } from './authorization/announcements.ts';
import { createVerifiedTokens } from './authorization/verified-tokens.ts';
import { forgetOfDeletedGroups } from './annotations/assignment/subject-data.ts';
import { indexOlderKeys } from './annotations/search/course-texts.ts';
import { forgetRead } from './annotations/feedback/answer-versions.ts';
import { registerDocs } from './docs/docs.ts';
import { startFileGateway, type FileGatewayOptions } from './files/file-gateway.ts';
import { endUploadsOf } from './files/upload-ends.ts';
import { startVideoConversions } from './files/video/conversions.ts';
import { createCourseDoor } from './course-access/door.ts';
import { createHandlers, subjectDataByService, type AllHandlers } from './handlers.ts';
import { generalError } from './http/errors.ts';
import { createGuard } from './http/guard.ts';
import { registerCalls } from './http/routes.ts';
import { startHourly } from './jobs/hourly.ts';
import { startJobs, type JobTimes } from './jobs/jobs.ts';
import { createNetworkRule } from './outgoing/network-rule.ts';
import { createServer, type ServerOptions } from './http/server.ts';
import { createOutageFilter } from './http/told-outages.ts';
import {
  startForwarding,
  type ForwardingOptions,
} from './learning-records/forwarding/forwarding.ts';
import { startRetention } from './learning-records/retention/nightly.ts';
import type { RetentionOptions } from './learning-records/retention/policy.ts';
import { registerXapi } from './learning-records/xapi/register.ts';
import { storeAnswers } from './learning-records/xapi/store-address.ts';
import { registerShellHost, type ShellHostOptions } from './shell-host/shell-host.ts';
import { usageTimesOf, type UsageOptions } from './licenses/usage-times.ts';
import { startOrders, type OrdersOptions } from './orders/calls.ts';
import { registerFetchAddress } from './learning-records/cmi5/fetch-address.ts';
import { createStructureActivities } from './learning-records/cmi5/structure-activities.ts';
import { createStructureStore } from './learning-records/cmi5/structures.ts';
import { endSessionsOf } from './learning-records/cmi5/sessions.ts';
import { AgentKeys } from './learning-records/model/agent-keys.ts';
import { createDefinitionStore } from './learning-records/store/definitions.ts';
import { Records } from './learning-records/store/records.ts';
import { createWriter } from './learning-records/store/writer.ts';
import { measureForwarding, measureJobs } from './operations/metrics.ts';
import { watchPlatform, type Operations } from './operations/operations.ts';
import { knowingOf } from './users/customers.ts';
import { ConnectionMonitor } from './storage/connection-monitor.ts';
import { warnOfCollation } from './storage/collation.ts';
import { databaseOn, openPool, shortReadsOn, type Database } from './storage/database.ts';
import { isDatabaseUnavailable } from './storage/database-errors.ts';
import { migrate } from './storage/migrate.ts';
import { rememberApplications } from './users/applications.ts';
import { ensureBuiltInRoles } from './users/built-in-roles.ts';
import { createDirectories } from './users/directories.ts';
import type { DirectoryOptions } from './users/directory-options.ts';
import { startErasingInactive } from './users/inactive-users.ts';
import { startSubjectJobs } from './users/subject-jobs.ts';
import { createUploadTokens, type UploadTokenOptions } from './users/user/upload-token.ts';
import { warnOfUnusableAttributes, warnOfUnusableClaims } from './users/unusable-claims.ts';

export interface PlatformOptions
  extends ServerOptions, UploadTokenOptions, OrdersOptions, UsageOptions {
  readonly databaseUrl: string;
  /** How often connections are looked at for silence, in milliseconds; default: 1,000. */
  readonly databaseTickInMs?: number;
  readonly identityProvider: IdentityProviderOptions;
  /** Further ones, whose users get subjects of their own on this platform. */
  readonly furtherIdentityProviders?: readonly IdentityProviderOptions[];
  /** Subject that becomes administrator at the first start, when nobody is one yet. */
  readonly firstAdministrator?: string;
  /** Address under which browsers reach this server. */
  readonly publicUrl: string;
  /** Names of identity providers for people, by connector id; default: the ids themselves. */
  readonly identityProviderTitles?: Readonly<Record<string, string>>;
  /** How long people are kept who do not come any more, in days; absent: until somebody erases them. */
  readonly eraseInactiveAfterInDays?: number;
  /** Directories of identity providers; default: none can be searched. */
  readonly directories?: readonly DirectoryOptions[];
  /** Absent: there is no place for files. */
  readonly files?: FileGatewayOptions;
  /** Where browsers fetch files, also where another process serves them; absent: nowhere. */
  readonly filesUrl?: string;
  /** Where learning records are forwarded to; default: nowhere. */
  readonly forwarding?: ForwardingOptions;
  /** How long statements are kept; default: for ever. */
  readonly retention?: RetentionOptions;
  /** Absent: only the services are served. */
  readonly shell?: ShellHostOptions;
  readonly jobs?: JobTimes;
  /** Services of this process; default: all. */
  readonly services?: readonly ServiceCode[];
  /** Where the platform's figures and its readiness go; default: nowhere. */
  readonly operations?: Operations;
}

/**
 * All services on one server, with the shell beside them. Not yet listening.
 *
 * Stateless but for a cache of verified tokens: any number of these can run on one database.
 */
export async function createPlatform(options: PlatformOptions): Promise<FastifyInstance> {
  const monitor = new ConnectionMonitor(options.databaseUrl, options.databaseTickInMs);
  const pool = openPool(monitor);
  const database = databaseOn(pool);
  const served = options.services ?? (Object.keys(contract) as ServiceCode[]);
  const server = createServer(options, served.includes('lars') ? storeAnswers : undefined);
  // Hooks run in the opposite order: all connections are closed before.
  server.addHook('onClose', () => monitor.close());
  server.addHook('onClose', () => database.destroy());
  try {
    if (options.operations) watchPlatform(options.operations, { server, pool, monitor });
    await migrate(monitor);
    await warnOfCollation(database, server.log);
    await ensureBuiltInRoles(database, options.firstAdministrator);
    const isTold = createOutageFilter(isDatabaseUnavailable);
    const jobs = await startJobs(
      monitor,
      (error) => {
        if (!isTold(error)) return;
        const isOutage = isDatabaseUnavailable(error);
        const message = isOutage ? 'The jobs cannot reach the database.' : 'The jobs have failed.';
        server.log.error({ err: error }, message);
      },
      options.jobs,
    );
    server.addHook('onClose', () => jobs.stop());
    if (options.operations) measureJobs(options.operations.registry, jobs);
    const identityProvider = createIdentityProvider(options.identityProvider);
    const providers: [IdentityProvider, ...IdentityProvider[]] = [
      identityProvider,
      ...(options.furtherIdentityProviders ?? []).map(createIdentityProvider),
    ];
    const reads = shortReadsOn(pool);
    const directory = createSubjectDirectory(reads, identityProvider.issuer);
    for (const further of providers.slice(1)) await requireKnownSpelling(database, further);
    await rememberApplications(
      database,
      providers.flatMap(({ issuer, acceptedClients }) =>
        acceptedClients.map((sub) => directory.nameOf({ issuer, sub })),
      ),
    );
    const verifiedTokens = createVerifiedTokens(
      createTokenVerifier(providers, createIsSignedOut(reads)),
      directory,
    );
    const announcements = listenToAnnouncements(monitor, (announcement) => {
      if (announcement.kind === 'signed out') verifiedTokens.forget(announcement.signedOut);
      if (announcement.kind === 'subjects') verifiedTokens.forgetSubjects(announcement.subjects);
      if (announcement.kind === 'everybody') {
        directory.forgetPermissions();
        verifiedTokens.forgetEverybody();
      }
    });
    server.addHook('onClose', () => announcements.close());
    const guard = createGuard({
      authorize: createAuthorize(verifiedTokens, directory),
      directory,
      knowingOf: (caller, subject) => knowingOf(database, caller, subject),
      audit: (entry) => recordAudit(database, entry),
    });
    const issuers = providers.map(({ issuer }) => issuer);
    const subjectData = subjectDataByService(issuers);
    const subjectJobs = await startSubjectJobs(database, jobs, subjectData, served);
    const { eraseInactiveAfterInDays } = options;
    if (eraseInactiveAfterInDays !== undefined && served.includes('aua')) {
      const stop = startErasingInactive({
        database,
        subjectJobs,
        afterInDays: eraseInactiveAfterInDays,
        onErased: (users) => server.log.info({ users }, 'Erasing users who do not come any more.'),
        onError: (error) => server.log.error({ err: error }),
      });
      server.addHook('onClose', stop);
    }
    if (served.includes('clag')) {
      const forget = (isStopping: () => boolean) =>
        forgetRead(database)
          .then(() => forgetOfDeletedGroups(database))
          .then(() => indexOlderKeys(database, isStopping))
          .catch((error: unknown) => server.log.error({ err: error }));
      server.addHook('onClose', startHourly(forget));
    }
    const orders = await startOrders(
      {
        database,
        directory,
        issuers,
        jobs,
        log: server.log,
        isServed: served.includes('osc'),
      },
      options,
    );
    const files =
      options.files && served.includes('atma')
        ? await startFileGateway(options.files, {
            database,
            jobs,
            publicUrl: options.publicUrl,
            server: options,
            onError: (error) => server.log.error({ err: error }),
          })
        : undefined;
    if (files) server.addHook('onClose', () => files.close());
    const videos =
      files &&
      (await startVideoConversions(
        { database, jobs, gateway: files, log: server.log },
        options.files?.video,
      ));
    const agentKeys = new AgentKeys(directory, issuers);
    const definitions = createDefinitionStore(database, (error) =>
      server.log.error({ err: error }, 'What statements say of activities was not taken over.'),
    );
    const records = new Records(createWriter(pool), definitions, agentKeys);
    const cmi5 = {
      database,
      records,
      agentKeys,
      directory,
      structures: createStructureStore(database),
      keepActivities: createStructureActivities(database),
      issuer: identityProvider.issuer,
      publicUrl: options.publicUrl,
      endBound: (ended: Ended) => endBound(database, ended),
    };
    const door = createCourseDoor(database, pool);
    const handlers = createHandlers(
      {
        database,
        pool,
        directory,
        verify: verifiedTokens.verify,
        subjectJobs,
        subjectData,
        identityProviders: providers,
        onUnusableClaims: warnOfUnusableClaims(server.log),
        identityProviderTitles: new Map(Object.entries(options.identityProviderTitles ?? {})),
        directories: createDirectories(
          options.directories ?? [],
          createServiceToken(identityProvider),
          warnOfUnusableAttributes(server.log),
        ),
        uploadTokens: createUploadTokens(options),
        usageTimes: usageTimesOf(options),
      },
      orders,
      files,
      videos,
      records,
      cmi5,
      door,
    );
    const register = <Service extends ServiceCode>(service: Service, own: AllHandlers[Service]) =>
      registerCalls<Contract[Service]>(
        server,
        services[service].base,
        contract[service],
        own,
        guard,
      );
    for (const service of served) register(service, handlers[service]);
    if (served.includes('lars')) {
      registerXapi(server, {
        database,
        guard,
        agentKeys,
        records,
        definitions,
        issuer: identityProvider.issuer,
        publicUrl: options.publicUrl,
        cmi5,
        door,
      });
      registerFetchAddress(server, cmi5);
    }
    if (options.forwarding && served.includes('lars')) {
      const forwarding = await startForwarding(options.forwarding, {
        connections: monitor,
        rule: createNetworkRule(options.forwarding.networks ?? []),
        log: server.log,
      });
      server.addHook('onClose', () => forwarding.stop());
      if (options.operations) measureForwarding(options.operations.registry, forwarding);
    }
    // Only then: what a new target has not got yet stays.
    if (served.includes('lars')) {
      await startRetention(options.retention, { database, jobs, log: server.log });
    }
    await registerBackChannelLogout(server, providers, async (signOut) => {
      const { issuedAt: _, ...signedOut } = signOut;
      await database.transaction().execute((transaction) => denySessions(transaction, signOut));
      // Only then: what is begun meanwhile is seen here, or sees the deny list.
      await database.transaction().execute(async (transaction) => {
        await endBound(transaction, await endedBy(directory, signedOut));
        await announce(transaction, { kind: 'signed out', signedOut });
      });
      // Only then: what is verified from now on is found on the deny list.
      verifiedTokens.forget(signOut);
    });

    await registerDocs(server, () => openApiDocument(options.publicUrl));
    const answerUnknown =
      options.shell &&
      (await registerShellHost(
        server,
        { ...options.shell, filesOrigin: files?.origin ?? options.filesUrl },
        options.publicUrl,
        providers,
      ));
    server.setNotFoundHandler((request, reply) => {
      const answer = answerUnknown?.(request, reply);
      if (!answer) throw generalError('CALL_UNKNOWN');
      return answer;
    });
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Ends what is bound to sign-ins, whichever service has given it. */
async function endBound(database: Database, ended: Ended): Promise<void> {
  await endSessionsOf(database, ended);
  await endUploadsOf(database, ended);
}
