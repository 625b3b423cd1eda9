/** The whole API, every feature in plain sight. */
import multipart from '@fastify/multipart'
import fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify'

import type { Api } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import { clockSpans, learnClock, MINUTE } from '#contract/time.ts'

import { createAdminGuard, type AdminGuard } from './admin/require-admin.ts'
import { registerCatalogue } from './catalogue/routes.ts'
import { registerCity } from './city/routes.ts'
import type { Config } from './config.ts'
import { registerConsumers } from './consumers/routes.ts'
import { createContext, type Clock, type Context } from './context.ts'
import { registerDiscovery } from './discovery/routes.ts'
import { serveDocs } from './docs/serve-docs.ts'
import { registerGoogle } from './google/routes.ts'
import { registerHealth } from './health/routes.ts'
import { API_BASE, createBinder, type Bind } from './http/bind-call.ts'
import { createAttempts } from './http/count-attempts.ts'
import { refuseConnection, sendFailure } from './http/failure.ts'
import { guardEdge, makeRequestId, markAnswer } from './http/guard-edge.ts'
import { createConsumerGuards } from './http/require-consumer.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import { createLogOptions } from './http/write-log.ts'
import { registerImports } from './imports/routes.ts'
import type { Clicks } from './interactions/count-clicks.ts'
import { registerInteractions } from './interactions/routes.ts'
import { registerInterests } from './interests/routes.ts'
import { createJobs, type Jobs } from './jobs/run-jobs.ts'
import { createLikes } from './likes/change-like.ts'
import { registerLikes } from './likes/routes.ts'
import { createMailer } from './mail/queue-mail.ts'
import { registerOffers } from './offers/routes.ts'
import { registerPasswords } from './passwords/routes.ts'
import { registerPictures } from './pictures/routes.ts'
import { registerRecommendations } from './recommendations/routes.ts'
import { registerReports } from './reports/routes.ts'
import { registerSessions } from './sessions/routes.ts'
import { createTokens } from './sessions/sign-token.ts'
import { registerShops } from './shops/routes.ts'
import { registerPictureStore } from './uploads/store-pictures.ts'
import type { Pool } from '#db/connection.ts'

export type App = { server: FastifyInstance; context: Context; api: Api; jobs: Jobs; clicks: Clicks }

const JSON_LIMIT = 256 * 1024

/** Builds the API over an open, migrated database. It listens to nobody yet. */
export async function createApp({
  config,
  pool,
  clock,
  logger = createLogOptions(config),
}: {
  config: Config
  pool: Pool
  clock?: Clock
  logger?: FastifyServerOptions['logger']
}): Promise<App> {
  const headersFor = createSecurityHeaders(config)
  const server = fastify({
    logger,
    bodyLimit: JSON_LIMIT,
    trustProxy: config.TRUST_PROXY ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // From the first byte to the last: who sends slower holds a connection for nothing. The longest is a file to import.
    requestTimeout: 5 * MINUTE,
    genReqId: makeRequestId,
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, headersFor('')),
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, markAnswer(request, reply, headersFor)),
    // Quiet logs for what is asked all the time; failures are always written.
    logController: new LogController({ disableRequestLogging: true }),
    // Refused below, in the shape of every failure.
    return503OnClosing: false,
  })
  server.setErrorHandler(sendFailure)
  server.setNotFoundHandler((request, reply) => sendFailure(new AppError('not_found'), request, reply))
  let isClosing = false
  server.addHook('preClose', async () => {
    isClosing = true
  })
  guardEdge(server, config, headersFor)
  server.addHook('onRequest', (_, __, next) => next(isClosing ? new AppError('unavailable', { retryAfter: 2 }) : undefined))
  // The contract's own schemas are run by bindCall: here they only describe.
  server.setValidatorCompiler(() => (value) => ({ value }))
  server.setSerializerCompiler(() => JSON.stringify)
  await server.register(multipart)
  if (config.API_DOCS) await serveDocs(server)

  const context = createContext({ config, pool, log: server.log, ...(clock && { clock }) })
  learnClock(config.city.timeZone, clockSpans(context.clock.now(), config.city.timeZone))
  const { bind, api } = createBinder(server, context)
  registerHealth(server, context)
  registerOffers(bind, context)
  registerShops(bind, context)
  registerCatalogue(bind, context)
  registerCity(bind, context)
  const requireAdmin = createAdminGuard(context)
  registerImports(bind, context, requireAdmin)
  const { jobs, clicks } = registerAccounts(server, bind, context, requireAdmin)
  registerPictures(server, context)
  registerDiscovery(server, context, api)
  server.all(`${API_BASE}/*`, (request, reply) => sendFailure(new AppError('not_found'), request, reply))
  server.addHook('onClose', () => jobs.stop())
  return { server, context, api, jobs, clicks }
}

/** Everything that knows who is asking. Answers the promised work of it, which begins when it is told to. */
function registerAccounts(server: FastifyInstance, bind: Bind, context: Context, requireAdmin: AdminGuard) {
  const jobs = createJobs(context)
  const tokens = createTokens(context)
  const parts = {
    tokens,
    guards: createConsumerGuards(context, tokens),
    attempts: createAttempts(context),
    likes: createLikes(context),
    mailer: createMailer(context, jobs),
    pictures: registerPictureStore(server, context),
  }
  registerSessions(bind, context, parts)
  registerGoogle(bind, context, parts)
  registerPasswords(bind, context, parts)
  registerConsumers(bind, context, parts)
  registerLikes(bind, context, parts)
  registerInterests(bind, context, parts)
  registerRecommendations(bind, context, parts)
  registerReports(bind, context, { ...parts, requireAdmin })
  return { jobs, clicks: registerInteractions(server, bind, context, parts) }
}
